"""What a run leaves to history: a small file per run, which outlives its records.

Files of different runs never touch each other, so they can be kept in a cache or on a branch and
merged by copying.  A metric is a named number with a unit; less is better in all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.base import paths
from league.base.errors import StoreError
from league.base.words import BUILD_FAILURES
from league.claims.matrix import name_of
from league.records import reading
from league.records.schema import parse_object
from league.records.view import Cell, RunView, build_failure

SCHEMA = "league-history-1"
#: Where a history is kept unless said otherwise.
KEPT = paths.project_root() / "results" / "history"
#: Metrics and their units; those that do not scatter are compared exactly.
UNITS = {"compute": "ns", "total": "ns", "launches": "", "to_device": "B", "from_device": "B",
         "executable": "B"}  # fmt: skip
TIMES = frozenset({"compute", "total"})
#: Ends of a cell that say nothing about a compiler.
SILENT = frozenset({"skipped", "no-device"})
#: Characters of a reason that are kept.
_LONGEST = 300

Names = tuple[str, str, str, str, str]
_NAMES = ("toolchain", "benchmark", "variant", "class", "precision")


@dataclass(frozen=True)
class Entry:
    """What one night says of one cell: how it ended, and its numbers."""

    outcome: str
    expected: bool
    binary: str
    metrics: dict[str, float]
    #: revision of the C++ sources the program was built from, as it says itself
    source: str = ""
    #: in words, where there is something to say: `reason` of a failure; of a claim `since`,
    #: `where`, `group` and `blame`
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Night:
    """One run as history keeps it."""

    run: str
    time: str
    source: str
    machine: str
    versions: dict[str, str]
    entries: dict[Names, Entry]
    #: what could not run here: how that is called, and why
    silent: Mapping[Names, tuple[str, str]] = field(default_factory=dict)
    #: what a reader has to know before anything else, such as that it was simulated
    note: str = ""
    #: where the target regions of each toolchain run
    devices: Mapping[str, str] = field(default_factory=dict)


def night_of(run: RunView) -> Night:
    """Return what history keeps of a run."""
    entries: dict[Names, Entry] = {}
    silent: dict[Names, tuple[str, str]] = {}
    for (toolchain, benchmark, variant), build in run.builds.items():
        verdict, expected = build_failure(build)
        names = (toolchain, benchmark, variant, "", "")
        if verdict in BUILD_FAILURES:
            facts = _facts(reason=build.get("reason"))
            entries[names] = Entry(verdict, bool(expected), "", {}, facts=facts)
        elif verdict != "ok":
            silent[names] = (verdict, _said(build.get("reason")))
    for key, cell in run.cells.items():
        names = (key.toolchain, key.benchmark, key.variant, key.letter, key.precision)
        if cell.outcome in SILENT:
            launches = cell.checks + cell.launches
            silent[names] = (cell.outcome, _said(launches[0].reason if launches else ""))
        else:
            entries[names] = _entry(run, cell)
    for claim in run.claims:
        if not claim["change"]:
            known = str(claim["verdict"]["expectation"]).startswith("xfail")
            names = (str(claim["toolchain"]), "validation", name_of(claim), "", "")
            outcome = str(claim["worst"]).partition("(")[0]
            told = {name: claim.get(name) for name in ("since", "where", "group", "blame")}
            facts = _facts(**told, reason=claim["reason"] if outcome != "pass" else "")
            entries[names] = Entry(outcome, known, "", {}, facts=facts)
    versions = {
        name: f"{one.get('compiler') or ''} {one.get('version') or ''}".strip()
        for name, one in run.toolchains.items()
    }
    return Night(
        run.name, str(run.session.get("started", "")), str(run.session.get("source") or ""),
        machine_of(run), versions, entries, silent,
        devices={name: str(one.get("device") or "") for name, one in run.toolchains.items()},
    )  # fmt: skip


def machine_of(run: RunView) -> str:
    """Return a machine in words; times of different ones are never put in one series."""
    gpus = [str(gpu.get("name")) for gpu in run.machine.get("gpus") or []]
    cores = run.machine.get("cores")
    return ", ".join(filter(None, [str(run.machine.get("cpu") or ""), f"{cores} cores", *gpus]))


def _entry(run: RunView, cell: Cell) -> Entry:
    key = cell.key
    build = run.builds.get((key.toolchain, key.benchmark, key.variant), {})
    moved = cell.motion()
    found = {
        "compute": cell.median(),
        "total": cell.median("total"),
        "launches": moved.launches if moved else None,
        "to_device": moved.to_device if moved else None,
        "from_device": moved.from_device if moved else None,
        "executable": build.get("executable_bytes"),
    }
    numbers = {name: float(value) for name, value in found.items() if value is not None}
    outcome = "pass" if cell.right else cell.outcome
    builds = [one.record.get("build") or {} for one in cell.evidence]
    source = next((str(one["source"]) for one in builds if one.get("source")), "")
    spoiler = cell.spoiler
    facts = _facts(reason=spoiler.reason if spoiler else "", expected=cell.expected)
    return Entry(outcome, bool(cell.expected), str(build.get("executable_sha256") or ""),
                 numbers if cell.right else {}, source, facts)  # fmt: skip


def _facts(**told: object) -> dict[str, str]:
    return {name: _said(one) for name, one in told.items() if one}


def _said(text: object) -> str:
    return " ".join(str(text or "").split())[:_LONGEST]


def write(night: Night, folder: Path) -> Path:
    """Write the file of a night and return it.  Raises StoreError if it cannot be written."""
    cells = [
        {**dict(zip(_NAMES, names)), "outcome": one.outcome, "expected": one.expected,
         "binary": one.binary, "source": one.source, "metrics": one.metrics,
         **({"facts": dict(one.facts)} if one.facts else {})}
        for names, one in sorted(night.entries.items())
    ]  # fmt: skip
    silent: dict[tuple[str, str], list[Names]] = {}
    for names, told in sorted(night.silent.items()):
        silent.setdefault(told, []).append(names)
    head = {"schema": SCHEMA, "run": night.run, "time": night.time, "source": night.source,
            "machine": night.machine, "versions": night.versions, "units": UNITS,
            "devices": dict(night.devices),
            **({"note": night.note} if night.note else {}),
            "silent": [{"outcome": outcome, "reason": reason, "cells": cells}
                       for (outcome, reason), cells in silent.items()]}  # fmt: skip
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in cells)
    text = json.dumps(head, ensure_ascii=False)[:-1] + f', "cells": [\n{lines}\n]}}\n'
    return reading.write_text(folder / f"{night.run}.json", text)


def read(file: Path) -> Night:
    """Read the file of a night.  Raises StoreError if it is none."""
    try:
        told = parse_object(file.read_text(encoding="utf-8"))
        if told["schema"] != SCHEMA:
            raise ValueError(f"it is not of schema {SCHEMA}")
        entries = {
            _names(one): Entry(
                str(one["outcome"]), bool(one["expected"]), str(one["binary"]),
                {str(name): float(value) for name, value in one["metrics"].items()},
                str(one.get("source") or ""),
                {str(name): str(said) for name, said in (one.get("facts") or {}).items()},
            )
            for one in told["cells"]
        }  # fmt: skip
        silent = {
            _names(dict(zip(_NAMES, cell))): (str(group["outcome"]), str(group["reason"]))
            for group in told.get("silent") or []
            for cell in group["cells"]
        }
        versions = {str(name): str(value) for name, value in told["versions"].items()}
        run, time, source, machine = (
            str(told[name]) for name in ("run", "time", "source", "machine")
        )
        devices = {str(name): str(one) for name, one in (told.get("devices") or {}).items()}
        note = str(told.get("note") or "")
        return Night(
            run, time, source, machine, versions, entries, silent, note, devices
        )  # fmt: skip
    except OSError as error:
        raise StoreError(f"cannot read {file}: {error.strerror}; name another folder") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(f"{file} is no file of a history ({error}); remove it") from error


def nights(kept: Path | None, runs: Sequence[Path] = ()) -> list[Night]:
    """Return the nights of a history folder and of run folders, oldest first, each run once."""
    found: dict[str, Night] = {}
    if kept is not None and kept.is_dir():
        for file in sorted(kept.glob("*.json")):
            night = read(file)
            found[night.run] = night
    for folder in runs:
        if folder.name not in found:
            found[folder.name] = night_of(reading.read_run(folder))
    return sorted(found.values(), key=lambda one: (one.time, one.run))


def _names(one: dict[str, Any]) -> Names:
    toolchain, benchmark, variant, letter, precision = (str(one[name]) for name in _NAMES)
    return toolchain, benchmark, variant, letter, precision


def short(names: Names) -> str:
    """Return a cell as people call it: `jacobi.omp W/fp64 (gcc-12-host)`."""
    toolchain, benchmark, variant, letter, precision = names
    size = "/".join(filter(None, (letter, precision)))
    program = variant if benchmark == "validation" else f"{benchmark}.{variant}"
    return " ".join(filter(None, (program, size, f"({toolchain})")))


def all_names(history: Iterable[Night]) -> list[Names]:
    """Return every cell that any night knows."""
    return sorted({names for night in history for names in night.entries})
