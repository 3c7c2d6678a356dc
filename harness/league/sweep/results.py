"""What a sweep found: a median per point, the best point of each variant and size, and why not."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from league.base import models
from league.base.columns import Column, csv_text, terminal
from league.base.words import duration, plural, significant
from league.records.launches import launch_of
from league.records.schema import Record
from league.sweep import axes
from league.sweep.axes import Shape, Size
from league.verdicts import judging

#: Points whose time exceeds the best one's by less than this share are told beside it.
NEAR = 0.02


@dataclass(frozen=True)
class Place:
    """A column of results that are compared: all shapes of one variant at one size."""

    toolchain: str
    benchmark: str
    variant: str
    model: str
    simd: bool | None
    size: Size
    precision: str


@dataclass(frozen=True)
class Result:
    """One point: what was asked for, what was got, and the median compute time."""

    place: Place
    shape: Shape
    got: Shape | None  # None: unknown
    own_shape: bool
    #: ``pass``, or what the first launch that failed shows
    verdict: str
    reason: str
    #: ``ok``, or why the first doubtful time is one
    timing: str
    #: median compute time of each valid launch, ns
    times: tuple[float, ...]

    @property
    def good(self) -> bool:
        """Whether every launch was right and ran where it should."""
        return self.verdict == "pass" and bool(self.times)

    @property
    def time(self) -> float:
        """The median over the launches, ns."""
        return statistics.median(self.times)

    @property
    def other_shape(self) -> bool:
        """Whether another shape was got than the one asked for; unknown is no."""
        if self.got is None:
            return False
        pairs = zip(astuple(self.shape), astuple(self.got))
        return any(want not in (None, have) for want, have in pairs)


Results = Sequence[Result]


def results(records: Iterable[Record]) -> list[Result]:
    """Return the points of a sweep's records, in the order of variants, sizes and shapes."""
    found: dict[tuple[Place, Shape], list[Record]] = {}
    for record in records:
        if record["kind"] != "launch" or record["mode"] != axes.MODE:
            continue
        told = record["sweep"]
        place = Place(
            record["toolchain"],
            record["benchmark"],
            record["variant"],
            record["model"],
            told["simd"],
            Size(record["class"], tuple(told["set"].items())),
            record["precision"],
        )
        key = place, Shape(told["teams"], told["threads"])
        found.setdefault(key, []).append(record)
    made = [_result(place, shape, launches) for (place, shape), launches in found.items()]
    return sorted(made, key=_order)


def _order(one: Result) -> tuple[Any, ...]:
    place, size, shape = one.place, one.place.size, one.shape
    names = (place.benchmark, place.variant, place.toolchain, place.precision)
    return (*names, size.letter, size.sets, shape.teams or 0, shape.threads or 0)


def _result(place: Place, shape: Shape, launches: Sequence[Record]) -> Result:
    offloads = models.of(place.model).offloads
    valid = [one for one in launches if judging.is_right(one["verdict"], offloads=offloads)]
    failed = [one for one in launches if one not in valid]
    told = launches[0]["sweep"]
    return Result(
        place=place,
        shape=shape,
        got=None if told["got"] is None else Shape(**told["got"]),
        own_shape=told["own_shape"],
        verdict=failed[0]["worst"] if failed else "pass",
        reason=failed[0]["reason"] if failed else "",
        timing=next((t for t in (one["verdict"]["timing"] for one in valid) if t != "ok"), "ok"),
        times=tuple(filter(None, (launch_of(one).median("compute") for one in valid))),
    )


#: A point, as CSV and JSON tell it.
POINTS: tuple[Column[Result], ...] = (
    *(Column(name, name, attrgetter(f"place.{name}"))
      for name in ("toolchain", "benchmark", "variant", "precision", "simd")),
    Column("class", "class", lambda one: one.place.size.letter),
    Column("set", "set", lambda one: " ".join(f"{key}={n}" for key, n in one.place.size.sets)),
    Column("teams", "teams", lambda one: one.shape.teams),
    Column("threads", "threads", lambda one: one.shape.threads),
    Column("verdict", "verdict", lambda one: one.verdict),
    Column("launches", "launches", lambda one: len(one.times)),
    Column("compute_ns", "compute", lambda one: one.time if one.good else None, unit="ns",
           help="the median over the launches; unknown where none counts"),
)  # fmt: skip


def as_csv(found: Results) -> str:
    """Return the points as CSV; a time in nanoseconds, empty where none counts."""
    return csv_text(POINTS, found)


def _got(one: Result) -> str:
    if one.place.model not in axes.SHAPED or one.shape == Shape(None, None):
        return "–"
    if one.own_shape:
        return "by clause"
    return "unknown" if one.got is None else one.got.label


class Points:
    """The points of a place in their order, and how the best of them compares."""

    def __init__(self, place: Place, points: Results) -> None:
        self.place = place
        self.points = points
        #: what may be compared
        self.good = [one for one in points if one.good]
        #: the fastest that is right and ran where it should, None if there is none
        self.first = min(self.good, key=lambda one: one.time, default=None)

    @property
    def worst(self) -> float | None:
        """How many times the best time the slowest good point takes."""
        return max(one.time for one in self.good) / self.first.time if self.first else None

    @property
    def near(self) -> int | None:
        """How many other good points are hardly slower than the best one."""
        if self.first is None:
            return None
        limit = self.first.time * (1 + NEAR)
        return sum(one.time <= limit for one in self.good) - 1


def places(found: Results) -> list[Points]:
    """Return the points of every place."""
    by_place: dict[Place, list[Result]] = {}
    for one in found:
        by_place.setdefault(one.place, []).append(one)
    return [Points(place, points) for place, points in by_place.items()]


#: What a sweep found, a variant, size, precision and toolchain a line.
BEST: tuple[Column[Points], ...] = (
    Column("variant", "variant", lambda row: row.place.variant, right=False),
    Column("simd", "simd", lambda row: row.place.simd, write=lambda on: "on" if on else "off",
           unknown=lambda _: "", optional=True, right=False),
    Column("size", "size", lambda row: row.place.size.label, right=False),
    Column("precision", "precision", lambda row: row.place.precision, right=False),
    Column("toolchain", "toolchain", lambda row: row.place.toolchain, right=False),
    Column("best", "best", lambda row: row.first, write=lambda one: one.shape.label,
           unknown=lambda _: "none", right=False, help="teams × threads per team"),
    Column("got", "got", lambda row: row.first, write=_got, unknown=lambda _: "", right=False),
    Column("compute", "compute", lambda row: row.first, write=lambda one: duration(one.time),
           unknown=lambda row: row.points[0].verdict, right=False, help="median over launches"),
    Column("worst", "worst÷best", lambda row: row.worst, write=significant,
           unknown=lambda _: "", right=False),
    Column("near", "near", lambda row: row.near, unknown=lambda _: "", right=False),
    Column("good", "good", lambda row: f"{len(row.good)} of {len(row.points)}", right=False),
)  # fmt: skip


def table(found: Results) -> str:
    """Return the best point per variant, size, precision and toolchain, as columns of text."""
    return "\n".join(terminal(BEST, places(found)))


def notes(found: Results, launches: int) -> list[str]:
    """Return what a reader must know beside the table: failures, shapes not got, what is left."""
    told: list[str] = []
    for toolchain in dict.fromkeys(one.place.toolchain for one in found):
        mine = [one for one in found if one.place.toolchain == toolchain]
        told += _shape_notes(toolchain, mine)
    for model in dict.fromkeys(one.place.model for one in found):
        if not models.of(model).shape:
            told.append(f"teams × threads do not apply to {model}: one point per size")
        elif model not in axes.SHAPED:
            told.append(f"teams do not apply to {model}; threads are those of OMP_NUM_THREADS")
    bad = Counter(
        (f"{one.place.variant} {one.place.toolchain}", one.verdict, one.reason)
        for one in found
        if one.verdict != "pass"
    )
    for (name, value, reason), count in bad.items():
        why = f" ({reason})" if reason else ""
        told.append(f"{name}: {value} at {plural(count, 'point')}, never the best{why}")
    doubts = Counter(one.timing for one in found if one.good and one.timing != "ok")
    if doubts:
        counts = ", ".join(f"{value} at {plural(n, 'point')}" for value, n in doubts.items())
        told.append(f"doubtful times: {counts}")
    short = sum(one.good and len(one.times) < launches for one in found)
    if short:
        told.append(f"launches are missing at {plural(short, 'point')}; --resume goes on")
    return list(dict.fromkeys(told))


def _shape_notes(toolchain: str, found: Results) -> list[str]:
    shapes = {one.shape: one for one in found if one.got is not None}
    told = []
    other = [one for one in shapes.values() if one.other_shape]
    if other:
        pairs = [f"{one.shape.label} got {_got(one)}" for one in other[:4]]
        more = f" and {len(other) - 4} more" if len(other) > 4 else ""
        told.append(f"{toolchain}: not the shape asked for: {', '.join(pairs)}{more}")
    elif shapes:
        told.append(f"{toolchain}: got {plural(len(shapes), 'shape')} as asked for")
    told += [
        f"{name} asks for a shape by clauses: the environment may not matter"
        for name in dict.fromkeys(one.place.variant for one in found if one.own_shape)
    ]
    wished = [
        one for one in found
        if one.place.model in axes.SHAPED and one.shape != Shape(None, None)
    ]  # fmt: skip
    if any(one.got is None and not one.own_shape for one in wished):
        told.append(f"{toolchain}: the shapes got are not known")
    return told


def text(records: Sequence[Record]) -> str:
    """Return the table of a sweep with what must be said beside it."""
    found = results(records)
    if not found:
        return "nothing was launched"
    session = next(one for one in records if one["kind"] == "session")
    count = session["launches"]
    head = (
        f"{found[0].place.benchmark}: the best teams × threads per team by compute time,"
        f" median of {plural(count, 'launch', 'launches')} per point, seed {session['seed']}"
    )
    told = [f"near: other points at most {NEAR:.0%} slower than the best", *notes(found, count)]
    return "\n".join([head, table(found), *told])


def summary(records: Sequence[Record], folder: Path, code: int) -> dict[str, Any]:
    """Return what ``--json`` prints: every point, and which is the best of its place."""
    points = [
        {**_fields(one), "best": one is some.first}
        for some in places(results(records))
        for one in some.points
    ]
    return {"run": str(folder), "exit_code": code, "points": points}


def _fields(one: Result) -> dict[str, Any]:
    got = None if one.got is None else asdict(one.got)
    told = {column.id: column.value(one) for column in POINTS}
    return {**told, "set": dict(one.place.size.sets), "model": one.place.model, "got": got}
