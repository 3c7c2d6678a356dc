"""What became of a run's claims, cells and programs, as services that follow tests read it.

Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

from league.claims.matrix import name_of
from league.records.launches import Key, Record
from league.records.view import Cell, RunView, build_failure
from league.verdicts import Word, defect_in, read, word


@dataclass(frozen=True)
class Outcome:
    """What became of a claim, of a cell, or of a program that never became one."""

    toolchain: str
    group: str
    benchmark: str
    #: of the case, below toolchain, group and benchmark
    name: str
    word: Word
    reason: str = ""
    #: what the compiler or the program printed
    tail: str = ""
    #: why it was expected to fail
    known: str = ""
    seconds: float | None = None
    variant: str = ""
    claim: Record | None = None


def outcomes(run: RunView) -> list[Outcome]:
    """Return what became of all programs that were not built, of all cells, and of all claims."""
    unbuilt = [
        _of_build(*names, build)
        for names, build in run.builds.items()
        if build.get("verdict") != "ok"
    ]
    hosts = {name for name, facts in run.toolchains.items() if facts.get("device") == "host"}
    claims = [
        _of_claim(one, str(one["toolchain"]) in hosts) for one in run.claims if not one["change"]
    ]
    return [*unbuilt, *(_of_cell(*one) for one in sorted(run.cells.items())), *claims]


def _of_build(toolchain: str, benchmark: str, variant: str, build: Record) -> Outcome:
    verdict, known = build_failure(build)
    return Outcome(
        toolchain, str(build.get("group") or ""), benchmark, f"{variant} build",
        word(verdict, expected=bool(known)), str(build.get("reason") or ""),
        str(build.get("log_tail") or ""), known, variant=variant,
    )  # fmt: skip


def _of_cell(key: Key, cell: Cell) -> Outcome:
    launches = cell.launches + cell.checks
    launch = None if cell.right else cell.spoiler or next(iter(launches), None)
    return Outcome(
        key.toolchain, cell.group, key.benchmark,
        " ".join(filter(None, [key.variant, *key.size])),
        word("xpass") if cell.right and cell.surprises else cell.word,
        launch.reason if launch else "", launch.output_tail if launch else "", cell.expected,
        sum(sum(one.repetitions("total")) / 1e9 for one in launches), key.variant,
    )  # fmt: skip


def _of_claim(claim: Record, on_host: bool) -> Outcome:
    """A claim; of a toolchain without a device, right on the host is all that it can give."""
    expectation, reason = read(str(claim["verdict"]["expectation"])), str(claim["reason"])
    known = defect_in(str(expectation))
    verdict = word(read(str(claim["worst"])).word, expected=bool(known))
    if expectation.row.failed:
        verdict, reason = expectation.row, ""
    elif verdict.name == "host-fallback" and on_host and not known:
        verdict, reason = word("skipped"), "right on the host; this toolchain has no device"
    tail = "\n".join(filter(None, (str(claim["output_tail"]), str(claim["log_tail"]))))
    return Outcome(
        str(claim["toolchain"]), "validation", str(claim["group"]), name_of(claim), verdict,
        reason, tail, known, float(claim["wall_ns"]) / 1e9, claim=claim,
    )  # fmt: skip
