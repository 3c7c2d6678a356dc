"""What a run leaves to history: a small file per run, which outlives its records.

Files of different runs never touch each other, so they can be kept in a cache or on a branch and
merged by copying.  A number has a name, a unit and a direction (`league.analysis.quantities`).
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league import verdicts
from league.analysis import device, nearness
from league.analysis.quantities import OWN, Quantity, of_json
from league.base import bounds, paths
from league.base.error_lines import reason_of
from league.base.errors import StoreError
from league.claims.matrix import name_of
from league.device_code import metrics
from league.records import device_counts, reading
from league.records.launches import NAMES, Key, Record
from league.records.schema import parse_object
from league.records.view import Cell, RunView, build_failure, code_of
from league.verdicts import defect_in, word

SCHEMA = "league-history-1"
#: Where a history is kept unless said otherwise.
KEPT = paths.results() / "history"
#: Names of a file of a night; a packed one is read like any other.
SUFFIXES = (".json", ".json.gz")
#: Numbers that every run holds and their units; those that scatter.
UNITS = {name: one.unit for name, one in OWN.items()}
TIMES = frozenset(name for name, one in OWN.items() if one.scatters)
#: The end of a cell that was right on an emulated device: its counts are kept, it has no times.
EMULATED = "emulated"
#: What of a run's selection is kept.
CHOSEN = ("benchmarks", "variants", "classes", "precisions")
#: Hex digits of a hash, and characters of a reason, that are kept.
_DIGITS = 16
#: Bytes of a file that are read.
LARGEST = 2**28
_LONGEST = 300

Names = tuple[str, str, str, str, str]


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
    #: hash of the files that variant and problem were compiled from; another starts a new series
    sources: str = ""


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
    #: by toolchain, as words
    flags: dict[str, str] = field(default_factory=dict)
    #: what the numbers are, besides those that every run holds
    quantities: dict[str, Quantity] = field(default_factory=dict)
    #: hash by toolchain of a compiler that somebody built: two of them may say the same version
    compilers: Mapping[str, str] = field(default_factory=dict)
    #: what the run was asked for: benchmarks, variants, classes, precisions; of an old file nothing
    chosen: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def missing(self, names: Names) -> str:
        """Return why a cell that was chosen has no verdict; empty if it has, or was not chosen.

        Which toolchains a run chose does not matter: one that is not on the machine any more is
        gone.  A program that failed to build has a verdict.
        """
        _, benchmark, variant, letter, precision = names
        told = (("benchmarks", benchmark), ("variants", variant), ("precisions", precision),
                ("classes", letter))  # fmt: skip
        if benchmark == "validation":
            chosen = any(one[1] == benchmark for one in self.entries)
        else:
            chosen = bool(letter) and all(
                value in (self.chosen.get(kind) or [value]) for kind, value in told
            )
        program = (*names[:3], "", "")
        built = self.entries.get(program)
        if not chosen or names in self.entries or (built and word(built.outcome).build_failed):
            return ""
        outcome, _ = self.silent.get(names) or self.silent.get(program) or ("", "")
        return word(outcome).label if outcome else "no record"


def night_of(run: RunView) -> Night:
    """Return what history keeps of a run."""
    entries: dict[Names, Entry] = {}
    silent: dict[Names, tuple[str, str]] = {}
    others = _others(run)
    fills, ratios = device.fill(run), nearness.numbers(run)
    for key, cell in run.cells.items():
        if cell.word.unlaunched:
            launches = cell.checks + cell.launches
            silent[key] = (cell.outcome, _said(launches[0].reason if launches else ""))
        else:
            entries[key] = _entry(run, cell, others, {**fills.get(key, {}), **ratios.get(key, {})})
    launched = {names[:3] for names in entries}
    for program, build in run.builds.items():
        verdict, expected = build_failure(build)
        names = (*program, "", "")
        if word(verdict).build_failed:
            facts = _facts(reason=build.get("reason"))
            entries[names] = Entry(verdict, bool(expected), "", {}, "", facts, _sources(build))
        elif verdict != "ok":
            silent[names] = (verdict, _said(build.get("reason")))
        elif program not in launched:  # no device here: what can be counted
            numbers = {**_built(build), **others.get(names, {})}
            entries[names] = Entry("built", False, _binary(build), numbers, "", {}, _sources(build))
    for claim in run.claims:
        if not claim["change"]:
            known = bool(defect_in(str(claim["verdict"]["expectation"])))
            names = (str(claim["toolchain"]), "validation", name_of(claim), "", "")
            outcome = verdicts.read(str(claim["worst"])).word
            told = {name: claim.get(name) for name in ("since", "where", "group", "blame")}
            tail = f"{claim.get('output_tail', '')}\n{claim.get('log_tail', '')}"
            reason = reason_of(str(claim["reason"]), tail) if outcome != "pass" else ""
            facts = _facts(**told, reason=reason)
            entries[names] = Entry(outcome, known, "", {}, facts=facts)
    flags = {name: _flags(one.get("flags")) for name, one in run.toolchains.items()}
    quantities = {str(one["name"]): of_json(str(one["name"]), one) for one in run.metrics}
    return Night(
        run.name, str(run.session.get("started", "")), str(run.session.get("source") or ""),
        run.place, {name: run.compiler(name) for name in run.toolchains}, entries, silent,
        devices={name: str(one.get("device") or "") for name, one in run.toolchains.items()},
        flags=flags, quantities=quantities,
        compilers={
            name: str(one["compiler_sha256"])[:_DIGITS]
            for name, one in run.toolchains.items() if one.get("compiler_sha256")
        },
        chosen={kind: list(map(str, some)) for kind in CHOSEN
                if (some := (run.session.get("selection") or {}).get(kind))},
    )  # fmt: skip


def _flags(flags: Any) -> str:
    """Return a toolchain's flags as words, kind by kind."""
    told = flags if isinstance(flags, dict) else {}
    return " ".join(f"{kind}: {' '.join(map(str, told[kind]))}" for kind in sorted(told))


def _sources(build: Record) -> str:
    return str(build.get("sources_sha256") or "")[:_DIGITS]


def _binary(build: Record) -> str:
    return code_of(build)[:_DIGITS]


def _built(build: Record) -> dict[str, float]:
    """Return the numbers that a build alone gives."""
    found = {"executable": build.get("executable_bytes"), "compile": build.get("compile_s")}
    code = build.get("device_code")
    found.update(metrics.summary(code) if code else {})
    return {name: float(value) for name, value in found.items() if value is not None}


def _others(run: RunView) -> dict[Names, dict[str, float]]:
    """Return the numbers that other programs measured, by the names they are given for."""
    found: dict[Names, dict[str, float]] = {}
    for one in run.metrics:
        values = found.setdefault(_names(one), {})
        values[str(one["name"])] = float(one["value"])
    return found


def _entry(
    run: RunView, cell: Cell, others: dict[Names, dict[str, float]], counted: Mapping[str, float]
) -> Entry:
    key = cell.key
    build = run.build_of(key)
    moved = cell.motion()
    times = {phase: cell.median(phase) for phase in ("compute", "total")}
    found = {**times, **(vars(moved) if moved else {})}
    numbers = {name: float(value) for name, value in found.items() if value is not None}
    numbers.update(_built(build))
    counts = device.counts_in(cell)
    numbers.update(device_counts.totals(counts) if counts else {})
    numbers.update(counted)
    for letter, precision in (("", ""), (key.letter, ""), ("", key.precision),
                              key.size):  # fmt: skip
        numbers.update(others.get((*key.program, letter, precision), {}))
    outcome = "pass" if cell.right else cell.outcome
    good = cell.right or outcome == EMULATED  # counts are those of the GPU's code, times are none
    builds = [one.record.get("build") or {} for one in cell.evidence]
    source = next((str(one["source"]) for one in builds if one.get("source")), "")
    spoiler = cell.spoiler
    facts = _facts(reason=spoiler.reason if spoiler else "", expected=cell.expected)
    return Entry(outcome, bool(cell.expected), _binary(build), numbers if good else {},
                 source, facts, _sources(build))  # fmt: skip


def _facts(**told: object) -> dict[str, str]:
    return {name: _said(one) for name, one in told.items() if one}


def _said(text: object) -> str:
    return " ".join(str(text or "").split())[:_LONGEST]


def text_of(night: Night) -> str:
    """Return the file of a night: a line per cell."""
    cells = [
        {**dict(zip(NAMES, names)), "outcome": one.outcome, "expected": one.expected,
         "binary": one.binary, "source": one.source, "sources": one.sources,
         "metrics": one.metrics, **({"facts": dict(one.facts)} if one.facts else {})}
        for names, one in sorted(night.entries.items())
    ]  # fmt: skip
    silent: dict[tuple[str, str], list[Names]] = {}
    for names, told in sorted(night.silent.items()):
        silent.setdefault(told, []).append(names)
    described = {**OWN, **night.quantities}
    head = {"schema": SCHEMA, "run": night.run, "time": night.time, "source": night.source,
            "machine": night.machine, "versions": night.versions, "flags": night.flags,
            "devices": dict(night.devices), "compilers": dict(night.compilers),
            "quantities": {name: one.to_json() for name, one in described.items()},
            **({"note": night.note} if night.note else {}),
            **({"chosen": dict(night.chosen)} if any(night.chosen.values()) else {}),
            "silent": [{"outcome": outcome, "reason": reason, "cells": cells}
                       for (outcome, reason), cells in silent.items()]}  # fmt: skip
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in cells)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "cells": [\n{lines}\n]}}\n'


def write(night: Night, folder: Path) -> Path:
    """Write the file of a night and return it.  Raises StoreError if it cannot be written."""
    return reading.write_whole(folder / f"{night.run}.json", text_of(night).encode())


def read(file: Path) -> Night:
    """Read the file of a night.  Raises StoreError if it is none."""
    try:
        data = bounds.read_whole(file, LARGEST, follow=True)
        told = parse_object(gzip.decompress(data) if file.suffix == ".gz" else data)
        if told["schema"] != SCHEMA:
            raise ValueError(f"it is not of schema {SCHEMA}")
        entries = {
            _names(one): Entry(
                str(one["outcome"]), bool(one["expected"]), str(one["binary"]),
                {str(name): float(value) for name, value in one["metrics"].items()},
                str(one.get("source") or ""),
                {str(name): str(said) for name, said in (one.get("facts") or {}).items()},
                str(one.get("sources") or ""),
            )
            for one in told["cells"]
        }  # fmt: skip
        silent = {
            _names(dict(zip(NAMES, cell))): (str(group["outcome"]), str(group["reason"]))
            for group in told.get("silent") or []
            for cell in group["cells"]
        }
        versions, flags, devices, compilers = (
            {str(name): str(value) for name, value in (told.get(what) or {}).items()}
            for what in ("versions", "flags", "devices", "compilers")
        )
        described = told.get("quantities", {})
        quantities = {
            str(name): of_json(str(name), one) for name, one in described.items() if name not in OWN
        }
        run, time, source, machine = (
            str(told[name]) for name in ("run", "time", "source", "machine")
        )
        return Night(
            run, time, source, machine, versions, entries, silent, str(told.get("note") or ""),
            devices, flags, quantities, compilers,
            {str(kind): list(map(str, some)) for kind, some in (told.get("chosen") or {}).items()},
        )  # fmt: skip
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StoreError(f"cannot read {file}: {why}; name another folder") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError(f"{file} is no file of a history ({error}); remove it") from error


def files(kept: Path | None) -> list[Path]:
    """Return the files of a history folder, sorted by name."""
    if kept is None or not kept.is_dir():
        return []
    return sorted(
        one for one in kept.iterdir()
        if one.name.endswith(SUFFIXES) and not one.name.startswith(".")
    )  # fmt: skip


def nights(
    kept: Path | None, runs: Sequence[Path] = (), only: Container[str] | None = None
) -> list[Night]:
    """Return the nights of a history folder and of run folders, oldest first, each run once.

    With ``only`` files of other runs are not read.
    """
    found: dict[str, Night] = {}
    for file in files(kept):
        if only is not None and file.name.partition(".json")[0] not in only:
            continue
        night = read(file)
        found[night.run] = night
    for folder in runs:
        if folder.name not in found and (only is None or folder.name in only):
            found[folder.name] = night_of(reading.read_run(folder))
    return sorted(found.values(), key=lambda one: (one.time, one.run))


def newest(kept: Path, but: str = "", count: int = 60) -> list[Night]:
    """Return the newest nights of a history folder, whose names tell when they began, but one."""
    some = [one for one in files(kept) if one.name.partition(".json")[0] != but]
    return sorted(map(read, some[-count:]), key=lambda one: (one.time, one.run))


def _names(one: Any) -> Names:
    return Key(*(str(one[name]) for name in NAMES))


def short(names: Names) -> str:
    """Return a cell as people call it: `jacobi.omp W/fp64 (gcc-12-host)`."""
    toolchain, benchmark, variant, letter, precision = names
    size = "/".join(filter(None, (letter, precision)))
    program = variant if benchmark == "validation" else f"{benchmark}.{variant}"
    return " ".join(filter(None, (program, size, toolchain and f"({toolchain})")))


def quantities_of(history: Iterable[Night]) -> dict[str, Quantity]:
    """Return what every number of nights is."""
    return {**OWN, **{name: one for night in history for name, one in night.quantities.items()}}
