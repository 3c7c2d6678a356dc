"""One process that measured and checked itself, as statistics and tables read it.

A launch stands for the median of its repetitions.  Of its record that is kept which is asked for:
a large run has a hundred thousand.
"""

from __future__ import annotations

import statistics
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from league.base import error_lines, models
from league.base.columns import Column
from league.verdicts import defect_in, judging, read, word

Record = Mapping[str, Any]


#: The five names that identify a cell within a run, as tables and records call them.
NAMES = ("toolchain", "benchmark", "variant", "class", "precision")


#: What is timed in every repetition.
PHASES = ("setup", "h2d", "compute", "d2h", "total")


class Key(NamedTuple):
    """The five names that identify a cell within a run."""

    toolchain: str
    benchmark: str
    variant: str
    letter: str
    precision: str

    @property
    def program(self) -> tuple[str, str, str]:
        """The names of what was built for it."""
        return self[:3]

    @property
    def size(self) -> tuple[str, str]:
        """Its class and precision."""
        return self[3:]

    @property
    def problem(self) -> tuple[str, str, str]:
        """What it computes, whatever with: benchmark, class and precision."""
        return self.benchmark, *self.size

    @property
    def short(self) -> str:
        """The names without the toolchain."""
        size = f"{self.letter}/{self.precision}".strip("/")
        return f"{self.benchmark}.{self.variant} {size}".strip()

    def fields(self) -> dict[str, str]:
        """Return the names as rows of tables and records call them."""
        return dict(zip(NAMES, self))

    def __str__(self) -> str:
        """Return the names in the order a reader looks for them."""
        return f"{self.short} ({self.toolchain})"


def of_key(*names: str, **rest: Any) -> tuple[Column[Any], ...]:
    """Return the columns of a table whose rows have a `key`, by those of `NAMES` it shows."""
    return tuple(
        Column(one, one.capitalize(), lambda row, one=one: row.key.fields()[one],  # type: ignore[misc]
               right=False, **rest)
        for one in names
    )  # fmt: skip


@dataclass(frozen=True)
class Motion:
    """Kernel launches and bytes moved during one compute phase; None is unknown, never zero."""

    launches: int | None
    to_device: int | None
    from_device: int | None


@dataclass(frozen=True)
class Launch:
    """One process that measured and checked itself, with the harness's verdict on it."""

    key: Key
    group: str
    model: str
    mode: str
    pair: str
    index: int
    stages: Mapping[str, str]
    worst: str
    reason: str
    output_tail: str
    environment: Mapping[str, str]
    #: what the executable wrote, but for its samples
    record: Record
    #: by phase and by ``lap:`` and the name of a lap: nanoseconds, warm-ups left out
    times: Mapping[str, array[float]]
    #: what was moved in one repetition, None where the runtime cannot count
    motion: Motion | None
    #: what the emulated device counted, None where there was none
    counts: Record | None = None
    #: of a check, what an emulated GPU says beside it: ``toolchain``, ``note``; None if not asked
    emulated: Record | None = None
    #: of one by a batch system: the id of its machine's record, and a token of its node
    machine: str = ""
    node: str = ""

    @cached_property
    def valid(self) -> bool:
        """Whether it is right where it has to run and, unless it only checks, its time counts.

        The rule is that of ``verdicts.judging.counts``.
        """
        offloads = models.of(self.model).offloads
        if self.mode == "check":
            return judging.is_right(self.stages, offloads=offloads)
        return judging.counts(self.stages, self.repetitions("compute"), offloads=offloads)

    @cached_property
    def disturbed(self) -> bool:
        """Whether it is right, but something outside took part in its time."""
        offloads = models.of(self.model).offloads
        return judging.is_right(self.stages, offloads=offloads) and judging.is_disturbed(
            self.stages
        )

    @cached_property
    def outcome(self) -> str:
        """`pass` for a valid launch, otherwise what spoiled it (without the detail in brackets)."""
        if self.valid:
            return "pass"
        stages = (self.stages.get(stage, "") for stage in ("build", "launch", "answer", "place"))
        for value in (read(text) for text in (self.worst, *stages) if text):
            if not value.row.good or value.word == "emulated":
                return value.word
        if self.stages.get("place") == "host" and models.of(self.model).offloads:
            return "host-fallback"
        return "not-checked"

    @property
    def expected(self) -> str:
        """Why this failure was expected (a known compiler defect), empty if it was not."""
        return defect_in(self.stages.get("expectation", ""))

    @property
    def fell_back(self) -> bool:
        """Whether an offload variant ran, wholly or partly, on the host."""
        return word(self.outcome).fell_back

    def repetitions(self, phase: str) -> Sequence[float]:
        """Return the times of a phase in nanoseconds, warm-ups left out.

        A phase is `setup`, `h2d`, `compute`, `d2h`, `total`, or `lap:` and the name of a lap.
        """
        return self.times.get(phase, ())

    def laps(self) -> list[str]:
        """Return the names of the laps, in the order of their first end."""
        return [name[4:] for name in self.times if name.startswith("lap:")]

    def median(self, phase: str) -> float | None:
        """Return the median of the repetitions in nanoseconds, None if there are none."""
        if phase not in self._medians:
            times = self.repetitions(phase)
            self._medians[phase] = statistics.median(times) if times else None
        return self._medians[phase]

    @cached_property
    def _medians(self) -> dict[str, float | None]:
        """The medians that were asked for; what a launch holds does not change."""
        return {}


def names_of(record: Record) -> tuple[str, str, str]:
    """Return the names of the variant that a record is about: toolchain, benchmark, variant."""
    toolchain, benchmark, variant = (
        str(record.get(name, "")) for name in ("toolchain", "benchmark", "variant")
    )
    return toolchain, benchmark, variant


class Once:
    """Holds equal parts of records once: most are the same in thousands of launches."""

    def __init__(self) -> None:
        self._held: dict[str, Any] = {}

    def __call__(self, part: Any) -> Any:
        """Return the first part that was equal to this one."""
        return self._held.setdefault(repr(part), part)


def launch_of(record: Record, once: Callable[[Any], Any] = lambda part: part) -> Launch:
    """Return a launch record as what statistics and tables read, its parts as `once` gives them."""
    inner: Record = record.get("record") or {}
    letter = record.get("class") or inner.get("class") or ""
    if isinstance(letter, Mapping):
        letter = letter.get("letter", "")
    precision = str(record.get("precision") or inner.get("precision") or "")
    key = Key(*names_of(record), str(letter), precision)
    model = record.get("model") or inner.get("model") or models.of_variant(key.variant).name
    tail = str(record.get("output_tail") or "")
    samples = inner.get("samples") or []
    return Launch(
        key=once(key),
        group=once(str(record.get("group", ""))),
        model=once(str(model)),
        mode=once(str(record.get("mode", "timed"))),
        pair=once(str(record.get("pair") or "")),
        index=int(record.get("index") or 0),
        stages=once(record.get("verdict") or {}),
        worst=once(str(record.get("worst", ""))),
        reason=error_lines.reason_of(str(record.get("reason") or ""), tail),
        output_tail=tail,
        environment=once(record.get("environment") or {}),
        record={name: once(part) for name, part in inner.items() if name != "samples"},
        times=_times([one for one in samples if not one.get("warmup")]),
        motion=once(_motion(samples)),
        counts=once(record.get("device_counts")),
        emulated=once(record.get("emulated")),
        machine=once(str((record.get("batch") or {}).get("machine", ""))),
        node=once(str((record.get("batch") or {}).get("node", ""))),
    )


def _times(samples: Sequence[Record]) -> dict[str, array[float]]:
    """Return the times of samples by phase and by lap."""
    found: dict[str, array[float]] = {}
    for sample in samples:
        laps = {f"lap:{name}": time for name, time in (sample.get("laps") or {}).items()}
        for name, time in {**{phase: sample.get(phase) for phase in PHASES}, **laps}.items():
            if time is not None:
                found.setdefault(name, array("d")).append(time)
    return found


def _motion(samples: Sequence[Record]) -> Motion | None:
    moved = next((one["compute_motion"] for one in samples
                  if not one.get("warmup") and one.get("compute_motion")), None)  # fmt: skip
    names = ("launches", "to_device", "from_device")
    return Motion(*map(moved.get, names)) if moved else None
