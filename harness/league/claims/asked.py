"""What a run of claims was asked for, so that ``--resume`` alone goes on with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from league.base.errors import UsageError
from league.records import store
from league.records.schema import Record
from league.run.options import Options
from league.run.table import differs

#: Fields of a selection by the options that give them.
_CHOICE = {"-b": "benchmarks", "--tag": "tags", "-x": "exclude"}


def session_of(folder: Path | None) -> Record | None:
    """Return the record that a run of claims began with; None: there is no run, or no claims in it.

    Raises StoreError if the folder holds no records.
    """
    records = store.read_records(folder) if folder is not None else []
    first = next((one for one in records if one["kind"] == "session"), None)
    return first if first is not None and first.get("suite") == "validation" else None


def recorded(options: Options, looks: Sequence[str]) -> dict[str, Any]:
    """Return what the record of a run keeps of what it was asked for."""
    chosen = {name: list(getattr(options.selection, name)) for name in _CHOICE.values()}
    return {"claims": {**chosen, "looks": list(looks)}}


def as_begun(options: Options, looks: Sequence[str]) -> tuple[Options, tuple[str, ...]]:
    """Return options and looks, with those of the run that is resumed where none is given.

    Raises UsageError for others than it began with.  What an older version recorded does not tell,
    and has to be given again.
    """
    first = session_of(options.resume)
    told = first["options"].get("claims") if first is not None else None
    if not isinstance(told, Mapping):
        return options, tuple(looks)
    began = {name: tuple(map(str, told.get(name, ()))) for name in (*_CHOICE.values(), "looks")}
    for flag, name in _CHOICE.items():
        if getattr(options.selection, name) not in ((), began[name]):
            raise differs(flag)
    if others := set(looks) - set(began["looks"]):
        raise differs(f"--{min(others)}")
    if began["looks"] and options.verb != "conformance":
        raise UsageError("that run looks at claims more than once; resume it with conformance")
    selection = replace(
        options.selection, suite="validation", benchmarks=began["benchmarks"], tags=began["tags"],
        exclude=began["exclude"],
    )  # fmt: skip
    return replace(options, selection=selection), began["looks"]
