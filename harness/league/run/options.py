"""The common options of the verbs, as the pipeline wants them."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from league.base import expression
from league.base.errors import UsageError
from league.run import saved, select

DEFAULT_LAUNCHES = 5
#: Launches after which a wished precision is looked at first: with fewer, a time that has two modes
#: too often shows one of them.
FIRST_LOOK = 8
#: Launches of a cell after which a wished precision is given up.
DEFAULT_MOST = 15
DEFAULT_REPEAT = 3
DEFAULT_WARMUP = 1
DEFAULT_TIMEOUT_S = 300.0
#: The check before timing is class S: a second or so, unless it hangs.
CHECK_TIMEOUT_S = 120.0
DEFAULT_CLASS = "W"
CHECK_CLASS = "S"
#: What ``--device`` calls all of them, and the verbs that can: those that check or time.
ALL = "all"
_ON_ALL = ("run", "check", "")
_SECONDS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONGEST_S = 1e7


def again(launches: int) -> int:
    """Return the launches in all of a time that was near enough after so many."""
    return launches + (launches + 1) // 2


@dataclass(frozen=True)
class Options:
    """What the command line asks for; None or empty means that it does not say."""

    project: Path
    verb: str  # "" is the command without a verb
    selection: select.Selection = field(default_factory=select.Selection)
    toolchains: tuple[str, ...] = ()
    #: a compiler in the place of the one those toolchains name: PATH or LABEL=PATH
    compiler: str = ""
    classes: tuple[str, ...] = ()
    precisions: tuple[str, ...] = ()
    launches: int | None = None
    repeat: int | None = None
    warmup: int | None = None
    seed: int | None = None
    timeout_s: float = DEFAULT_TIMEOUT_S
    jobs: int = 0
    device: int | None = None
    #: checks on every device there is, timed launches on one after the other
    all_devices: bool = False
    allow_host: bool = False
    out: Path | None = None
    resume: Path | None = None
    dry_run: bool = False
    fail_fast: bool = False
    #: whether to wait for a device that another run uses
    wait: bool = True
    junit: Path | None = None
    markdown: Path | None = None
    json: bool = False
    no_color: bool = False
    build_root: Path | None = None
    extra_dirs: tuple[Path, ...] = ()
    #: the run whose failures are meant, and the run since which something changed
    failed: str = ""
    since: str = ""
    #: seconds after which a run stops, with what is worth most done first
    budget_s: float | None = None
    #: how near a time is to be known: launches go on until its interval is within this share
    within: float | None = None
    #: launches of a cell at which that ends
    most: int | None = None

    @property
    def results(self) -> Path:
        """The folder that holds the run's folder."""
        return self.out or self.project / "results" / "runs"

    @property
    def builds(self) -> Path:
        """The folder that holds a build folder per toolchain."""
        return self.build_root or self.project / "build"

    def new_seed(self) -> int:
        """Return the seed that was given, or a fresh one."""
        return self.seed if self.seed is not None else secrets.randbelow(2**31)


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options that all verbs share."""
    choice = parser.add_argument_group("what")
    names: dict[str, object] = {"action": "append", "metavar": "GLOB"}
    _add(choice, "-b", "--benchmark", help="benchmarks, as names or globs; repeatable", **names)
    _add(choice, "-v", "--variant", help="variants, as names or globs; repeatable", **names)
    _add(choice, "-t", "--toolchain", help="toolchains, as names or globs; repeatable", **names)
    _add(choice, "--compiler", metavar="[LABEL=]PATH", default="",
         help="a compiler that was just built, in the place of the one that -t names")  # fmt: skip
    _add(choice, "-c", "--class", dest="classes", action="append", metavar="LETTER",
         help=f"problem sizes (default {DEFAULT_CLASS}); repeatable")  # fmt: skip
    _add(choice, "--precision", action="append", metavar="fp32|fp64|all", help="default: all")
    _add(choice, "--suite", metavar="NAME",
         help="quick, all, or a group's name (default all, without a verb quick)")  # fmt: skip
    _add(choice, "--tag", action="append", metavar="TAG",
         help="variants with this tag, group or model; repeatable")  # fmt: skip
    _add(choice, "-x", "--exclude", help="leave out these benchmarks or variants", **names)
    saved.add_select(choice)
    how = parser.add_argument_group("how")
    _add(how, "-l", "--launches", type=_count(1), metavar="N",
         help=f"processes per cell (default {DEFAULT_LAUNCHES})")  # fmt: skip
    _add(how, "-r", "--repeat", type=_count(1), metavar="N",
         help=f"repetitions in a process (default {DEFAULT_REPEAT})")  # fmt: skip
    _add(how, "-w", "--warmup", type=_count(0), metavar="N",
         help=f"repetitions before those (default {DEFAULT_WARMUP})")  # fmt: skip
    _add(how, "--timeout", type=_seconds, metavar="S", default=DEFAULT_TIMEOUT_S,
         help="seconds a launch may take (default %(default)g, the first check 120)")  # fmt: skip
    _add(how, "-j", "--jobs", type=_count(1), default=0, metavar="N",
         help="compilers at once (default: the cores)")  # fmt: skip
    _add(how, "--device", type=_device, metavar="N|all",
         help="number of the device to use, among those that are visible; all: checks run on every"
         " device at the same time, timed launches on one after the other")  # fmt: skip
    _add(how, "--allow-host", action="store_true",
         help="let offload variants run on the host; such times are never compared")  # fmt: skip
    _add(how, "--seed", type=_count(0), metavar="N", help="order of the launches")
    _add(how, "--fail-fast", action="store_true", help="stop at the first failure")
    _add(how, "--no-wait", action="store_true",
         help="end with 2 instead of waiting for another run on the device")  # fmt: skip
    _add(how, "--dry-run", action="store_true", help="say what would be done, do nothing")
    where = parser.add_argument_group("where")
    _add(where, "--out", type=Path, metavar="DIR",
         help="folder for the run's folder (default results/runs)")  # fmt: skip
    _add(where, "--resume", type=Path, metavar="DIR", help="go on with an interrupted run")
    _add(where, "--junit", type=Path, metavar="FILE", help="write the verdicts as JUnit XML")
    _add(where, "--markdown", type=Path, metavar="FILE", help="write the report as Markdown")
    _add(where, "--json", action="store_true", help="print JSON for programs")
    _add(where, "--no-color", action="store_true", help="no colours (so does NO_COLOR)")
    _add(where, "--build-root", type=Path, metavar="DIR",
         help="folder for the build folders (default build)")  # fmt: skip
    _add(where, "--extra-dir", type=Path, action="append", metavar="DIR",
         help="a folder outside the tree that holds a benchmark; repeatable")  # fmt: skip


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the time a run may take in all."""
    parser.add_argument(
        "--budget", type=_duration, metavar="T",
        help="stop after 90s, 25m or 2h: checks come first, of offload variants before others, then"
        " a launch of every cell, then a second one; --resume goes on",
    )  # fmt: skip


def add_precision(parser: argparse.ArgumentParser) -> None:
    """Add how near times are to be known."""
    group = parser.add_argument_group("how long")
    _add(group, "--within", type=_share, metavar="P",
         help="launch until the 95 %% interval of a time is within this, as 2%%, and then half as"
         f" often again; -l is when it first looks (default {FIRST_LOOK})")  # fmt: skip
    _add(group, "--most", type=_count(1), metavar="N",
         help=f"launches at which --within gives up (default {DEFAULT_MOST})")  # fmt: skip


def add_again(parser: argparse.ArgumentParser) -> None:
    """Add what is chosen by an earlier run."""
    group = parser.add_argument_group("again")
    _add(group, "--failed", nargs="?", const="latest", metavar="RUN",
         help="only what failed in that run (default the newest), in its classes")  # fmt: skip
    _add(group, "--since", metavar="RUN",
         help="only programs of other sources, compiler or flags than in that run")  # fmt: skip


def _share(text: str) -> float:
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?%", text)
    value = float(match.group(1)) / 100.0 if match else 0.0
    if not 0.0 < value <= 1.0:
        raise argparse.ArgumentTypeError(f"'{text}' is no share of a time such as 2%")
    return value


def _duration(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text)
    value = float(match.group(1)) * _SECONDS[match.group(2)] if match else 0.0
    if not 0.0 < value < _LONGEST_S:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time as 90s, 25m or 2h")
    return value


def _add(group: argparse._ArgumentGroup, *flags: str, **settings: object) -> None:
    group.add_argument(*flags, **settings)  # type: ignore[arg-type]


class _count:
    """A whole number that is not too small."""

    def __init__(self, least: int) -> None:
        self._least = least

    def __call__(self, text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = self._least - 1
        if value < self._least:
            raise argparse.ArgumentTypeError(
                f"'{text}' is not a whole number of {self._least} or more"
            )
        return value


def _device(text: str) -> int | str:
    return text if text == ALL else _count(0)(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a time in seconds")
    return value


def from_arguments(args: argparse.Namespace, *, project: Path, verb: str) -> Options:
    """Return the options a command line means.  Raises UsageError for what cannot be."""
    saved.fill(args)
    if args.where:
        expression.parse(args.where)
    if args.resume is not None and args.out is not None:
        raise UsageError("--resume goes on in the folder of that run; leave out --out")
    within, most = getattr(args, "within", None), getattr(args, "most", None)
    if most is not None and within is None and args.resume is None:
        raise UsageError("--most says when --within gives up; give that, too")
    if within is not None and (most or DEFAULT_MOST) < (args.launches or FIRST_LOOK):
        raise UsageError("--most is less than -l, the least number of launches; make it larger")
    if args.device == ALL and verb not in _ON_ALL:
        raise refuse_all(verb)
    for folder in args.extra_dir or ():
        if not (folder / "CMakeLists.txt").is_file():
            raise UsageError(f"{folder} holds no CMakeLists.txt; name the folder of a benchmark")
    return Options(
        project=project,
        verb=verb,
        selection=select.Selection(
            suite=args.suite or "",
            benchmarks=select.split(args.benchmark),
            variants=select.split(args.variant),
            tags=select.split(args.tag),
            exclude=select.split(args.exclude),
            where=args.where,
        ),
        toolchains=select.split(args.toolchain),
        compiler=args.compiler,
        classes=select.check_classes(select.split(args.classes)),
        precisions=_precisions(select.split(args.precision)),
        launches=args.launches,
        repeat=args.repeat,
        warmup=args.warmup,
        seed=args.seed,
        timeout_s=args.timeout,
        jobs=args.jobs,
        device=None if args.device == ALL else args.device,
        all_devices=args.device == ALL,
        allow_host=args.allow_host,
        out=_absolute(args.out),
        resume=_absolute(args.resume),
        dry_run=args.dry_run,
        fail_fast=args.fail_fast,
        wait=not args.no_wait,
        junit=_absolute(args.junit),
        markdown=_absolute(args.markdown),
        json=args.json,
        no_color=args.no_color,
        build_root=_absolute(args.build_root),
        extra_dirs=tuple(folder.resolve() for folder in args.extra_dir or ()),
        budget_s=getattr(args, "budget", None),
        within=within,
        most=most,
        failed=getattr(args, "failed", None) or "",
        since=getattr(args, "since", None) or "",
    )


def refuse_all(what: str) -> UsageError:
    """Return the error for ``--device all`` where it cannot be."""
    return UsageError(f"--device all is for benchmarks that are run or checked, not for {what}")


def _absolute(path: Path | None) -> Path | None:
    return None if path is None else Path.cwd() / path


def _precisions(names: Sequence[str]) -> tuple[str, ...]:
    return select.check_precisions(names) if names else ()
