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
import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from league.analysis import cell_table, machines, nearness, needs
from league.analysis.selection import narrow
from league.base import columns
from league.base.columns import Column
from league.base.errors import LeagueError, UsageError
from league.records import store
from league.records.schema import Record
from league.records.view import RunView, view
from league.show import judged, tables

REFERENCE = Path("results/reference")
COMMAND = "scripts/render.py"
_BEGIN = re.compile(r"<!-- rendered: (\S+) *(.*?) *-->")
_END = "<!-- end rendered -->"
_FENCE = re.compile(r"\s*(```|~~~)")
# What chooses cells, as verbs call it.
_CHOICE = {"-b": "benchmark", "-v": "variant", "-t": "toolchain", "-c": "classes"}
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
            inside = not Path(name).is_absolute()
            fitting = sorted(self.reference.glob(name)) if inside else []
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
class Page:
    """The Markdown file that a block stands in, and what can be read from there."""

    file: Path
    records: _Records
    products: dict[Path, str]

    def link(self, text: str, target: Path) -> str:
        """Return a link from this file."""
        return f"[{text}]({Path(os.path.relpath(target, self.file.parent)).as_posix()})"


#: Returns the lines of a block, from the words behind its kind.
Kind = Callable[[Page, Sequence[str]], list[str]]


def render(root: Path, further: Mapping[str, Kind] | None = None) -> Rendering:
    """Render everything that the Markdown files below `root` ask for; nothing is written.

    `further` are kinds of block that stand elsewhere, such as the figures of studies.
    """
    records = _Records(root)
    done = Rendering()
    for file in _markdown(root):
        text = file.read_text(encoding="utf-8")
        if _BEGIN.search(text):
            page = Page(file, records, done.files)
            kinds = {**KINDS, **(further or {})}
            new = _with_blocks(text, page, kinds, file.relative_to(root), done.complaints)
            done.files[file] = new
    return done


def stale(root: Path, further: Mapping[str, Kind] | None = None) -> list[str]:
    """Return a line for everything that is not what the records say, empty if all is fresh."""
    done = render(root, further)
    old = [f"{file.relative_to(root)}: is stale; run {COMMAND}" for file in _outdated(done)]
    return [*done.complaints, *old, *_unaccounted(root, done)]


def write(root: Path, further: Mapping[str, Kind] | None = None) -> tuple[list[Path], list[str]]:
    """Write what is stale; returns the files written and what is wrong besides."""
    done = render(root, further)
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


def _with_blocks(
    text: str, page: Page, kinds: Mapping[str, Kind], shown: Path, complaints: list[str]
) -> str:
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
                lines += _body(opening, page, kinds)
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


def _body(opening: re.Match[str], page: Page, kinds: Mapping[str, Kind]) -> list[str]:
    """Return the lines of the block that a comment opens."""
    kind, words = opening.groups()
    if kind not in kinds:
        raise UsageError(f"there is no kind {kind!r} of block; there are {', '.join(kinds)}")
    return kinds[kind](page, shlex.split(words))


# Kinds of block


def _words(words: Sequence[str], *, cells: bool = False, **options: Any) -> argparse.Namespace:
    """Parse the words of a kind: runs, with `cells` which cells of them, and further options."""
    parser = _Parser(prog="rendered", add_help=False)
    parser.add_argument("runs", nargs="+", metavar="RUN")
    if cells:
        for flag, name in _CHOICE.items():
            parser.add_argument(flag, dest=name, action="append", metavar=name.upper())
        parser.add_argument("-p", dest="where", type="precision={}".format, metavar="PRECISION")
    for name, settings in options.items():
        parser.add_argument(f"--{name}", **settings)
    return parser.parse_args(words)


def _cells(
    make: Callable[[Sequence[RunView], argparse.Namespace], list[str]], **options: Any
) -> Kind:
    """A kind that shows chosen cells of runs."""

    def kind(page: Page, words: Sequence[str]) -> list[str]:
        args = _words(words, cells=True, **options)
        return make(narrow(page.records.views(args.runs), args), args)

    return kind


def _near(page: Page, words: Sequence[str]) -> list[str]:
    args = _words(words, cells=True)
    chosen = {key for run in narrow(page.records.views(args.runs), args) for key in run.cells}
    rows = nearness.near(*page.records.views(args.runs), every=True)
    return nearness.markdown([row for row in rows if row.key in chosen])


def _machines(page: Page, words: Sequence[str]) -> list[str]:
    args = _words(words, cells=True, kernels={"action": "store_true"})
    chosen = {key for run in narrow(page.records.views(args.runs), args) for key in run.cells}
    rows = machines.beside(*page.records.views(args.runs), kernels=args.kernels)
    return machines.markdown([row for row in rows if row.key in chosen], kernels=args.kernels)


def _conformance(page: Page, words: Sequence[str]) -> list[str]:
    args = _words(words, diff={"nargs": 2, "metavar": ("OLD", "NEW"), "default": ()})
    return judged.conformance(page.records.all_of(args.runs), args.diff)


def _runs(page: Page, words: Sequence[str]) -> list[str]:
    runs = []
    for folder in page.records.folders(_words(words or ["*/*"]).runs):
        name = folder.relative_to(page.records.reference).as_posix()
        file = store.records_file(folder)
        runs.append((page.link(f"`{name}`", folder), file, page.records.of(folder)))
    return tables.sessions(runs)


#: What the columns of a table of cells mean.
COLUMNS: tuple[Column[tuple[str, cell_table.Column]], ...] = (
    Column("column", "column", lambda named: f"`{named[0]}`", markup=True),
    Column("unit", "unit", lambda named: named[1].unit, markup=True),
    Column("meaning", "what it is", lambda named: named[1].meaning, markup=True),
    Column("unknown", "unknown where", lambda named: named[1].unknown, markup=True),
)


def _columns(page: Page, words: Sequence[str]) -> list[str]:
    if words:
        raise UsageError("columns takes no words; remove them")
    return columns.markdown(COLUMNS, cell_table.COLUMNS.items())


KINDS: Mapping[str, Kind] = {
    "times": _cells(lambda runs, args: tables.times(runs)),
    "rates": _cells(
        lambda runs, args: tables.rates(runs, by_work=args.work),
        work={"action": "store_true"},
    ),
    "ratios": _cells(
        lambda runs, args: tables.ratios(runs, args.to),
        to={"required": True, "metavar": "VARIANT"},
    ),
    "verdicts": _cells(
        lambda runs, args: (judged.failures if args.failures else judged.verdicts)(runs),
        failures={"action": "store_true"},
    ),
    "runs": _runs,
    "columns": _columns,
    "published": lambda page, words: tables.published(page.records.all_of(_words(words).runs)),
    "conformance": _conformance,
    "near": _near,
    "machines": _machines,
    "needs": _cells(lambda runs, args: needs.markdown(needs.needs(*runs))),
}
