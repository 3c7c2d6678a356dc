"""What became of teams, parallel and simd: runs the probe program and says it in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from league.base import columns, scrub
from league.base.columns import Column
from league.base.errors import ToolchainError
from league.records.schema import parse_object
from league.run import launch
from league.run.build_folders import BuildFolders, launched_once
from league.run.manifest import Variant
from league.run.options import Options
from league.verdicts import judging

#: Where CMake puts the program, relative to a build folder.
PROGRAM = "validation/probe/probe"
_SPLIT = "teams distribute > parallel for"
_COMBINED = "teams distribute parallel for"
_LOOP = "teams loop"
#: Exit codes of the program that are answers: verdict and reason.
_ENDS = {
    77: ("no-device", "no device for this program"),
    3: ("host-fallback", "a device exists, but a target region ran on the host"),
}


@dataclass(frozen=True)
class Shape:
    """The answer of one toolchain; ``told`` is what the program printed, empty if it did not."""

    toolchain: str
    device: str
    verdict: str  # ok, no-device, host-fallback, crash(...), nonzero(...), not-built
    reason: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """How the three levels map, in one line; why it is not known, if it is not."""
        if self.verdict != "ok":
            return f"{self.verdict}: {self.reason}" if self.reason else self.verdict
        return "; ".join(
            [_teams(self.told), _parallel(self.told), _simd(self.told), *_odd(self.told)]
        )

    def record(self) -> dict[str, Any]:
        """Return the fields ``--json`` prints."""
        return {**asdict(self), "sentence": self.sentence}


def region(told: Mapping[str, Any], nesting: str, clauses: str = "") -> Mapping[str, Any]:
    """Return one region of the program's answer.  Raises KeyError if it is not there."""
    for one in told["regions"]:
        if one["nesting"] == nesting and one["clauses"] == clauses:
            found: Mapping[str, Any] = one
            return found
    raise KeyError(nesting)


def _lanes(told: Mapping[str, Any], nesting: str) -> int:
    return next(int(one["lanes"]) for one in told["lanes"] if one["nesting"] == nesting)


def _teams(told: Mapping[str, Any]) -> str:
    one = region(told, _COMBINED)
    asked = region(told, _COMBINED, "num_teams(8) thread_limit(64)")
    where = "blocks" if one["blocks"] else "on host threads" if told["device"] == "x86_64" else ""
    fewer = f", in {asked['blocks']} blocks" if 0 < asked["blocks"] < asked["teams"] else ""
    answer = f" ({asked['teams']} when 8 are asked for{fewer})"
    return f"teams → {one['teams']} {where}".rstrip() + answer


def _parallel(told: Mapping[str, Any]) -> str:
    one = region(told, _COMBINED)
    threads = one["threads_per_team"]
    if told["device"] == "x86_64":
        return f"parallel → {threads} host threads per team"
    if not one["blocks"]:
        return f"parallel → {threads} threads per team"
    if threads <= one["warps_per_block"]:
        return f"parallel → {threads} warps of the block"
    return f"parallel → {threads} threads of the block"


def _simd(told: Mapping[str, Any]) -> str:
    lanes = _lanes(told, "target > simd")
    if lanes <= 1:
        return "simd ignored"
    if told["device"] == "x86_64":
        return f"simd → vector code, {lanes} independent sums"
    return f"simd → {lanes} lanes"


def _odd(told: Mapping[str, Any]) -> list[str]:
    """What deserves a remark: lost iterations, and nestings that do less than the combined one."""
    lost = dict.fromkeys(one["nesting"] for one in told["regions"] if not one["complete"])
    odd = [f"`{nesting}` LOSES ITERATIONS" for nesting in lost]
    combined = region(told, _COMBINED)
    if not (loop := any(one["nesting"] == _LOOP for one in told["regions"])):
        odd.append(f"`{_LOOP}` is not known to this compiler")
    if loop and region(told, _LOOP)["lanes_per_warp"] > max(1, combined["lanes_per_warp"]):
        odd.append(f"`{_LOOP}` uses lanes, too")
    for nesting in (_LOOP, _SPLIT) if loop else (_SPLIT,):
        one = region(told, nesting)
        workers = one["teams"] * one["threads_per_team"]
        if nesting not in lost and workers < combined["teams"] * combined["threads_per_team"]:
            odd.append(f"`{nesting}` uses {one['teams']} × {one['threads_per_team']} only")
    return odd


def probe_all(options: Options) -> list[Shape]:
    """Build and run the probe with every chosen toolchain that offloads.

    Raises ToolchainError if none of the chosen toolchains offloads.
    """
    shapes = []
    for built, outcome in launched_once(options, programs_of):
        names = built.variant.toolchain, built.variant.device
        if outcome is None:
            shapes.append(Shape(*names, "not-built", f"{built.verdict}: {built.reason}"))
        else:
            shapes.append(judge(*names, outcome, folders=(built.variant.build,)))
    return shapes


def programs_of(work: BuildFolders) -> dict[str, list[Variant]]:
    """Return the probe program of every toolchain that offloads.

    Raises ToolchainError if none of the chosen toolchains does.
    """
    found = {}
    for one in work.usable:
        for model in work.known.get(one.name, ()):
            if one.toolchain.device != "host" and model.model == "target" and model.executable:
                found[one.name] = [program_of(work, model)]
                break
    if not found:
        raise ToolchainError("none of these toolchains offloads; run_all.py toolchains lists them")
    return found


def program_of(work: BuildFolders, model: Variant) -> Variant:
    """Return the probe program as a variant, with the toolchain of one of model ``target``."""
    return replace(
        model, group="validation", benchmark="probe", variant="target", model="target",
        target="probe", executable=work.folder(model.toolchain) / PROGRAM,
    )  # fmt: skip


def judge(
    toolchain: str, device: str, outcome: launch.Outcome, *, folders: Sequence[Path] = ()
) -> Shape:
    """Return what one run of the program says."""
    said = scrub.tail(scrub.scrub(outcome.output, folders), lines=1)
    if outcome.exit_code in _ENDS and not outcome.timed_out:
        return Shape(toolchain, device, *_ENDS[outcome.exit_code])
    ended = judging.launch_stage(
        outcome.exit_code, timed_out=outcome.timed_out, over_memory=outcome.over_memory, record=None
    )
    if not ended.row.good:
        return Shape(toolchain, device, str(ended), "" if ended.word == "timeout" else said)
    try:
        return _answer(toolchain, device, outcome.record_text)
    except ValueError as error:
        return Shape(toolchain, device, "garbage", f"the program wrote no answer: {error}")


def _answer(toolchain: str, device: str, text: str) -> Shape:
    """Read what the program wrote.  Raises ValueError if it is no answer or not all of one."""
    told = scrub.visible_in(parse_object(text, "probe"))
    shape = Shape(toolchain, device, "ok", told=told)
    try:
        _ = shape.sentence
    except (KeyError, StopIteration):
        raise ValueError("a nesting is missing") from None
    return shape


def text(shapes: Sequence[Shape]) -> str:
    """Return one line per toolchain."""
    width = max((len(one.toolchain) for one in shapes), default=0)
    return "\n".join(f"{one.toolchain:{width}}  {one.sentence}" for one in shapes)


def tables(shapes: Sequence[Shape]) -> str:
    """Return what every region became, as a Markdown table per toolchain."""
    parts = ["# What teams, parallel and simd became", ""]
    for one in shapes:
        parts += [f"## {one.toolchain}", "", one.sentence, ""]
        if one.verdict != "ok":
            continue
        parts += [*columns.markdown(_REGIONS, one.told["regions"]), ""]
        parts += [*columns.markdown(_LANES, one.told["lanes"]), ""]
    return "\n".join(parts)


def _hardware(row: Mapping[str, Any]) -> str | None:
    shape = [str(row[name]) for name in ("blocks", "warps_per_block", "lanes_per_warp")]
    return " × ".join(shape) if row["blocks"] else None


def _told(id: str, title: str) -> Column[Mapping[str, Any]]:
    return Column(id, title, lambda row: row[id], markup=True)


_REGIONS = (
    *map(_told, ("nesting", "clauses", "teams"), ("nesting", "clauses", "teams")),
    _told("threads_per_team", "threads per team"),
    Column("hardware", "blocks × warps × lanes", _hardware, unknown=lambda row: "unknown"),
)
_LANES = (_told("nesting", "sum"), _told("clauses", "clauses"), _told("lanes", "independent lanes"))
