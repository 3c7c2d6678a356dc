"""The documents: the length of READMEs, figures in notes, links and paths to files that exist.

The top README is one page; the README of a benchmark fits two screens.  Measured numbers stand in
rendered blocks only, which come out of committed records, so that they cannot go stale.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from proofs.planter import GROUPS, ROOT, tracked

WORDS_OF_TOP = 500
WORDS = 800
LINES = 80
COLUMNS = 150
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
RENDERED = re.compile(r"<!-- rendered: (.*?) -->\n(.*?)<!-- end rendered -->", re.DOTALL)
#: A number and a unit of time, rate or proportion: something that was measured.
MEASURED = re.compile(
    r"\d ?(?:(?:[mµμn]s|s|[kMG]?op/s|[kMGT]?B/s|[MGT]?FLOP/s)(?!\w)|%|(?:percent|times)\b)"
    r"|\d×(?!\d)"
)
#: A path from the top of the tree, and the files in which it is looked for.
NAMED = re.compile(
    r"(?<![\w./{}$<>*:-])((?:scripts|harness|kernels|npb|miniapps|validation)/(?:[\w.-]+/)*[\w-]+"
    r"\.(?:py|md|toml|json|sh|[ch]pp|cmake|cuh?|in|txt|yml|lock|css|html))\b(?![\w*<>{}/])"
)
NAMING = {".md", ".py", ".sh", ".cmake", ".hpp", ".cpp", ".cu", ".cuh", ".toml", ".in", ".html"}
SEEN = re.compile(r"^## Seen so far\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)


def words(text: str) -> int:
    """Words as a reader counts them: with code and tables, without rules and targets of links."""
    shown = LINK.sub("]", COMMENT.sub(" ", text))
    return sum(1 for word in re.split(r"[\s|]+", shown) if re.search(r"\w", word))


def without_rendered(text: str) -> str:
    """Return a text whose rendered blocks are blank lines, so that lines keep their numbers."""
    return RENDERED.sub(lambda block: "\n" * block.group(0).count("\n"), text)


def top_complaints() -> Iterator[str]:
    """What is wrong with the first page."""
    found = words((ROOT / "README.md").read_text())
    if found > WORDS_OF_TOP:
        yield f"README.md: {found} words, at most {WORDS_OF_TOP}; move some to harness/docs/"


def length_complaints(readme: Path) -> Iterator[str]:
    """Where the README of a benchmark does not fit two screens."""
    where = readme.relative_to(ROOT)
    text = readme.read_text()
    lines = text.splitlines()
    if len(lines) > LINES:
        yield f"{where}: {len(lines)} lines, at most {LINES}; move some to NOTES.md"
    if words(text) > WORDS:
        yield f"{where}: {words(text)} words, at most {WORDS}; move some to NOTES.md"
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield f"{where}:{number}: {len(line)} columns, at most {COLUMNS}"


def measured_complaints(where: Path, text: str, first: int = 1) -> Iterator[str]:
    """Measured numbers that no command renders; ``first`` is the number of the first line."""
    for number, line in enumerate(without_rendered(text).splitlines(), first):
        found = MEASURED.search(line)
        if found:
            around = line[max(0, found.start() - 20) : found.end()].strip()
            yield f"{where}:{number}: '{around}' is not rendered; say it in words or render it"


def notes_complaints(notes: Path) -> Iterator[str]:
    """What is wrong with the notes of a benchmark or a group."""
    where = notes.relative_to(ROOT)
    text = notes.read_text()
    opened = text.count("<!-- rendered:")
    if opened == 0:
        yield f"{where}: no rendered block; notes begin with what was measured"
    if opened != len(RENDERED.findall(text)) or opened != text.count("<!-- end rendered -->"):
        yield f"{where}: a rendered block has no end"
    yield from measured_complaints(where, text)


def benchmark_complaints(folder: Path) -> Iterator[str]:
    """What is wrong with the README and the notes of a benchmark."""
    readme = folder / "README.md"
    if not readme.exists():
        return  # said by tree.py
    yield from length_complaints(readme)
    text = readme.read_text()
    seen = SEEN.search(text)
    if seen:
        first = text[: seen.start(1)].count("\n") + 1
        yield from measured_complaints(readme.relative_to(ROOT), seen.group(1), first)
    notes = folder / "NOTES.md"
    if notes.exists():
        yield from notes_complaints(notes)


def link_complaints(page: Path) -> Iterator[str]:
    """Links of a page to files of the tree that are not there."""
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for target in LINK.findall(line):
            path = unquote(target.partition("#")[0])
            if path and "://" not in path and not (page.parent / path).exists():
                yield f"{page.relative_to(ROOT)}:{number}: there is no {target}"


def path_complaints(page: Path, known: set[str]) -> Iterator[str]:
    """Files that a document, a docstring or a comment names and that are not in the tree."""
    for number, line in enumerate(page.read_text(errors="replace").splitlines(), 1):
        for path in NAMED.findall(line):
            if path not in known and not any(word.isupper() for word in re.split(r"[/.]", path)):
                yield f"{page.relative_to(ROOT)}:{number}: there is no {path}"


def twice_complaints() -> Iterator[str]:
    """Numbers of decisions, and beginnings of entries of the changelog, that stand twice."""
    pages = sorted((ROOT / "harness/docs/decisions").glob("[0-9]*.md"))
    log = ROOT / "CHANGELOG.md"
    lines = log.read_text().splitlines() if log.exists() else []
    for what, found in (
        ("decision", [page.name[:4] for page in pages]),
        ("CHANGELOG.md:", [line[:80] for line in lines if line.startswith("- ")]),
    ):
        for one, count in Counter(found).items():
            if count > 1:
                yield f"{what} {one}: stands {count} times"


def complaints() -> Iterator[str]:
    """Everything that is wrong with the documents, one line each."""
    yield from top_complaints()
    yield from twice_complaints()
    for group in GROUPS:
        if (ROOT / group / "NOTES.md").exists():
            yield from notes_complaints(ROOT / group / "NOTES.md")
        for cmake in sorted((ROOT / group).glob("*/CMakeLists.txt")):
            yield from benchmark_complaints(cmake.parent)
    every = tracked(ROOT)
    known = set(map(str, every))
    for where in every:
        page = ROOT / where
        if page.suffix == ".md":
            yield from link_complaints(page)
        past = where.name == "CHANGELOG.md" or "decisions" in where.parts
        if page.suffix in NAMING and not past and "tests" not in where.parts:
            yield from path_complaints(page, known)
