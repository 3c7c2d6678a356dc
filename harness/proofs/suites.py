"""Testsuites of compilers on the emulated NVIDIA device: what their proofs have in common."""

import argparse
import fnmatch
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from league.base.columns import Column, escaped, markdown
from league.base.errors import UsageError
from proofs.planter import JOBS, OUTPUT, End, Record, entries, flag

_ENDS = ("right", "known", "refused", "not built", "too long", "finding", "wrong", "n/a")
#: What every run gets, but for the folder of the stand-in libraries.
ENVIRONMENT = {
    "GPU_EMULATOR_MULTIPROCESSORS": "4",
    # All gangs and teams that store one value are how many of these programs are written.
    "GPU_EMULATOR_SAME_VALUES": "off",
}
OPTIONS = (
    flag("-k", "--select", default="*", help="runs by name, as a glob"),
    flag("--sample", type=int, default=0, metavar="N", help="only so many, drawn"),
    flag("--seed", type=int, default=0, help="of what is drawn"),
    flag("--limit", type=int, default=120, metavar="S", help="seconds of a program"),
    flag("--page", type=Path, metavar="FILE", help="write what came of it in Markdown"),
    JOBS,
    OUTPUT,
)
_Run = TypeVar("_Run")


@dataclass(frozen=True)
class Suite:
    """A testsuite: the proof that runs it, whose file of TOML tells what is known, and its page.

    A run is named by what it belongs to, a line of the page, and its program: 'c -O2 target-1.c'.
    """

    proof: str
    title: str
    rows: str

    @property
    def table(self) -> str:
        """The file that tells what is known, without its suffix."""
        return self.proof.replace("-", "_")


def chosen(runs: Mapping[str, _Run], args: argparse.Namespace) -> dict[str, _Run]:
    """Those of all runs that are asked for.  Raises UsageError if none is."""
    names = [name for name in runs if fnmatch.fnmatchcase(name, args.select)]
    if args.sample:
        names = sorted(random.Random(args.seed).sample(names, min(args.sample, len(names))))
    if not names:
        raise UsageError("no program is selected; see --help")
    return {name: runs[name] for name in names}


def blamed(said: str, findings: Sequence[str]) -> End | None:
    """What the device says of a run, which weighs more than how it ended; None: nothing."""
    if refused := re.search(r"gpu-emulator: unsupported.*", said):
        return {"outcome": "refused", "said": refused[0].strip()[:200]}
    return {"outcome": "finding", "said": findings[0][:200]} if findings else None


def lines_of(file: Path) -> list[str]:
    """The findings that a device wrote to a file."""
    return file.read_text().splitlines() if file.is_file() else []


def known(suite: Suite, name: str, end: End) -> str:
    """Whose defect an end is known to be, and why; empty if it is not known."""
    for entry in entries(suite.table, "known"):
        fits = any(fnmatch.fnmatchcase(name, glob) for glob in entry["programs"])
        if fits and end["outcome"] == entry["outcome"] and re.search(entry["says"], end["said"]):
            return f"{entry['defect']}: {entry['reason']}"
    return ""


def page(suite: Suite, done: Mapping[str, End]) -> str:
    """What came of all runs: a line for what belongs together, then what failed."""
    rows: dict[str, Counter[str]] = {}
    kept: Counter[tuple[str, str]] = Counter()
    odd = []
    for name, end in done.items():
        why = known(suite, name, end)
        row = rows.setdefault(name.rpartition(" ")[0], Counter())
        row["known" if why else end["outcome"]] += 1
        if why:
            kept[end["outcome"], why] += 1
        elif end["outcome"] not in ("right", "n/a"):
            odd.append([name, end["outcome"], end["said"][:120]])
    columns = [Column[str]("suite", suite.rows, str, right=False)]
    columns += [Column(end, end, lambda row, end=end: rows[row][end] or None) for end in _ENDS]  # type: ignore[misc]
    lines = [
        *(f"# {suite.title} on the emulated NVIDIA device", ""),
        f"Written by `scripts/prove.py {suite.proof}`; what is known stands in"
        f" `harness/proofs/{suite.table}.toml`.",
        *("", *markdown(columns, list(rows)), ""),
    ]
    most = sorted(kept.items(), key=lambda one: (-one[1], one[0]))
    whose = ([str(count), *end] for end, count in most)
    lines += ["## Known", "", *escaped(["runs", "outcome", "whose, and why"], whose)]
    lines += ["", "## Not known", "", *escaped(["run", "outcome", "it says"], odd)] if odd else []
    return "\n".join(lines) + "\n"


def tried(suite: Suite, jobs: Mapping[str, Callable[[], End]], args: argparse.Namespace) -> int:
    """Do all runs and tell what came of them; 1 if one failed that is not known to."""
    record = Record(args.output)
    record.try_each(jobs, workers=args.jobs)
    record.outcomes(jobs, f"{len(jobs)} runs")
    done = {name: record.done[name] for name in jobs}
    if args.page:
        args.page.write_text(page(suite, done))
    bad = [name for name, end in done.items()
           if end["outcome"] not in ("right", "n/a") and not known(suite, name, end)]  # fmt: skip
    print(f"{len(bad)} failed that are not known")
    return 1 if bad else 0
