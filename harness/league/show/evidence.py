"""What a cell's verdict rests on: its launches, checks, commands, flags and last words."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from league.analysis.standing import Column
from league.base import models
from league.base.columns import Cell as Field
from league.base.words import duration, plural, size_words
from league.records.launches import Launch, Record
from league.records.view import Cell, build_failure
from league.show import anchors
from league.verdicts import Word, judging, word

#: Most words of commands are those of other commands.
_quoted = functools.lru_cache(maxsize=4096)(shlex.quote)
#: Of so many launches each is told; of more the first.
_MOST_LAUNCHES = 40


@dataclass(frozen=True)
class Check:
    """A check of the answer: the largest error over the launches, and its tolerance."""

    name: str
    error: str
    tolerance: str
    passed: bool


@dataclass(frozen=True)
class Evidence:
    """Everything that is known of a cell, or of a program that could not be built."""

    anchor: str
    variant: str
    toolchain: str
    size: str
    word: Word
    time: str
    reason: str
    expected: str
    launches: str
    #: what each launch took; struck out if its time does not count
    times: tuple[Field, ...]
    checks: tuple[Check, ...]
    facts: tuple[tuple[str, str], ...]
    commands: tuple[tuple[str, str], ...]
    tail: str
    #: whether it went wrong, and of a cell in how many of its launches
    failed: bool = False
    count: str = ""

    @property
    def failure(self) -> str:
        """The id under which it is named among the failures."""
        return anchors.failure(self.anchor)


def evidence_of(
    columns: Sequence[Column], benchmark: str, variant: str, *, only_failed: bool = False
) -> Iterator[Evidence]:
    """Yield the evidence of a variant: of each cell, and of each program that was not built."""
    for column in columns:
        build = column.build(benchmark, variant)
        cells = column.run.variants.get((column.toolchain, benchmark, variant), ())
        verdict, expected = build_failure(build)
        built = word(verdict or "ok")
        if built.failed or (built.refused and not only_failed):
            yield _of_build(column, build, word(verdict, expected=bool(expected)), expected)
        for cell in cells:
            if word(cell.outcome).failed or not only_failed:
                yield _of_cell(column, cell, build)


def size_label(size: tuple[str, str]) -> str:
    """Return a class and precision in words."""
    letter, precision = size
    return ", ".join(filter(None, [f"class {letter}" if letter else "", precision])) or "any size"


def _count(cell: Cell) -> str:
    """Say how many launches failed, and whether those are of the check."""
    failed = sum(not launch.valid for launch in cell.evidence)
    told = f"{failed} of {plural(len(cell.evidence), 'launch', 'launches')}"
    checked = cell.spoiler is not None and cell.spoiler.mode == "check"
    return told + ", the check before timing" if checked else told


def _of_build(column: Column, build: Record, shown: Word, expected: str) -> Evidence:
    benchmark, variant = str(build.get("benchmark", "")), str(build.get("variant", ""))
    return Evidence(
        anchors.build(column.label, benchmark, variant), variant, column.label, "", shown, "",
        str(build.get("reason", "")), expected, "", (), (),
        (("Compiler", column.compiler), ("Flags of the toolchain", _flags(column))),
        (("Again", _again(column, "build", benchmark, variant)),),
        str(build.get("log_tail") or ""), word(str(build["verdict"])).failed,
    )  # fmt: skip


def _of_cell(column: Column, cell: Cell, build: Record) -> Evidence:
    spoiler, key = cell.spoiler, cell.key
    told = spoiler or next(iter(cell.launches + cell.checks), None)
    shown = cell.word
    time = duration(cell.median()) if cell.verified else ""
    return Evidence(
        anchor=anchors.cell(column.label, key),
        variant=key.variant,
        toolchain=column.label,
        size="/".join(filter(None, key.size)),
        word=shown,
        time=time,
        reason=told.reason if told and cell.outcome != "pass" else "",
        expected=cell.expected,
        launches=_launches(cell),
        times=_times(cell),
        checks=_checks(cell),
        facts=_facts(column, cell, build),
        commands=_commands(column, cell),
        tail=spoiler.output_tail if spoiler else "",
        failed=word(cell.outcome).failed,
        count=_count(cell) if spoiler else "",
    )


def _times(cell: Cell) -> tuple[Field, ...]:
    """Return what each launch took, in their order; what was not a pass is named."""
    told = []
    for launch in sorted(cell.launches, key=lambda one: one.index)[:_MOST_LAUNCHES]:
        median, doubt = launch.median("compute"), launch.stages.get("timing", "ok")
        said = word(launch.outcome).label if launch.outcome != "pass" else ""
        note = said or (doubt if doubt != "ok" else "")
        text = duration(median) if median is not None else ""
        told.append(Field(text, note, struck=not launch.valid))
    return tuple(told)


def _launches(cell: Cell) -> str:
    """Say how many launches there were, and what the time of each is."""
    if not cell.launches:
        return f"none timed, {plural(len(cell.checks), 'check')}"
    first = next((one for one in cell.launches if one.valid), cell.launches[0])
    each = len(first.repetitions("compute"))
    told = plural(len(cell.launches), "launch", "launches")
    if len(cell.launches) > _MOST_LAUNCHES:
        told += f", the first {_MOST_LAUNCHES} of them"
    return f"{told}, each the median of {plural(each, 'repetition')}" if each > 1 else told


def _checks(cell: Cell) -> tuple[Check, ...]:
    """Return each check with the largest error of all launches; one that failed comes first."""
    found: dict[str, tuple[bool, float, Record]] = {}
    for launch in cell.checks + cell.launches:
        for one in launch.record.get("checks") or ():
            name, passed = str(one.get("name")), bool(one.get("passed"))
            error = one.get("error")
            size = float("inf") if error is None else abs(float(error))
            held = found.get(name)
            if held is None or (not passed, size) > (not held[0], held[1]):
                found[name] = (passed, size, one)
    return tuple(
        Check(name, _number(one.get("error")), _number(one.get("tolerance")), passed)
        for name, (passed, _, one) in sorted(found.items(), key=lambda item: item[1][0])
    )


def _number(value: Any) -> str:
    return "not a number" if value is None else f"{float(value):.3g}"


def _facts(column: Column, cell: Cell, build: Record) -> tuple[tuple[str, str], ...]:
    launch = next((one for one in cell.launches + cell.checks if one.record), None)
    record: Record = launch.record if launch else {}
    flags = str((record.get("build") or {}).get("flags") or "")
    code = str(build.get("executable_sha256") or "")
    return tuple(
        (name, value)
        for name, value in (
            ("Ran on", _place(cell, record)),
            ("On an emulated GPU, too", _emulated(cell)),
            ("Compiler", column.compiler),
            ("Flags", flags),
            ("Flags of the toolchain", "" if flags else _flags(column)),
            ("Executable", f"SHA-256 {code[:16]}…" if code else ""),
        )
        if value
    )


def _emulated(cell: Cell) -> str:
    """Return the emulated toolchain that a check's variant is checked by, too, or why by none."""
    told = next((one.emulated for one in cell.checks if one.emulated), {})
    return str(told.get("note") or told.get("toolchain") or "")


def _flags(column: Column) -> str:
    """All flags that a toolchain may use, where no record tells those of the program."""
    kinds: Record = column.record.get("flags") or {}
    told = (flag for kind in kinds.values() for flag in (kind if isinstance(kind, list) else ()))
    return " ".join(dict.fromkeys(map(str, told)))


def _place(cell: Cell, record: Record) -> str:
    device: Record = record.get("device") or {}
    kind = " ".join(str(device.get(name) or "") for name in ("kind", "name")).strip()
    threads = f", {plural(int(device['threads']), 'thread')}" if device.get("threads") else ""
    return f"{cell.place}: {kind}{threads}" if kind else cell.place


def _commands(column: Column, cell: Cell) -> tuple[tuple[str, str], ...]:
    key = cell.key
    words = size_words(key.letter, "-c")
    words += ["--precision", key.precision] if key.precision else []
    again = _again(column, "run" if cell.launches else "check", key.benchmark, key.variant, *words)
    launch = cell.spoiler or next(iter(cell.launches + cell.checks), None)
    program = _program(cell, launch, column.run.session) if launch else ""
    return tuple(one for one in (("Again", again), ("Program", program)) if one[1])


def _again(column: Column, verb: str, benchmark: str, variant: str, *words: str) -> str:
    names = ["-b", benchmark, "-v", variant, "-t", column.toolchain]
    return " ".join(map(_quoted, ["scripts/run_all.py", verb, *names, *words]))


def _program(cell: Cell, launch: Launch, session: Record) -> str:
    """The program alone, without the harness, as it was launched."""
    key = launch.key
    words = [f"build/{key.toolchain}/{cell.group}/{key.benchmark}/{key.benchmark}.{key.variant}"]
    words += size_words(key.letter, "--class")
    words += ["--precision", key.precision] if key.precision else []
    if launch.mode == "check":
        words += ["--repeat", "1", "--warmup", "0", "--guard"]
    else:
        told = [(name, session.get(name)) for name in ("repeat", "warmup")]
        words += [
            word for name, value in told if value is not None for word in (f"--{name}", str(value))
        ]
    if not judging.judge_of(session).mandatory and models.of(launch.model).offloads:
        words.append("--allow-host")
    environment = [f"{name}={_quoted(value)}" for name, value in launch.environment.items()]
    return " ".join([*environment, *map(_quoted, words)])
