"""The events of a profiled launch and what they add up to.  Pure."""

from __future__ import annotations

import bisect
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FORMAT = "league-profile-1"
#: Scopes of directives; operations happen inside them.
REGIONS = ("target", "enter-data", "exit-data", "update", "region")
#: Operations of the runtime, in the order in which tables show them.
OPERATIONS = ("allocate", "to", "kernel", "from", "delete", "other")
#: The small regions of the measuring core that ask where they run.
_OWN = ("league::runs_on_device", "league::describe_device", "league::device_synchronize")
_EVENT = re.compile(r"([a-z-]{1,20}) (\d{1,19}) (\d{1,19}) (\d{1,19}) (-?\d{1,19}) (\d{1,9})")


@dataclass(frozen=True)
class Event:
    """A scope that began and ended on one thread; times in nanoseconds of the steady clock."""

    kind: str
    begin: int
    end: int
    #: bytes allocated or copied
    size: int
    #: address of the directive, relative to its program; 0 where it is not told
    place: int
    thread: int


@dataclass(frozen=True)
class Trace:
    """The events of one launch, in the order in which they ended."""

    events: Sequence[Event]
    #: events that were only counted, because there were too many
    dropped: int = 0


def parse(text: str) -> Trace:
    """Read what the profiling library wrote.  Raises ValueError for anything else."""
    head, _, rest = text.partition("\n")
    words = head.split()
    if len(words) != 3 or words[0] != FORMAT or not (words[1] + words[2]).isdecimal():
        raise ValueError(f"it does not begin with {FORMAT}")
    events = []
    for number, line in enumerate(rest.splitlines(), 2):
        match = _EVENT.fullmatch(line)
        if match is None or match[1] not in (*REGIONS, *OPERATIONS):
            raise ValueError(f"line {number} is no event")
        begin, end, size, place, thread = (int(word) for word in match.groups()[1:])
        if end < begin:
            raise ValueError(f"the event of line {number} ends before it begins")
        events.append(Event(match[1], begin, end, size, place, thread))
    if len(events) != int(words[1]):
        raise ValueError(f"it holds {len(events)} of {words[1]} events")
    return Trace(events, int(words[2]))


@dataclass(frozen=True)
class Region:
    """One execution of a directive and the operations inside it."""

    scope: Event
    inside: Sequence[Event]

    def time_of(self, operation: str) -> int:
        """Nanoseconds that operations of a kind took."""
        return sum(one.end - one.begin for one in self.inside if one.kind == operation)

    @property
    def rest(self) -> int:
        """Nanoseconds in none of its operations: waiting, and the runtime's own work."""
        spent = sum(one.end - one.begin for one in self.inside)
        return max(0, self.scope.end - self.scope.begin - spent)


def regions(trace: Trace) -> list[Region]:
    """Return the regions in the order in which they began.

    An operation belongs to the innermost region of its thread that encloses it.  A region within a
    region is one of its own, and its time is not counted twice.
    """
    found: list[Region] = []
    open_events: dict[int, list[Event]] = {}
    for event in trace.events:
        before = open_events.setdefault(event.thread, [])
        if event.kind not in REGIONS:
            before.append(event)
            continue
        first = len(before)
        while first > 0 and before[first - 1].begin >= event.begin:
            first -= 1
        found.append(Region(event, [one for one in before[first:] if one.kind not in REGIONS]))
        del before[first:]
    return sorted(found, key=lambda region: region.scope.begin)


class Symbols:
    """Names of a program's functions by address, from what ``nm -C --defined-only`` prints."""

    def __init__(self, listing: str) -> None:
        """Take the listing; what is no function is left out."""
        found = []
        for line in listing.splitlines():
            words = line.split(" ", 2)
            if len(words) == 3 and words[1] in "tTwW":
                found.append((int(words[0], 16), words[2]))
        self._table = sorted(found)

    def name(self, address: int) -> str:
        """Return the function that holds an address, without its arguments; empty if unknown."""
        index = bisect.bisect_right(self._table, (address, "\uffff")) - 1
        return _plain(self._table[index][1]) if index >= 0 and address > 0 else ""


def _plain(name: str) -> str:
    """``void league::step<double>(int)`` becomes ``league::step``."""
    name = name.replace("(anonymous namespace)::", "").partition("[abi:")[0]
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    return name.partition("(")[0].split(" ")[-1]


@dataclass(frozen=True)
class Place:
    """All executions of one directive."""

    name: str
    kind: str
    regions: Sequence[Region]

    def fields(self) -> dict[str, Any]:
        """Return what a record keeps: counts, bytes and nanoseconds, summed over executions.

        ``typical_ns`` are medians over executions, of the total, each operation and the rest: the
        first execution may be much longer than those that follow.
        """
        summed = totals(one for region in self.regions for one in region.inside)
        return {
            "name": self.name,
            "kind": self.kind,
            "count": len(self.regions),
            "time_ns": sum(one.scope.end - one.scope.begin for one in self.regions),
            "rest_ns": sum(one.rest for one in self.regions),
            "operations": summed,
            "typical_ns": {
                "total": _median(one.scope.end - one.scope.begin for one in self.regions),
                **{name: _median(one.time_of(name) for one in self.regions) for name in summed},
                "rest": _median(one.rest for one in self.regions),
            },
        }


def _median(values: Iterable[int]) -> int:
    return int(statistics.median(values))


def totals(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Return count, bytes and nanoseconds by operation, in the order of the tables."""
    summed: dict[str, dict[str, int]] = {}
    for one in events:
        entry = summed.setdefault(one.kind, {"count": 0, "bytes": 0, "time_ns": 0})
        entry["count"] += 1
        entry["bytes"] += one.size
        entry["time_ns"] += one.end - one.begin
    return {name: summed[name] for name in OPERATIONS if name in summed}


def places(trace: Trace, symbols: Symbols) -> list[Place]:
    """Return the directives of a program in the order in which they first ran.

    Several in one function are numbered; the measuring core's own regions are left out.
    """
    by_place: dict[tuple[int, str], list[Region]] = {}
    for region in regions(trace):
        by_place.setdefault((region.scope.place, region.scope.kind), []).append(region)
    names = {key: symbols.name(key[0]) for key in by_place}
    kept = {key: names[key].rpartition("::")[2] for key in by_place if names[key] not in _OWN}
    several = Counter(kept.values())
    seen: Counter[str] = Counter()
    told = []
    for key, name in kept.items():
        seen[name] += 1
        shown = name if name and several[name] == 1 else f"{name or '?'} {seen[name]}"
        told.append(Place(shown, key[1], by_place[key]))
    return told


def chrome_trace(trace: Trace, found: Sequence[Place], program: str) -> dict[str, Any]:
    """Return the Chrome trace format (object form), which Perfetto opens; times in microseconds."""
    names = {region.scope: place.name for place in found for region in place.regions}
    start = min((one.begin for one in trace.events), default=0)
    told: list[Mapping[str, Any]] = [
        {"ph": "M", "pid": 1, "tid": 0, "name": "process_name", "args": {"name": program}}
    ]
    for event in sorted(trace.events, key=lambda one: (one.begin, -one.end)):
        told.append({
            "ph": "X", "pid": 1, "tid": event.thread,
            "name": f"{event.kind}: {names[event]}" if event in names else event.kind,
            "cat": "region" if event.kind in REGIONS else "operation",
            "ts": (event.begin - start) / 1000, "dur": (event.end - event.begin) / 1000,
            "args": {"bytes": event.size} if event.size else {},
        })  # fmt: skip
    return {"displayTimeUnit": "ns", "traceEvents": told}
