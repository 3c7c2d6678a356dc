"""What a page holds, read without a browser."""

import html.parser

_EMPTY = frozenset({"meta", "br", "link", "img", "input", "hr", "path", "use"})
_FETCHING = ("link", "script", "img", "iframe", "object", "form")


class Page(html.parser.HTMLParser):
    """Tags with their attributes, words, ids, links and what is fetched; tags are balanced."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

        def values(name: str, tags: tuple[str, ...]) -> list[str]:
            return [str(told[name]) for tag, told in self.tags if tag in tags and told.get(name)]

        self.ids = values("id", tuple({tag for tag, _ in self.tags}))
        self.links = values("href", ("a",))
        self.fetched = [
            one for name in ("src", "href", "action") for one in values(name, _FETCHING)
        ]
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not [name for name, _ in attrs if name.startswith("on")]
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)
