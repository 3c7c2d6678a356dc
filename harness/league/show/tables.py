"""Tables of committed runs in Markdown: times, verdicts, conformance, published problems, sessions.

Pure: records in, lines of Markdown out.  An empty table is an error, since a page that says nothing
looks like one on which nothing is wrong.
"""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.analysis import metrics
from league.analysis.standing import benchmarks
from league.base.errors import NothingComparable
from league.base.words import byte_size, duration, significant, word
from league.claims import matrix as claims
from league.records.view import Cell, Key, Launch, Record, RunView, bare

_CLASSES = "SWABC"
_NOT_OFFERED = ("", "unavailable", "toolchain-absent")
_SHOWN = ("bad", "trap")  # tones of verdicts that need a line of their own


@dataclass(frozen=True)
class Choice:
    """Which cells of the runs a table shows: globs of names, letters of classes."""

    benchmarks: Sequence[str] = ("*",)
    variants: Sequence[str] = ("*",)
    toolchains: Sequence[str] = ("*",)
    classes: str = ""

    def takes(self, toolchain: str, benchmark: str, variant: str, letter: str = "") -> bool:
        """Whether a cell, or with no letter a build, is shown."""
        return (
            _fits(toolchain, self.toolchains)
            and _fits(benchmark, self.benchmarks)
            and _fits(variant, self.variants)
            and (not self.classes or not letter or letter in self.classes)
        )


def _fits(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lay out a table; a bar in a field would end it."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(f.replace("|", "\\|") for f in row) + " |" for row in rows]


def _names(benchmark: str, variant: str, alone: bool) -> str:
    """A variant by its name; with its benchmark's where the table has several."""
    return f"`{variant}`" if alone else f"`{benchmark}.{variant}`"


def _letter_rank(letter: str) -> tuple[int, str]:
    return (_CLASSES.find(letter) % (len(_CLASSES) + 1), letter)


# Times


def times(runs: Sequence[RunView], choice: Choice) -> list[str]:
    """Median compute times with intervals and rates; of a cell in several runs the last counts.

    A cell without a time that counts says why.  Raises NothingComparable if no cell is chosen.
    """
    found: dict[Key, Cell] = {}
    for run in runs:
        for key, cell in run.cells.items():
            if choice.takes(key.toolchain, key.benchmark, key.variant, key.letter):
                found[key] = cell
    cells = [cell for cell in found.values() if cell.launches]
    if not cells:
        raise NothingComparable("these runs timed nothing of the kind; choose others")
    alone = len({cell.key.benchmark for cell in cells}) == 1
    order = {
        (benchmark, variant): number
        for benchmark, variants in benchmarks(runs).items()
        for number, variant in enumerate(variants)
    }

    def place(cell: Cell) -> tuple[Any, ...]:
        key = cell.key
        rank = order[key.benchmark, key.variant]
        return (key.benchmark, key.toolchain, key.precision, _letter_rank(key.letter), rank)

    head = ["variant", "class", "precision", "toolchain", "launches", "compute", "95 % interval",
            "rate"]  # fmt: skip
    return table(head, (_time_row(cell, alone) for cell in sorted(cells, key=place)))


def _time_row(cell: Cell, alone: bool) -> list[str]:
    key = cell.key
    names = [_names(key.benchmark, key.variant, alone), key.letter, key.precision, key.toolchain]
    median = cell.median()
    if median is None:
        return [
            *names,
            str(len(cell.launches)),
            _label(cell.outcome, _known(cell.evidence)),
            "",
            "",
        ]
    medians = cell.medians()
    return [*names, str(len(medians)), duration(median), _interval(cell), rate(cell.work, median)]


def _interval(cell: Cell) -> str:
    from league.analysis import stats  # here: all the rest needs the standard library only

    medians = cell.medians()
    if len(medians) == 1:
        return "one launch"
    found = stats.median_interval(medians, name=str(cell.key))
    if found is None or len(medians) < stats.FEWEST_LAUNCHES:
        return "too few launches"
    return f"{duration(found.low)} – {duration(found.high)}"


def rate(work: Mapping[str, Any], nanoseconds: float) -> str:
    """The figure of merit by time, or else bytes and operations of the work model."""
    merit = work.get("merit") or {}
    if merit.get("count"):
        value, unit = metrics.merit_per_second(float(merit["count"]), nanoseconds), merit["unit"]
        for size, prefix in ((1e9, "G "), (1e6, "M ")):
            if value >= size:
                return f"{significant(value / size)} {prefix}{unit}/s"
        return f"{significant(value)} {unit}/s"
    told = []
    if work.get("bytes"):
        speed = metrics.gigabytes_per_second(float(work["bytes"]), nanoseconds)
        told.append(f"{significant(speed)} GB/s")
    if work.get("flops"):
        speed = metrics.gigaflops_per_second(float(work["flops"]), nanoseconds)
        told.append(f"{significant(speed)} GFLOP/s")
    return ", ".join(told)


# Verdicts


@dataclass
class _Judged:
    """What became of a variant with one toolchain: its build, or its launches by size."""

    build: Record = field(default_factory=dict)
    launches: list[Launch] = field(default_factory=list)

    def outcomes(self) -> dict[str, set[tuple[str, str]]]:
        """Return the outcomes, failures first, with the (class, precision) that had them."""
        found: dict[str, set[tuple[str, str]]] = {}
        for one in self.launches:
            found.setdefault(one.outcome, set()).add((one.key.letter, one.key.precision))
        for outcome in [name for name in found if name not in ("pass", "skipped")]:
            for good in found.keys() & {"pass", "skipped"}:
                found[good] -= found[outcome]  # one failed launch spoils its size
        kept = {outcome: sizes for outcome, sizes in found.items() if sizes}
        return dict(sorted(kept.items(), key=lambda one: (one[0] == "pass", one[0])))

    @property
    def not_built(self) -> str:
        """The verdict on a build that gave no program; empty if there is one."""
        verdict = bare(str(self.build.get("verdict", "")))
        return "" if verdict == "ok" else verdict

    @property
    def known(self) -> str:
        """Why the failure was expected; empty if there is none or it was not."""
        expectation = str(self.build.get("expectation") or "")
        if self.not_built and expectation.startswith("xfail("):
            return expectation[len("xfail(") : -1]
        return _known(self.launches)


def _known(launches: Iterable[Launch]) -> str:
    return next((one.expected for one in launches if one.expected), "")


def _label(outcome: str, known: str) -> str:
    label = word(outcome).label
    return f"{label} (known defect)" if known else label


_Judgements = dict[tuple[str, str], dict[str, _Judged]]  # benchmark, variant; toolchain


def _judged(runs: Sequence[RunView], choice: Choice) -> _Judgements:
    """What the runs say of every variant that is chosen; of several runs the last counts."""
    found: _Judgements = {}
    for run in runs:
        mine: dict[tuple[str, str, str], _Judged] = {}
        for names, build in run.builds.items():
            if choice.takes(*names):
                mine[names] = _Judged(build)
        seen: dict[int, None] = {}
        for cell in run.cells.values():
            for one in (*cell.checks, *cell.launches):  # a check may stand beside several cells
                key = one.key
                names = (key.toolchain, key.benchmark, key.variant)
                if id(one) not in seen and choice.takes(*names, key.letter):
                    seen[id(one)] = None
                    mine.setdefault(names, _Judged()).launches.append(one)
        for (toolchain, benchmark, variant), judged in mine.items():
            if judged.launches or judged.not_built not in _NOT_OFFERED:
                found.setdefault((benchmark, variant), {})[toolchain] = judged
    if not found:
        raise NothingComparable("these runs judged nothing of the kind; choose others")
    order = {
        (benchmark, variant): (place, rank)
        for place, (benchmark, variants) in enumerate(benchmarks(runs).items())
        for rank, variant in enumerate(variants)
    }
    return {names: found[names] for names in sorted(found, key=order.__getitem__)}


def _toolchains(judgements: _Judgements) -> list[str]:
    return sorted({toolchain for several in judgements.values() for toolchain in several})


def verdicts(runs: Sequence[RunView], choice: Choice) -> list[str]:
    """A line per variant, a column per toolchain: the worst verdict first, with its classes.

    Empty is what a toolchain does not offer.  Raises NothingComparable if nothing is chosen.
    """
    judgements = _judged(runs, choice)
    alone = len({benchmark for benchmark, _ in judgements}) == 1
    toolchains = _toolchains(judgements)
    rows = []
    for (benchmark, variant), several in judgements.items():
        fields = [_verdict(several[one]) if one in several else "" for one in toolchains]
        rows.append([_names(benchmark, variant, alone), *fields])
    return table(["variant", *toolchains], rows)


def _verdict(judged: _Judged) -> str:
    if judged.not_built:
        return _label(judged.not_built, judged.known)
    told = []
    all_sizes = {(one.key.letter, one.key.precision) for one in judged.launches}
    for outcome, sizes in judged.outcomes().items():
        shown = _sizes(sizes, all_sizes)
        known = judged.known if word(outcome).tone in _SHOWN else ""
        told.append(f"{shown} {_label(outcome, known)}")
    return "; ".join(told)


def _sizes(sizes: set[tuple[str, str]], all_sizes: set[tuple[str, str]]) -> str:
    """Classes by their letters; the precision where another one of the class ended otherwise."""
    told = []
    for letter in sorted({one for one, _ in sizes}, key=_letter_rank):
        here = sorted(precision for one, precision in sizes if one == letter)
        whole = sorted(precision for one, precision in all_sizes if one == letter)
        told.append(letter if here == whole else f"{letter} {' '.join(here)}")
    return ", ".join(told)


def failures(runs: Sequence[RunView], choice: Choice) -> list[str]:
    """How many cells of each toolchain pass, then what does not, with the known defect's reason."""
    judgements = _judged(runs, choice)
    counts: dict[str, Counter[str]] = {one: Counter() for one in _toolchains(judgements)}
    rows = []
    for (benchmark, variant), several in judgements.items():
        for toolchain, judged in sorted(several.items()):
            outcomes = judged.outcomes()
            if judged.not_built:
                counts[toolchain][judged.not_built] += 1
            for outcome, sizes in outcomes.items():
                counts[toolchain][outcome] += len(sizes)
            if any(word(one).tone in _SHOWN for one in (judged.not_built or "pass", *outcomes)):
                name = _names(benchmark, variant, alone=False)
                rows.append([toolchain, name, _verdict(judged), judged.known or "not known"])
    told = []
    for toolchain, found in counts.items():
        others = [f"{n} {word(name).label}" for name, n in found.most_common() if name != "pass"]
        told.append([toolchain, str(found["pass"]), ", ".join(others) or "none"])
    lines = table(["toolchain", "cells that pass", "others"], told)
    if rows:
        rows.sort(key=lambda row: row[0])
        lines += ["", *table(["toolchain", "variant", "verdict", "known defect"], rows)]
    return lines


# Conformance


def conformance(records: Sequence[Record], compared: Sequence[str] = ()) -> list[str]:
    """The share of claims kept by version, and every claim that some toolchain does not keep.

    `compared` names an old and a new toolchain, whose differences are listed at the end.
    """
    found = claims.matrix_of(records)
    if not found.features:
        raise NothingComparable("these runs hold no claims; check --suite validation makes some")
    lines: list[str] = []
    for title, on_device in (("on a device", True), ("about the host or the compiler", False)):
        rows = [
            [
                version,
                *(found.score(one, version, device=on_device).text for one in found.toolchains),
            ]
            for version in found.versions()
        ]
        lines += [f"Claims kept {title}:", "", *table(["OpenMP", *found.toolchains], rows), ""]
    failing = [
        [f"`{one.id}`", one.since, *(_claim(one.verdicts.get(name)) for name in found.toolchains)]
        for one in found.features
        if any(_bad(verdict) for verdict in one.verdicts.values())
    ]
    lines += [
        f"Of {len(found.features)} claims, {len(failing)} go wrong with a toolchain. ✓ kept ·"
        " ⌂ right, but on the host · ○ nothing to observe here · an asterisk marks a known defect:",
        "",
        *table(["claim", "OpenMP", *found.toolchains], failing),
    ]
    if compared:
        old, new = compared
        for kind, told in claims.changes(found, old, new).items():
            lines += ["", f"{kind.capitalize()} from {old} to {new}: {len(told)}"]
            lines += ["", *(f"- {line}" for line in told)] if told else []
    return lines


def _bad(verdict: claims.Verdict | None) -> bool:
    """Whether it goes wrong; what is right but ran on the host of a host toolchain does not."""
    kept = ("pass", "host-fallback")
    return verdict is not None and verdict.judged and verdict.kind not in kept


def _claim(verdict: claims.Verdict | None) -> str:
    if verdict is None:
        return ""
    if not verdict.judged:
        return "○"
    mark = {"pass": "✓", "host-fallback": "⌂"}.get(verdict.kind, verdict.worst)
    return mark + ("*" if verdict.expectation.startswith("xfail") else "")


# Published problems

PUBLISHED_HEAD = (
    "problem", "program", "toolchain", "answer", "compute", "merit", "checks, the nearest",
)  # fmt: skip


def published_row(record: Record) -> list[str]:
    """One run of a published problem: verdict, time, rate, and the check nearest to its limit."""
    lines = record["records"]
    answer = lines[-1]["answer"] if lines else f"exit {record['exit_code']}"
    name = f"{record['benchmark']}.{record['variant']}"
    told = [record["problem"], name, record["toolchain"], answer]
    if not lines or not lines[-1]["samples"]:
        return [*told, "", "", record["reason"]]
    last = lines[-1]
    nanoseconds = last["samples"][-1]["compute"]
    checks = [one for one in last["checks"] if one["error"] is not None]
    near = max(checks, key=lambda one: one["error"] / (one["tolerance"] or 1e-300), default=None)
    nearest = f"{near['name']} {near['error']:.1e} of {near['tolerance']:.1e}" if near else ""
    merit = rate({"merit": last["work"].get("merit")}, nanoseconds) if nanoseconds else ""
    return [*told, duration(nanoseconds), merit, f"{len(last['checks'])}: {nearest}"]


def published(records: Sequence[Record]) -> list[str]:
    """The published problems that were run; of a program that ran twice the last counts."""
    found = {
        (one["problem"], one["benchmark"], one["variant"], one["toolchain"]): one
        for one in records
        if one.get("schema") == "league-published-1"
    }
    if not found:
        raise NothingComparable(
            "these records hold no published problem; scripts/published.py does"
        )
    return table(PUBLISHED_HEAD, map(published_row, found.values()))


# Sessions


def sessions(runs: Sequence[tuple[str, Path, Sequence[Record]]]) -> list[str]:
    """A line per committed session, given as its link, its records file and its records."""
    if not runs:
        raise NothingComparable("there is no folder with records here")
    head = ["session", "verb", "date", "toolchains", "classes", "launches", "size"]
    return table(head, (_session(*one) for one in runs))


def _session(link: str, file: Path, records: Sequence[Record]) -> list[str]:
    by_kind: dict[str, list[Record]] = {}
    for one in records:
        by_kind.setdefault(str(one.get("kind", "published")), []).append(one)
    started = next(iter(by_kind.get("session", [])), {})
    ran = [*by_kind.get("launch", []), *by_kind.get("claim", []), *by_kind.get("published", [])]
    dates = sorted(str(one["time"])[:10] for one in records if one.get("time"))
    toolchains = sorted({str(one["toolchain"]) for one in ran})
    letters = sorted({str(one.get("class") or "") for one in ran} - {""}, key=_letter_rank)
    size = byte_size(file.stat().st_size) + {".gz": " (gzip)", ".xz": " (xz)"}.get(file.suffix, "")
    verb = str(started.get("verb") or ("published" if "published" in by_kind else ""))
    date = dates[0] if dates else ""
    fields = [", ".join(toolchains), " ".join(letters), f"{len(ran):,}", size]
    return [link, verb, date, *fields]
