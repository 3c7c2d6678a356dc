"""The options of the verbs: the table of them, and the value that a command line makes of it."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from league.base import expression, paths
from league.base.arguments import Argument, count, duration, share
from league.base.errors import UsageError
from league.base.progress import Progress
from league.run import parameters, saved, select
from league.run.select import Selection, names_option
from league.run.table import Kept, Row, option, rows_of
from league.verdicts.judging import Judge

#: Launches after which a wished precision is looked at first: with fewer, a time that has two modes
#: too often shows one of them.
FIRST_LOOK = 8
DEFAULT_LAUNCHES = 5
#: Launches of a cell after which a wished precision is given up.
DEFAULT_MOST = 15
DEFAULT_REPEAT = 3
DEFAULT_WARMUP = 1
DEFAULT_TIMEOUT_S = 300.0
#: The check before timing is class S: a second or so, unless it hangs.
CHECK_TIMEOUT_S = 120.0
DEFAULT_CLASS = "W"
CHECK_CLASS = "S"
#: What ``--device`` calls all of them.
ALL = "all"

#: The verbs that take options of this table; "" is the command without a verb.
VERBS = frozenset({
    "", "build", "bundle", "check", "conformance", "doctor", "list", "probe", "run", "run-bundle",
    "selftest", "submit", "sweep", "toolchains",
})  # fmt: skip
_LONG = frozenset({"check", "conformance", "run", "run-bundle", "sweep"})
_AGAIN = frozenset({"check", "run"})
_RUN = frozenset({"run"})
_SIZED = frozenset({"check", "run", "submit"})
_TIMED = frozenset({"run", "run-bundle", "submit"})

_HOME = "use it where the results are imported"
_COLLECTED = "use it once the run is collected"
_IN_A_BUNDLE = {"a bundle": _HOME}
_NO_FILES = {"submit": _COLLECTED, "a bundle": _HOME, "sweep": "leave it out"}
_ON_CLASSES = {"claims": "a claim has no size", "profiles": "a profile is of a class"}
#: What can use all devices is a benchmark that is run or checked.
_ON_ONE = {
    verb: "it is for benchmarks that are run or checked"
    for verb in (
        *sorted(VERBS - {"", "run", "check", "run-bundle", "submit"}),
        "claims",
        "profiles",
    )
}


def _absolute(path: Path) -> Path:
    return Path.cwd() / path


def _device(text: str) -> int | str:
    return text if text == ALL else count(0)(text)


def _folders(given: Sequence[Path]) -> tuple[Path, ...]:
    for folder in given:
        if not (folder / "CMakeLists.txt").is_file():
            raise UsageError(f"{folder} holds no CMakeLists.txt; name the folder of a benchmark")
    return tuple(folder.resolve() for folder in given)


@dataclass(frozen=True)
class Options:
    """What the command line asks for; None or empty means that it does not say."""

    project: Path
    verb: str  # "" is the command without a verb
    selection: Selection = field(default_factory=Selection)
    toolchains: tuple[str, ...] = names_option(
        "-t", "--toolchain", help="toolchains, as names or globs; repeatable", fits="toolchains"
    )
    #: a compiler in the place of the one those toolchains name: PATH or LABEL=PATH
    compiler: str = option(
        "--compiler", group="what", metavar="[LABEL=]PATH", default="",
        help="a compiler that was just built, in the place of the one that -t names",
    )  # fmt: skip
    classes: tuple[str, ...] = option(
        "-c", "--class", dest="classes", group="what", action="append", metavar="LETTER",
        fits="classes", default=(), read=lambda given: select.check_classes(select.split(given)),
        saved=True, help=f"problem sizes (default {DEFAULT_CLASS}); repeatable",
        kept=Kept(
            "selection",
            lambda options: (CHECK_CLASS if options.verb == "check" else DEFAULT_CLASS,),
        ),
    )  # fmt: skip
    precisions: tuple[str, ...] = option(
        "--precision", group="what", action="append", help="default: all",
        metavar="|".join((*select.PRECISIONS, "all")),
        fits=(*select.PRECISIONS, "all"), default=(), saved=True,
        read=lambda given: select.check_precisions(select.split(given)),
        kept=Kept("selection", select.PRECISIONS),
    )  # fmt: skip
    #: parameters that differ from those of the class: KEY=N, or BENCHMARK.KEY=N
    sets: tuple[str, ...] = option(
        "--set", group="what", action="append", metavar="[BENCHMARK.]KEY=N", default=(),
        read=parameters.texts, verbs=_SIZED, kept=Kept(usual=()), void=_ON_CLASSES,
        help="a parameter of the problem other than the class has it, of all benchmarks or of one;"
        " repeatable; such a size is compared with its like only",
    )  # fmt: skip
    launches: int | None = option(
        "-l", "--launches", group="how", type=count(1), metavar="N",
        help=f"processes per cell (default {DEFAULT_LAUNCHES})",
        kept=Kept(
            "",
            lambda options: DEFAULT_LAUNCHES if options.within is None else FIRST_LOOK,
            check=(1,),
        ),
    )  # fmt: skip
    repeat: int | None = option(
        "-r", "--repeat", group="how", type=count(1), metavar="N",
        help=f"repetitions in a process (default {DEFAULT_REPEAT})",
        kept=Kept("", DEFAULT_REPEAT, check=(1,)),
    )  # fmt: skip
    warmup: int | None = option(
        "-w", "--warmup", group="how", type=count(0), metavar="N",
        help=f"repetitions before those (default {DEFAULT_WARMUP})",
        kept=Kept("", DEFAULT_WARMUP, check=(0,)),
    )  # fmt: skip
    #: how near a time is to be known: launches go on until its interval is within this share
    within: float | None = option(
        "--within", group="how", type=share, metavar="P", verbs=_RUN,
        kept=Kept(check=(None,), text=lambda given: f"{100 * given:g}%"),
        help="launch until the 95 %% interval of a time is within this, as 2%%, and then half as"
        f" often again; -l is when it first looks (default {FIRST_LOOK})",
    )  # fmt: skip
    #: launches of a cell at which that ends
    most: int | None = option(
        "--most", group="how", type=count(1), metavar="N", verbs=_RUN,
        help=f"launches at which --within gives up (default {DEFAULT_MOST})",
        kept=Kept(usual=lambda options: DEFAULT_MOST if options.within else None, check=(None,)),
    )  # fmt: skip
    #: seconds after which a run stops, with what is worth most done first
    budget_s: float | None = option(
        "--budget", group="how", type=duration, metavar="T", verbs=_LONG,
        help="stop after 90s, 25m or 2h: checks come first, of offload variants before others, then"
        " a launch of every cell, then a second one; --resume goes on",
    )  # fmt: skip
    timeout_s: float = option(
        "--timeout", group="how", type=duration, metavar="T", default=DEFAULT_TIMEOUT_S,
        help="how long a launch may take, as 90s or 5m"
        f" (default {DEFAULT_TIMEOUT_S:g}s, the first check {CHECK_TIMEOUT_S:g}s)",
    )  # fmt: skip
    jobs: int = option(
        "-j", "--jobs", group="how", type=count(1), metavar="N", default=0, void=_IN_A_BUNDLE,
        help="compilers at once (default: the cores)",
    )  # fmt: skip
    device: int | None = option(
        "--device", group="how", type=_device, metavar="N|all",
        read=lambda given: None if given == ALL else given, kept=Kept(always=True),
        help="number of the device to use, among those that are visible; all: checks run on every"
        " device at the same time, timed launches on one after the other",
    )  # fmt: skip
    #: checks on every device there is, timed launches on one after the other
    all_devices: bool = option(
        "--device all", said_by="device", default=False, read=lambda given: given == ALL,
        kept=Kept(usual=False), void=_ON_ONE,
    )  # fmt: skip
    ranks: int | None = option(
        "--ranks", group="how", type=count(1), metavar="N", verbs=_TIMED, kept=Kept(check=(None,)),
        void={"claims": "a claim is one process", "profiles": "a profile is of one process"},
        help="time each cell in N processes at once, too: one a device, each with its own"
        " processors and a problem of its own",
    )  # fmt: skip
    allow_host: bool = option(
        "--allow-host", group="how", action="store_true", default=False,
        kept=Kept(usual=False, always=True),
        help="let offload variants run on the host; such times are never compared",
    )  # fmt: skip
    seed: int | None = option(
        "--seed", group="how", type=count(0), metavar="N", help="order of the launches",
        kept=Kept("", lambda options: options.new_seed()),
    )  # fmt: skip
    #: whether target regions are checked on an emulated GPU, too
    emulated: bool = option(
        "--no-emulated", group="how", action="store_true", default=True, verbs=frozenset({"check"}),
        read=lambda given: not given, void={"claims": "they have toolchains of emulated GPUs"},
        help="check target regions where they are asked for alone, and not on an emulated GPU, too",
    )  # fmt: skip
    #: whether cases of benchmarks are checked beside class S
    cases: bool = option(
        "--no-cases", group="how", action="store_true", default=True, verbs=frozenset({"check"}),
        read=lambda given: not given, void={"claims": "they have none"},
        help="check class S alone, without other sizes, input decks and numbers of threads",
    )  # fmt: skip
    fail_fast: bool = option(
        "--fail-fast", group="how", action="store_true", default=False,
        void={"submit": _COLLECTED}, help="stop at the first failure",
    )  # fmt: skip
    #: whether to wait for a device that another run uses
    wait: bool = option(
        "--no-wait", group="how", action="store_true", default=True, read=lambda given: not given,
        help="do not wait for another run on the device: go on beside it where nothing is timed,"
        " else end with 2",
    )  # fmt: skip
    dry_run: bool = option(
        "--dry-run", group="how", action="store_true", default=False,
        help="say what would be done, do nothing",
    )  # fmt: skip
    #: the run whose failures are meant
    failed: str = option(
        "--failed", group="again", nargs="?", const="latest", metavar="RUN", fits="runs",
        default="", verbs=_AGAIN,
        help="only what failed in that run (default the newest), in its classes",
    )  # fmt: skip
    #: the run since which something changed
    since: str = option(
        "--since", group="again", metavar="RUN", fits="runs", default="", verbs=_AGAIN,
        help="only programs of other sources, compiler or flags than in that run",
    )  # fmt: skip
    out: Path | None = option(
        "--out", group="where", type=Path, metavar="DIR", read=_absolute,
        help="folder for the run's folder (default results/runs)",
    )  # fmt: skip
    resume: Path | None = option(
        "--resume", group="where", type=Path, metavar="DIR", read=_absolute,
        help="go on with an interrupted run; of a submitted one, submit what was lost",
    )  # fmt: skip
    junit: Path | None = option(
        "--junit", group="where", type=Path, metavar="FILE", read=_absolute, void=_NO_FILES,
        help="write the verdicts as JUnit XML",
    )  # fmt: skip
    markdown: Path | None = option(
        "--markdown", group="where", type=Path, metavar="FILE", read=_absolute, void=_NO_FILES,
        help="write the report as Markdown",
    )  # fmt: skip
    json: bool = option(
        "--json", group="where", action="store_true", default=False, help="print JSON for programs"
    )
    no_color: bool = option(
        "--no-color", group="where", action="store_true", default=False,
        help="no colours (so does NO_COLOR)",
    )  # fmt: skip
    build_root: Path | None = option(
        "--build-root", group="where", type=Path, metavar="DIR", read=_absolute, void=_IN_A_BUNDLE,
        help="folder for the build folders (default build)",
    )  # fmt: skip
    extra_dirs: tuple[Path, ...] = option(
        "--extra-dir", group="where", type=Path, action="append", metavar="DIR", default=(),
        read=_folders, void=_IN_A_BUNDLE,
        help="a folder outside the tree that holds a benchmark; repeatable",
    )  # fmt: skip

    @property
    def results(self) -> Path:
        """The folder that holds the run's folder."""
        return self.out or paths.results(self.project) / "runs"

    @property
    def builds(self) -> Path:
        """The folder that holds a build folder per toolchain."""
        return self.build_root or paths.builds(self.project)

    @property
    def judge(self) -> Judge:
        """What is asked of the launches."""
        return Judge(self.allow_host)

    @property
    def people(self) -> TextIO:
        """Where people read: stderr when stdout is JSON for programs."""
        return sys.stderr if self.json else sys.stdout

    def progress(self) -> Progress:
        """Return a display of what is going on."""
        return Progress(no_color=self.no_color)

    def new_seed(self) -> int:
        """Return the seed that was given, or a fresh one."""
        return self.seed if self.seed is not None else secrets.randbelow(2**31)


def table() -> Iterator[Row]:
    """Yield the rows of all options, those that choose first."""
    yield from rows_of(Selection)
    yield from rows_of(Options)


def value_of(options: Options, row: Row) -> Any:
    """Return what options say in a row."""
    return getattr(options.selection if hasattr(Selection, row.name) else options, row.name)


def arguments(verb: str) -> list[Argument]:
    """Return how the options of a verb are written, none if it takes none of the table."""
    made = [
        row.argument for row in table() if row.argument is not None and verb in (row.verbs or VERBS)
    ]
    return [*made, saved.SELECT] if made else []


def written(*words: str) -> tuple[Argument, ...]:
    """Return how options are written, by their long flags, for a verb that has some of them."""
    known = {row.word: row.argument for row in table() if row.argument is not None}
    return tuple(known[word] for word in words)


def from_arguments(args: argparse.Namespace, *, project: Path, verb: str) -> Options:
    """Return the options a command line means.  Raises UsageError for what cannot be."""
    fill(args)
    chosen, others = (
        {row.name: row.value(getattr(args, row.said_by, None)) for row in rows_of(kind)}
        for kind in (Selection, Options)
    )
    options = Options(project, verb, Selection(**chosen), **others)
    if options.selection.where:
        expression.parse(options.selection.where)
    if options.resume is not None and options.out is not None:
        raise UsageError("--resume goes on in the folder of that run; leave out --out")
    if options.ranks and options.device is not None:
        raise UsageError("--ranks takes the devices in turn; leave --device out or say all")
    if options.most is not None and options.within is None and options.resume is None:
        raise UsageError("--most says when --within gives up; give that, too")
    most, least = options.most or DEFAULT_MOST, options.launches or FIRST_LOOK
    if options.within is not None and most < least:
        raise UsageError("--most is less than -l, the least number of launches; make it larger")
    refuse(options, verb)
    return options


def words(options: Options) -> list[str]:
    """Return the words of a command line that say the same, without those that say where."""
    found = []
    for row in table():
        value = value_of(options, row)
        if row.argument is None or row.argument.group == "where" or value == row.default:
            continue
        if isinstance(value, bool):
            found += [row.flags[-1]]
        elif isinstance(value, tuple):
            found += [row.flag, ",".join(value)]
        else:
            found += [row.flag, row.kept.text(value) if row.kept else str(value)]
    return found


def fill(args: argparse.Namespace) -> None:
    """Give options that the command line leaves out what the selection it names says."""
    kept = [row for row in table() if row.saved and row.argument is not None]
    saved.fill(args, {row.word: (row.said_by, type(row.default)) for row in kept})


def refuse(options: Options, what: str) -> None:
    """Raise UsageError for an option that means nothing for a verb, or for what it acts on."""
    for row in table():
        if what in row.void and value_of(options, row) != row.default:
            raise UsageError(f"{row.flag} means nothing for {what}; {row.void[what]}")
