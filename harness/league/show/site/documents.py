"""The documentation as pages of the site: plain Markdown, its links rewritten."""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_BOX = '<div class="box" tabindex="0" role="region" aria-label="Table {}"><table>'
#: What a new reader wants first: page, and the question it answers.
FIRST = (
    ("harness/docs/reading.md", "How do I read a verdict, and how a report?"),
    (
        "harness/docs/course.md",
        "A course in seven lessons, each with the check that says whether you were right.",
    ),
    ("harness/docs/questions.md", "Ten questions, and the clicks that answer them."),
    ("harness/docs/gallery.md", "What does it look like, before I install anything?"),
    ("harness/docs/my-compiler.md", "How do I test the compiler that I have just built?"),
    ("harness/docs/site.md", "How do I measure through my site's batch queue?"),
    ("harness/docs/ci.md", "How does my CI run it every night?"),
    ("README.md", "What is League, in one page?"),
    ("harness/docs/verbs.md", "Which command does what?"),
    ("harness/docs/measuring.md", "How does a number come about?"),
)


@dataclass(frozen=True)
class Document:
    """A page of the repository in the site."""

    source: str
    title: str
    file: str
    body: str


def load(project: Path) -> list[Document]:
    """Return README, the pages of `harness/docs`, and all that they lead to."""
    waiting = ["README.md", *sorted(
        str(one.relative_to(project)) for one in (project / "harness" / "docs").glob("*.md")
    )]  # fmt: skip
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parsed: dict[str, list[Token]] = {}
    while waiting:
        source = waiting.pop(0)
        if source in parsed or not (project / source).is_file():
            continue
        text = _COMMENT.sub("", (project / source).read_text(encoding="utf-8"))
        parsed[source] = parser.parse(text)
        for target in _targets(parsed[source]):
            at = _resolved(source, target.partition("#")[0])
            if at.endswith(".md") and not at.startswith(".."):
                waiting.append(at)
    return [_document(parser, source, parsed) for source in sorted(parsed)]


def file_of(source: str) -> str:
    """Return the page of a document: its path with dots, so that no two are one."""
    return f"docs/{source.removesuffix('.md').replace('/', '.')}.html"


def _targets(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        for inner in token.children or []:
            if inner.type == "link_open":
                target = str(inner.attrs.get("href", ""))
                if target and not _outside(target) and not target.startswith("#"):
                    yield target


def _outside(target: str) -> bool:
    return bool(re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE))


def _resolved(source: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), unquote(target)))


def _document(parser: MarkdownIt, source: str, known: Mapping[str, list[Token]]) -> Document:
    tokens, title = known[source], source
    seen: dict[str, int] = {}
    for n, token in enumerate(tokens):
        if token.type == "heading_open":
            words = tokens[n + 1].content
            name = heading_id(words)
            seen[name] = seen.get(name, -1) + 1
            token.attrs["id"] = f"{name}-{seen[name]}" if seen[name] else name
            if token.tag == "h1" and title == source:
                shown = (one for one in tokens[n + 1].children or []
                         if one.type in ("text", "code_inline"))  # fmt: skip
                title = "".join(one.content for one in shown)
        for number, inner in enumerate(token.children or []):
            if inner.type == "link_open":
                _relink(source, inner, known, token.children or [], number)
            elif inner.type == "image":
                inner.attrs["src"] = "../files/" + quote(_resolved(source, str(inner.attrs["src"])))
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        tokens = tokens[3:]  # the page shows it above
    body = parser.renderer.render(tokens, parser.options, {})
    count = itertools.count(1)
    body = re.sub("<table>", lambda _: _BOX.format(next(count)), body)
    body = body.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return Document(source, title, file_of(source), body)


def heading_id(words: str) -> str:
    """Return the id of a heading, as the services that show Markdown make it."""
    kept = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words).lower())
    return kept.replace(" ", "-")


def _relink(source: str, link: Token, known: Collection[str], around: list[Token], at: int) -> None:
    """Lead a link to the page of the site; what is no page of it becomes the name of a file."""
    target = str(link.attrs.get("href", ""))
    if _outside(target) or target.startswith("#"):
        return
    path, _, fragment = target.partition("#")
    resolved = _resolved(source, path)
    pages = [one for one in (resolved, f"{resolved}/README.md") if one in known]
    if pages:
        ending = f"#{fragment}" if fragment else ""
        link.attrs["href"] = posixpath.basename(file_of(pages[0])) + ending
        return
    # a file or folder of the repository: named, and no link
    closing = next(one for one in around[at:] if one.type == "link_close")
    link.tag = closing.tag = "span"
    link.attrs = {"title": f"in the repository: {resolved}", "class": "file"}


def images(project: Path, documents: list[Document]) -> dict[str, Path]:
    """Return the pictures that documents show, by their place in the site."""
    found = {}
    for one in documents:
        for place in re.findall(r'src="\.\./files/([^"]+)"', one.body):
            found[f"files/{unquote(place)}"] = project / unquote(place)
    return found
