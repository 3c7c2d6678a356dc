"""What to run again: what failed in a run, what has changed since one, what an expression says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base import expression
from league.base.errors import UsageError
from league.records import reading, store, totals
from league.records.launches import launch_of, names_of
from league.records.schema import Record
from league.run import estimate, select
from league.run.manifest import Variant
from league.run.options import Options
from league.run.plan import TIMED, Cell
from league.run.select import Names
from league.verdicts.judging import STRICT, Judge

Times = Mapping[tuple[str, ...], Mapping[str, float]]


def only_failed(options: Options) -> Options:
    """Return options that choose what failed in the run of ``--failed``, in its classes.

    Raises UsageError if nothing has failed unexpectedly in it.
    """
    records, name = _records(options.failed, options.results)
    failed = failures(records, options.judge)
    if not failed:
        raise UsageError(f"nothing failed in {name} that was not expected to; name another run")
    began = [one for one in records if one["kind"] == "session"]
    if not began and not options.classes:
        raise UsageError(f"{name} does not say in which classes it ran; name them with -c")
    return replace(
        options,
        toolchains=options.toolchains or tuple(sorted({one[0] for one in failed})),
        classes=options.classes or tuple(began[0]["selection"]["classes"]),
        selection=replace(options.selection, only=frozenset(failed), suite="all"),
    )


def failures(records: Sequence[Record], judge: Judge = STRICT) -> set[Names]:
    """Return toolchain, benchmark and variant of what makes a run fail, builds included."""
    return {names_of(one) for one in records if totals.is_red(one, judge)}


def _records(name: str, runs: Path) -> tuple[Sequence[Record], str]:
    """Return the records of a run of benchmarks, the newest if none is named."""

    def holds(folder: Path) -> bool:
        return any(one["kind"] in ("build", "launch") for one in store.read_records(folder))

    latest = name in ("", "latest")
    folder = (
        reading.newest_that(runs, holds, "benchmarks") if latest else reading.find_run(name, runs)
    )
    if not holds(folder):
        raise UsageError(f"{folder.name} is no run of benchmarks; name another")
    return store.read_records(folder), folder.name


def run_named(name: str, runs: Path) -> str:
    """Return the full name or folder of a run, so that a session can be resumed with it."""
    folder = reading.find_run(name, runs)
    return folder.name if folder.parent == runs else str(folder)


def changed(
    built: Sequence[Variant], now: Sequence[Record], since: str, runs: Path
) -> list[Variant]:
    """Return of what was built what is not as it was in a run: sources, compiler or flags.

    Where a record does not say its sources, the executables are compared.
    """
    before, _ = _records(since, runs)
    old, new = _fingerprints(before), _fingerprints(now)
    return [one for one in built if _differs(old.get(one.names), new.get(one.names))]


def _fingerprints(records: Iterable[Record]) -> dict[Names, dict[str, Any]]:
    compilers: dict[str, tuple[Any, ...]] = {}
    found: dict[Names, dict[str, Any]] = {}
    for one in records:
        if one["kind"] == "toolchain":
            parts = (one["compiler"], one["version"], one.get("compiler_sha256"), one["flags"])
            compilers[str(one["toolchain"])] = parts
        elif one["kind"] == "build" and one["executable_sha256"]:
            found[names_of(one)] = {
                "sources": one.get("sources_sha256") or "",
                "executable": one["executable_sha256"],
                "compiler": compilers.get(str(one["toolchain"])),
            }
    return found


def _differs(was: Mapping[str, Any] | None, has: Mapping[str, Any] | None) -> bool:
    if was is None or has is None or was["compiler"] != has["compiler"]:
        return True
    if was["sources"] and has["sources"]:
        return bool(was["sources"] != has["sources"])
    return bool(was["executable"] != has["executable"])


def fitting(cells: Sequence[Cell], where: str, runs: Path, *, before: str = "") -> list[Cell]:
    """Return the cells for which an expression holds.

    Times are those of the newest runs that began before the one named ``before``; a cell that has
    none fits no condition on a time.
    """
    if not where:
        return list(cells)
    found = expression.parse(where)
    times = earlier_times(runs, before) if found.fields & {*expression.TIMES} else {}
    return [cell for cell in cells if found.decide(_values(cell, times)) is True]


def _values(cell: Cell, times: Times) -> Callable[[str], expression.Value]:
    own = {"class": cell.letter, "precision": cell.precision}
    return {**select.values_of(cell.variant), **own, **times.get(cell.key, {})}.get


def earlier_times(runs: Path, before: str = "") -> Times:
    """Return the times of cells in the newest runs of a folder, in nanoseconds."""
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for records in estimate.earlier(runs, before=before):
        for one in records:
            if one["kind"] == "launch" and one["mode"] == TIMED and one["record"]:
                launch = launch_of(one)
                medians = {name: launch.median(name) for name in expression.TIMES}
                found[store.cell_of(one)] = {k: v for k, v in medians.items() if v is not None}
    return found
