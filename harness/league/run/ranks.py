"""A launch of several processes at the same moment, of which each makes a record of its own."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from league.base import bounds, paths
from league.base.scratch import remove
from league.records.schema import Record, parse_object
from league.run import judge, launch, plan, rank
from league.toolchains.discovery import without_paths


def launches(timed: Iterable[plan.Launch], count: int) -> list[plan.Launch]:
    """Return what is launched of timed cells as several processes, ``count`` each."""
    return [
        dataclasses.replace(one, mode=plan.RANKS, index=one.index * count, ranks=count, device=None)
        for one in timed
        if not one.pair
    ]


def devices_of(record: Mapping[str, Any]) -> int:
    """Return how many devices the process of a launch saw."""
    told = record.get("record") or {}
    return int(told.get("device", {}).get("count", 0))


def carried_out(
    launcher: launch.Launcher,
    program: launch.Program,
    task: plan.Launch,
    *,
    version: str,
    timeout_s: float,
    place: Path,
    devices: int,
) -> list[Record]:
    """Start all processes of a launch and return their records, in their order.

    They meet in a folder of their own below ``place``, which all of them see; ``devices`` is how
    many a node has.  A launcher whose words hold ``{ranks}`` starts all of them; others stand
    before each program.
    """
    folder = Path(tempfile.mkdtemp(prefix="ranks-", dir=place))
    try:
        kind = launch.kind_of(task.cell.variant)
        told = [str(folder), str(task.ranks), kind, str(devices)]
        whole = launcher.start(
            _of_all(program, told, task.ranks),
            task.words(),
            task.environment,
            timeout_s=min(timeout_s, task.timeout_s or timeout_s),
        )
        made = []
        for number in range(task.ranks):
            one = dataclasses.replace(task, index=task.index + number)
            outcome, more = _left(folder / str(number), whole)
            record = judge.launch_record(one, outcome, program, version)
            if program.launcher:
                record["launcher"] = list(map(without_paths, program.launcher))
            at = {"node": more.get("node", 0), "began": more.get("began", [])}
            bound = {"binding": more["binding"]} if more else {}
            together = {"rank": number, "ranks": task.ranks, **at}
            made.append({**record, **bound, "together": together, **task.fields})
        return made
    finally:
        remove(folder)


def _of_all(program: launch.Program, told: Sequence[str], count: int) -> launch.Program:
    """Return the program that starts all processes of another one."""
    starts_all = any(launch.RANKS in word for word in program.launcher)
    words = [*paths.interpreter("league.run.rank"), *([] if starts_all else ["all"]), *told]
    each = () if starts_all else program.launcher
    return dataclasses.replace(
        program,
        command=(*words, *each, *program.command),
        launcher=program.launcher if starts_all else (),
        record_variable="LEAGUE_RECORD",
        further="",
        ranks=count,
    )


def _left(own: Path, whole: launch.Outcome) -> tuple[launch.Outcome, Record]:
    """Return how one of the processes ended, and what else is told of it.

    One that left nothing ended as all together did.
    """
    try:
        told = parse_object(bounds.read_whole(own / rank.ENDED, rank.LARGEST))
        outcome = dataclasses.replace(
            whole,
            exit_code=int(told["exit_code"]),
            wall_ns=int(told["wall_ns"]),
            timed_out=False,
            over_memory=False,
            output=_read(own / rank.OUTPUT)[-launch.KEPT_OUTPUT :],
            record_text=_read(own / rank.RECORD),
            left=(),
        )
        return outcome, told
    except (OSError, ValueError, KeyError, TypeError):
        if whole.exit_code == 0 and not whole.cannot_start:
            whole = dataclasses.replace(
                whole, exit_code=127, cannot_start="the launcher started too few processes"
            )
        return whole, {}


def _read(file: Path) -> str:
    """Return the text of a file, an empty one if it has none that can be read."""
    try:
        return bounds.read_whole(file, launch.RECORD_LIMIT).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
