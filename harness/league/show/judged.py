"""Tables of what committed runs judged, in Markdown: verdicts of variants, claims that are kept.

Pure: records in, lines of Markdown out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from league.analysis.standing import benchmarks
from league.base.columns import rows_as_markdown
from league.base.errors import NothingComparable
from league.base.words import letter_rank
from league.claims import matrix as claims
from league.records.launches import Launch, Record
from league.records.view import RunView, build_failure
from league.show.tables import known_defect, label, named
from league.verdicts import word


@dataclass
class _Judged:
    """What became of a variant with one toolchain: its build, or its launches by size."""

    build: Record = field(default_factory=dict)
    #: by class and precision
    launches: dict[tuple[str, str], list[Launch]] = field(default_factory=dict)

    def outcomes(self) -> dict[str, set[tuple[str, str]]]:
        """Return the outcomes, failures first, with the (class, precision) that had them."""
        found: dict[str, set[tuple[str, str]]] = {}
        for size, launches in self.launches.items():
            ends = {one.outcome for one in launches}
            if "pass" in ends:
                ends.discard("disturbed")  # another launch has the time
            for outcome in ends - {"pass", "skipped"} or ends:  # one failure spoils its size
                found.setdefault(outcome, set()).add(size)
        return dict(sorted(found.items(), key=lambda one: (one[0] == "pass", one[0])))

    def after(self, earlier: _Judged | None) -> _Judged:
        """Return both together: of sizes that were launched again, only what came now."""
        if earlier is None or not self.launches:
            return self
        return _Judged(self.build or earlier.build, {**earlier.launches, **self.launches})

    @property
    def not_built(self) -> str:
        """The verdict on a build that gave no program; empty if there is one."""
        verdict = build_failure(self.build)[0]
        return "" if verdict == "ok" else verdict

    @property
    def known(self) -> str:
        """Why the failure was expected; empty if there is none or it was not."""
        known = build_failure(self.build)[1] if self.not_built else ""
        return known or known_defect(one for several in self.launches.values() for one in several)


_Judgements = dict[tuple[str, str], dict[str, _Judged]]  # benchmark, variant; toolchain


def _judged(runs: Sequence[RunView]) -> _Judgements:
    """What the runs say of every variant; of each size the last run counts."""
    found: _Judgements = {}
    for run in runs:
        mine = {names: _Judged(build) for names, build in run.builds.items()}
        launches = {  # a check may stand beside several cells
            id(one): one for cell in run.cells.values() for one in (*cell.checks, *cell.launches)
        }
        for one in launches.values():
            judged = mine.setdefault(one.key.program, _Judged())
            judged.launches.setdefault(one.key.size, []).append(one)
        for (toolchain, benchmark, variant), judged in mine.items():
            if judged.launches or (judged.not_built and word(judged.not_built).offered):
                by_toolchain = found.setdefault((benchmark, variant), {})
                by_toolchain[toolchain] = judged.after(by_toolchain.get(toolchain))
    if not found:
        raise NothingComparable("these runs judged nothing of the kind; choose others")
    order = [(name, variant) for name, several in benchmarks(runs).items() for variant in several]
    return {names: found[names] for names in order if names in found}


def _toolchains(judgements: _Judgements) -> list[str]:
    return sorted({toolchain for several in judgements.values() for toolchain in several})


def verdicts(runs: Sequence[RunView]) -> list[str]:
    """A line per variant, a column per toolchain: the worst verdict first, with its classes.

    Empty is what a toolchain does not offer.  Raises NothingComparable if nothing is chosen.
    """
    judgements = _judged(runs)
    alone = len({benchmark for benchmark, _ in judgements}) == 1
    toolchains = _toolchains(judgements)
    rows = []
    for (benchmark, variant), several in judgements.items():
        fields = [_verdict(several[one]) if one in several else "" for one in toolchains]
        rows.append([named(benchmark, variant, alone), *fields])
    return rows_as_markdown(["variant", *toolchains], rows)


def _verdict(judged: _Judged) -> str:
    if judged.not_built:
        return label(judged.not_built, judged.known)
    told = []
    for outcome, sizes in judged.outcomes().items():
        shown = _sizes(sizes, set(judged.launches))
        known = judged.known if word(outcome).failed else ""
        told.append(f"{shown} {label(outcome, known)}")
    return "; ".join(told)


def _sizes(sizes: set[tuple[str, str]], all_sizes: set[tuple[str, str]]) -> str:
    """Classes by their letters; the precision where another one of the class ended otherwise."""
    told = []
    for letter in sorted({one for one, _ in sizes}, key=letter_rank):
        here = sorted(precision for one, precision in sizes if one == letter)
        whole = sorted(precision for one, precision in all_sizes if one == letter)
        told.append(letter if here == whole else f"{letter} {' '.join(here)}")
    return ", ".join(told)


def failures(runs: Sequence[RunView]) -> list[str]:
    """How many cells of each toolchain pass, then what does not, with the known defect's reason."""
    judgements = _judged(runs)
    counts: dict[str, Counter[str]] = {one: Counter() for one in _toolchains(judgements)}
    rows = []
    for (benchmark, variant), several in judgements.items():
        for toolchain, judged in sorted(several.items()):
            outcomes = judged.outcomes()
            if judged.not_built:
                counts[toolchain][judged.not_built] += 1
            for outcome, sizes in outcomes.items():
                counts[toolchain][outcome] += len(sizes)
            if any(word(one).failed for one in (judged.not_built or "pass", *outcomes)):
                name = named(benchmark, variant, alone=False)
                rows.append([toolchain, name, _verdict(judged), judged.known or "not known"])
    told = []
    for toolchain, found in counts.items():
        emulated = found.pop("emulated", 0)
        passing = f"{found.pop('pass', 0) + emulated}{', emulated' if emulated else ''}"
        others = [f"{n} {word(name).label}" for name, n in found.most_common()]
        told.append([toolchain, passing, ", ".join(others) or "none"])
    lines = rows_as_markdown(["toolchain", "cells that pass", "others"], told)
    if rows:
        rows.sort(key=lambda row: row[0])
        lines += ["", *rows_as_markdown(["toolchain", "variant", "verdict", "known defect"], rows)]
    return lines


# Conformance


def conformance(records: Sequence[Record], compared: Sequence[str] = ()) -> list[str]:
    """The share of claims kept by version, and every claim that some toolchain does not keep.

    `compared` names an old and a new toolchain, whose differences are listed at the end.
    """
    found = claims.matrix_of(records)
    if not found.features:
        raise NothingComparable("these runs hold no claims; check --suite validation makes some")
    unknown = sorted(set(compared) - set(found.toolchains))
    if unknown:
        raise NothingComparable(f"these runs have no claims of {unknown[0]}; name what they have")
    failing = [
        [f"`{one.id}`", one.since, *(claims.mark(one.verdicts.get(n)) for n in found.toolchains)]
        for one in found.features
        if any(verdict.fails(at_home=True) for verdict in one.verdicts.values())
    ]
    lines = [
        "Claims kept on a device:", "", *claims.scores_as_markdown(found, device=True), "",
        "Claims kept about the host or the compiler:", "",
        *claims.scores_as_markdown(found, device=False), "",
        f"Of {len(found.features)} claims, {len(failing)} go wrong with a toolchain."
        f" {claims.LEGEND}",
        "",
        *rows_as_markdown(["claim", "OpenMP", *found.toolchains], failing),
    ]  # fmt: skip
    if compared:
        old, new = compared
        for kind, told in claims.changes(found, old, new).items():
            lines += ["", f"{kind.capitalize()} from {old} to {new}: {len(told)}"]
            lines += ["", *(f"- {line}" for line in told)] if told else []
    return lines
