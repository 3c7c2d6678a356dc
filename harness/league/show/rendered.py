"""What is rendered from committed records: blocks of Markdown files, and figures.

A block stands between two lines of a Markdown file, which say what is in it::

    <!-- rendered: times debian12-2core/npb-speed -b npb-bt -->
    <!-- end rendered -->

Runs are folders below ``results/reference``, globs included.  What a block says is replaced as a
whole; a figure is a block that writes a picture and a CSV beside the records, and links to them.
Whatever else lies below ``results/reference`` has to be named in its README.
"""

from __future__ import annotations

import argparse
import fnmatch
import functools
import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from league.analysis import cell_table
from league.base.errors import LeagueError, UsageError
from league.records import store
from league.records.schema import Record
from league.records.view import RunView, view
from league.show import drawn, judged, tables

REFERENCE = Path("results/reference")
COMMAND = "scripts/render.py"
_BEGIN = re.compile(r"<!-- rendered: (\S+) *(.*?) *-->")
_END = "<!-- end rendered -->"
_FENCE = re.compile(r"\s*(```|~~~)")
# Folders whose Markdown is nobody's page: builds, environments, results that are not committed.
_PASSED_OVER = {"build", "runs", "node_modules", "__pycache__"}


@dataclass
class Rendering:
    """Every file that has rendered content, as it should be, and what could not be rendered."""

    files: dict[Path, str] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)


class _Parser(argparse.ArgumentParser):
    """The words of a block; what is wrong with them is an error of the project's kind."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; {' '.join(self.format_usage().split())}")


class _Records:
    """The committed runs, each read once."""

    def __init__(self, root: Path) -> None:
        self.root, self.reference = root, root / REFERENCE
        self._read: dict[Path, list[Record]] = {}

    def folders(self, names: Sequence[str]) -> list[Path]:
        """Return the folders of runs that names or globs mean, in that order."""
        found: list[Path] = []
        for name in names:
            fitting = sorted(self.reference.glob(name))
            with_records = [one for one in fitting if store.records_in(one) is not None]
            if not with_records:
                raise UsageError(f"{REFERENCE}/{name} holds no records; name the folder of a run")
            found += with_records
        return list(dict.fromkeys(found))

    def of(self, folder: Path) -> list[Record]:
        """Return the records of a run."""
        if folder not in self._read:
            self._read[folder] = store.read_records(folder)
        return self._read[folder]

    def all_of(self, names: Sequence[str]) -> list[Record]:
        """Return the records of several runs, one after the other."""
        return [record for folder in self.folders(names) for record in self.of(folder)]

    def views(self, names: Sequence[str]) -> list[RunView]:
        """Return the cells of several runs."""
        return [view(self.of(folder), folder.name) for folder in self.folders(names)]


@dataclass(frozen=True)
class _Page:
    """The Markdown file that a block stands in, and what can be read from there."""

    file: Path
    records: _Records
    products: dict[Path, str]

    def link(self, text: str, target: Path) -> str:
        """Return a link from this file."""
        return f"[{text}]({Path(os.path.relpath(target, self.file.parent)).as_posix()})"


def render(root: Path) -> Rendering:
    """Render everything that the Markdown files below `root` ask for; nothing is written."""
    records = _Records(root)
    done = Rendering()
    for file in _markdown(root):
        text = file.read_text(encoding="utf-8")
        if _BEGIN.search(text):
            page = _Page(file, records, done.files)
            new = _with_blocks(text, page, file.relative_to(root), done.complaints)
            done.files[file] = new
    return done


def stale(root: Path) -> list[str]:
    """Return a line for everything that is not what the records say, empty if all is fresh."""
    done = render(root)
    old = [f"{file.relative_to(root)}: is stale; run {COMMAND}" for file in _outdated(done)]
    return [*done.complaints, *old, *_unaccounted(root, done)]


def write(root: Path) -> tuple[list[Path], list[str]]:
    """Write what is stale; returns the files written and what is wrong besides."""
    done = render(root)
    old = _outdated(done)
    for file in old:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(done.files[file], encoding="utf-8")
    return old, [*done.complaints, *_unaccounted(root, done)]


def _outdated(done: Rendering) -> list[Path]:
    """The files that are missing or say something else."""
    return [
        file
        for file, text in sorted(done.files.items())
        if not file.is_file() or file.read_text(encoding="utf-8") != text
    ]


def _markdown(root: Path) -> Iterator[Path]:
    """The Markdown files of a tree, in order."""
    for place, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if one[0] != "." and one not in _PASSED_OVER)
        yield from (Path(place) / name for name in sorted(names) if name.endswith(".md"))


def _unaccounted(root: Path, done: Rendering) -> Iterator[str]:
    """Files beside the records that nothing makes and no line of the README explains."""
    reference = root / REFERENCE
    readme = reference / "README.md"
    told = (
        re.findall(r"`([^`\s]+)`", readme.read_text(encoding="utf-8")) if readme.is_file() else []
    )
    for file in sorted(reference.rglob("*")):
        name = file.relative_to(reference).as_posix()
        if not file.is_file() or file.name in store.FILE_NAMES or file in done.files:
            continue
        if file != readme and not any(fnmatch.fnmatchcase(name, glob) for glob in told):
            yield f"{REFERENCE}/{name}: no record, not rendered, and not named in the README there"


def _with_blocks(text: str, page: _Page, shown: Path, complaints: list[str]) -> str:
    """Return a page with every block replaced; one that cannot be rendered stays as it is."""
    lines: list[str] = []
    old: list[str] = []
    opening: re.Match[str] | None = None
    begun = 0
    fenced = False
    for number, line in enumerate(text.split("\n"), start=1):
        if opening is None:
            lines.append(line)
            fenced ^= bool(_FENCE.match(line))
            opening, begun = (None if fenced else _BEGIN.fullmatch(line)), number
        elif line == _END:
            try:
                lines += _body(opening, page)
            except (LeagueError, ValueError) as error:
                complaints.append(f"{shown}:{begun}: {error}")
                lines += old
            lines.append(line)
            opening, old = None, []
        elif _BEGIN.fullmatch(line):
            break
        else:
            old.append(line)
    if opening is not None:
        complaints.append(f"{shown}:{begun}: the block has no end; write {_END} on a line below")
        return text
    return "\n".join(lines)


def _body(opening: re.Match[str], page: _Page) -> list[str]:
    """Return the lines of the block that a comment opens."""
    kind, words = opening.groups()
    if kind not in KINDS:
        raise UsageError(f"there is no kind {kind!r} of block; there are {', '.join(KINDS)}")
    return KINDS[kind](page, shlex.split(words))


# Kinds of block


def _parser(kind: str, *, cells: bool = False) -> _Parser:
    """The words that a kind takes: runs, and with `cells` which cells of them."""
    parser = _Parser(prog=f"rendered: {kind}", add_help=False)
    parser.add_argument("runs", nargs="+", metavar="RUN")
    if cells:
        for option in ("-b", "-v", "-t"):
            parser.add_argument(option, action="append", default=[], metavar="GLOB")
        parser.add_argument("-c", default="", metavar="LETTERS")
        parser.add_argument("-p", default="", metavar="PRECISION")
    return parser


def _choice(args: argparse.Namespace) -> tables.Choice:
    every = ["*"]
    letters = args.c.replace(",", "")
    return tables.Choice(args.b or every, args.v or every, args.t or every, letters, args.p)


def _times(page: _Page, words: Sequence[str]) -> list[str]:
    args = _parser("times", cells=True).parse_args(words)
    return tables.times(page.records.views(args.runs), _choice(args))


def _rates(page: _Page, words: Sequence[str]) -> list[str]:
    parser = _parser("rates", cells=True)
    parser.add_argument("--work", action="store_true")
    args = parser.parse_args(words)
    shown = tables.work_rates if args.work else tables.rates
    return shown(page.records.views(args.runs), _choice(args))


def _ratios(page: _Page, words: Sequence[str]) -> list[str]:
    parser = _parser("ratios", cells=True)
    parser.add_argument("--to", required=True, metavar="VARIANT")
    args = parser.parse_args(words)
    return tables.ratios(page.records.views(args.runs), _choice(args), args.to)


def _verdicts(page: _Page, words: Sequence[str]) -> list[str]:
    parser = _parser("verdicts", cells=True)
    parser.add_argument("--failures", action="store_true")
    args = parser.parse_args(words)
    shown = judged.failures if args.failures else judged.verdicts
    return shown(page.records.views(args.runs), _choice(args))


def _conformance(page: _Page, words: Sequence[str]) -> list[str]:
    parser = _parser("conformance")
    parser.add_argument("--diff", nargs=2, metavar=("OLD", "NEW"), default=())
    args = parser.parse_args(words)
    return judged.conformance(page.records.all_of(args.runs), args.diff)


def _published(page: _Page, words: Sequence[str]) -> list[str]:
    args = _parser("published").parse_args(words)
    return tables.published(page.records.all_of(args.runs))


def _runs(page: _Page, words: Sequence[str]) -> list[str]:
    found = []
    args = _parser("runs").parse_args(words or ["*/*"])
    for folder in page.records.folders(args.runs):
        name = folder.relative_to(page.records.reference).as_posix()
        file = store.records_file(folder)
        found.append((page.link(f"`{name}`", folder), file, page.records.of(folder)))
    return tables.sessions(found)


def _columns(page: _Page, words: Sequence[str]) -> list[str]:
    """What the columns of a table of cells mean; of no run."""
    if words:
        raise UsageError("columns takes no words")
    rows = [
        (f"`{name}`", one.unit, one.meaning, one.unknown)
        for name, one in cell_table.COLUMNS.items()
    ]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return ["| column | unit | what it is | unknown where |", "|---|---|---|---|", *lines]


def _figure(page: _Page, words: Sequence[str], *, shown: bool = False) -> list[str]:
    """Draw a study or a sweep: ``FILE.svg ID RUN...``; the file is below results/reference."""
    if len(words) < 3 or not words[0].endswith(".svg"):
        raise UsageError("a figure is FILE.svg, the id of a study or 'sweep', and its runs")
    file = page.records.reference / words[0]
    folders = page.records.folders(words[2:])
    found = drawn.figures(words[1], [(one.name, page.records.of(one)) for one in folders])
    if len(found) != 1:
        raise UsageError(f"{words[1]} has several figures; name one of them")
    one = found[0]
    page.products[file] = one.picture("svg").decode("utf-8")
    page.products[file.with_suffix(".csv")] = one.numbers
    link = page.link(one.title, file)
    beside = f"({page.link('numbers', file.with_suffix('.csv'))})"
    runs = [one.relative_to(page.records.root).as_posix() for one in folders]
    again = drawn.command(words[1], runs)
    told = f"As SVG, PNG and CSV: `{again}`"
    return [f"!{link}", "", f"{beside} {told}"] if shown else [f"{link} {beside}", "", told]


KINDS: Mapping[str, Callable[[_Page, Sequence[str]], list[str]]] = {
    "times": _times,
    "rates": _rates,
    "ratios": _ratios,
    "verdicts": _verdicts,
    "runs": _runs,
    "columns": _columns,
    "figure": _figure,
    "picture": functools.partial(_figure, shown=True),
    "published": _published,
    "conformance": _conformance,
}
