"""What became of a run's claims, cells and programs, as services that follow tests read it.

Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

from league.claims.matrix import name_of
from league.records.view import Cell, Key, Record, RunView, bare, build_failure, defect_of

#: Verdicts on what could not be tried here.
SKIPS = frozenset({"no-device", "skipped", "unsupported", "unavailable", "toolchain-absent"})
PASSED, SKIPPED, KNOWN, FAILED, UNEXPECTED = "passed", "skipped", "known", "failed", "xpass"
PROMISED = "holds although a known defect says it cannot"


@dataclass(frozen=True)
class Outcome:
    """What became of a claim, of a cell, or of a program that never became one."""

    toolchain: str
    group: str
    benchmark: str
    #: of the case, below toolchain, group and benchmark
    name: str
    #: passed, skipped, known (to fail, and did), failed, or passed against a known defect
    ended: str
    verdict: str
    reason: str = ""
    #: what the compiler or the program printed
    tail: str = ""
    #: why it was expected to fail
    known: str = ""
    seconds: float | None = None
    variant: str = ""
    claim: Record | None = None

    @property
    def is_failure(self) -> bool:
        """Whether somebody may have to look at it."""
        return self.ended in (KNOWN, FAILED, UNEXPECTED)


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
    ended = SKIPPED if verdict in SKIPS else KNOWN if known else FAILED
    return Outcome(
        toolchain, str(build.get("group") or ""), benchmark, f"{variant} build", ended, verdict,
        str(build.get("reason") or ""), str(build.get("log_tail") or ""), known, variant=variant,
    )  # fmt: skip


def _of_cell(key: Key, cell: Cell) -> Outcome:
    ended = PASSED
    if any(one.stages.get("expectation") == "xpass" for one in cell.evidence):
        ended = UNEXPECTED
    if not cell.right:
        ended = KNOWN if cell.expected else SKIPPED if cell.outcome in SKIPS else FAILED
    launches = cell.launches + cell.checks
    launch = None if cell.right else cell.spoiler or next(iter(launches), None)
    return Outcome(
        key.toolchain, cell.group, key.benchmark,
        " ".join(filter(None, [key.variant, key.letter, key.precision])), ended, cell.outcome,
        launch.reason if launch else "", launch.output_tail if launch else "", cell.expected,
        sum(sum(one.repetitions("total")) / 1e9 for one in launches), key.variant,
    )  # fmt: skip


def _of_claim(claim: Record, on_host: bool) -> Outcome:
    """A claim; of a toolchain without a device, right on the host is all that it can give."""
    verdict, expectation = bare(str(claim["worst"])), str(claim["verdict"]["expectation"])
    known, reason = defect_of(expectation), str(claim["reason"])
    if known:
        ended = KNOWN
    elif expectation == "xpass":
        ended = UNEXPECTED
    elif verdict == "open" or verdict in SKIPS:
        ended, verdict = SKIPPED, "skipped"
    elif verdict == "host-fallback" and on_host:
        ended, verdict = SKIPPED, "skipped"
        reason = "right on the host; this toolchain has no device"
    else:
        ended = PASSED if verdict == "pass" else FAILED
    tail = "\n".join(filter(None, (str(claim["output_tail"]), str(claim["log_tail"]))))
    return Outcome(
        str(claim["toolchain"]), "validation", str(claim["group"]), name_of(claim), ended,
        verdict, reason, tail, known, float(claim["wall_ns"]) / 1e9, claim=claim,
    )  # fmt: skip
