"""Launch records grouped into cells, and the rule that decides which times count.

A cell is one (toolchain, benchmark, variant, class, precision).  Its evidence is the launches, one
process each; a launch stands for the median of its repetitions.  Everything here uses the standard
library only, so that the table at the end of a run can be printed on a bare node.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from league.base.words import ON_NODE
from league.records.launches import Key, Launch, Motion, Once, Record, launch_of, names_of
from league.verdicts import Word, defect_in, read, word


@dataclass
class Cell:
    """All launches of one (toolchain, benchmark, variant, class, precision) of a run.

    What it says of them is worked out once: no launch is added after that.
    """

    key: Key
    group: str
    model: str
    launches: list[Launch] = field(default_factory=list)
    twins: list[Launch] = field(default_factory=list)
    #: of the program of a baseline, in turns with those of the cell
    before: list[Launch] = field(default_factory=list)
    checks: list[Launch] = field(default_factory=list)

    @cached_property
    def evidence(self) -> list[Launch]:
        """The launches that judge this cell; skipped ones say nothing and are left out."""
        return [x for x in self.checks + self.launches if x.outcome != "skipped"]

    @cached_property
    def right(self) -> bool:
        """Whether everything that ran was right and in the right place (timed or only checked)."""
        return bool(self.evidence) and self.spoiler is None

    @cached_property
    def timed(self) -> list[Launch]:
        """The launches whose times are looked at: those that nothing disturbed."""
        return [launch for launch in self.launches if not launch.disturbed]

    @cached_property
    def verified(self) -> bool:
        """Whether the cell has a time that counts: no launch failed, at least one was timed."""
        return self.right and any(launch.valid for launch in self.launches)

    @cached_property
    def outcome(self) -> str:
        """`pass`, or the outcome of the first launch that failed."""
        spoiler = self.spoiler
        if spoiler is not None:
            return spoiler.outcome
        if self.launches and all(launch.disturbed for launch in self.launches):
            return "disturbed"
        return "pass" if self.right else "skipped"

    @cached_property
    def spoiler(self) -> Launch | None:
        """The first launch that failed, None if none did; one that was disturbed did not."""
        return next((x for x in self.evidence if not (x.valid or x.disturbed)), None)

    @cached_property
    def expected(self) -> str:
        """Why it was expected to fail, empty if it did not fail or a failure was not expected."""
        failed = [x for x in self.evidence if not (x.valid or x.disturbed)]
        return failed[0].expected if failed and all(x.expected for x in failed) else ""

    @property
    def surprises(self) -> bool:
        """Whether it holds although a known defect says that it cannot."""
        expectations = (x.stages.get("expectation") or "as-expected" for x in self.evidence)
        return any(read(text).row.failed for text in expectations)

    @cached_property
    def word(self) -> Word:
        """How its outcome is shown."""
        return word(self.outcome, expected=bool(self.expected))

    @property
    def fell_back(self) -> bool:
        """Whether the time of this cell is a host time in disguise."""
        spoiler = self.spoiler
        return spoiler is not None and spoiler.fell_back

    @property
    def place(self) -> str:
        """Where the regions ran, as far as all launches agree."""
        places = {x.stages.get("place", "unknown") for x in self.launches or self.checks}
        return places.pop() if len(places) == 1 else "mixed" if places else "unknown"

    def medians(self, phase: str = "compute") -> list[float]:
        """Return one median in nanoseconds per launch, in launch order; empty unless verified.

        It is the same list each time, which is not to be changed.
        """
        if phase not in self._medians:
            self._medians[phase] = _medians(self.timed, phase) if self.verified else []
        return self._medians[phase]

    @cached_property
    def _medians(self) -> dict[str, list[float]]:
        """The medians that were asked for."""
        return {}

    def median(self, phase: str = "compute") -> float | None:
        """Return the median over launches in nanoseconds; None unless the cell is verified."""
        times = self.medians(phase)
        return statistics.median(times) if times else None

    def laps(self) -> list[str]:
        """Return the names of the laps of the compute phase, empty unless verified."""
        valid = self.timed if self.verified else []
        return next((names for names in (x.laps() for x in valid) if names), [])

    def invalid_median(self, phase: str = "compute") -> float | None:
        """Return the time of a cell that fell back to the host, to be shown struck out only."""
        times = _medians(self.launches, phase) if self.fell_back else []
        return statistics.median(times) if times else None

    def twin_medians(self) -> list[float]:
        """Return the launch medians of the second, identical member of the A/A pair."""
        valid = [launch for launch in self.twins if launch.valid]
        return _medians(valid, "compute") if self.verified else []

    def before_medians(self) -> list[float]:
        """Return the compute medians of the baseline's program, in nanoseconds."""
        return _medians([launch for launch in self.before if launch.valid], "compute")

    def motion(self) -> Motion | None:
        """Return what one repetition moved, None where the runtime cannot count."""
        return next((x.motion for x in self.launches if x.motion is not None), None)

    @property
    def work(self) -> Record:
        """The work model of the benchmark: flops, bytes, resident bytes."""
        return next((x.record["work"] for x in self.launches if x.record.get("work")), {})


@dataclass
class RunView:
    """The records of one run, grouped for analysis.

    `cells` and `variants` may have been narrowed down to what was asked for; `measured` always
    holds every cell of the session, since references and noise floor come from all of it.
    """

    name: str
    session: dict[str, Any] = field(default_factory=dict)
    machine: Record = field(default_factory=dict)
    toolchains: dict[str, Record] = field(default_factory=dict)
    builds: dict[tuple[str, str, str], Record] = field(default_factory=dict)
    cells: dict[Key, Cell] = field(default_factory=dict)
    variants: dict[tuple[str, str, str], list[Cell]] = field(default_factory=dict)
    measured: dict[Key, Cell] = field(default_factory=dict)
    #: records of kind claim
    claims: list[Record] = field(default_factory=list)
    #: records of kind metric: numbers that others measured
    metrics: list[Record] = field(default_factory=list)
    #: what a vendor's profiler counted in a launch of a cell, kernel by kernel
    counters: dict[Key, list[Record]] = field(default_factory=dict)
    #: launches of several processes at once
    together: list[Record] = field(default_factory=list)
    #: why it was refused the counters; empty if it was not
    refused: str = ""

    @property
    def gpus(self) -> list[str]:
        """The names of the GPUs of its machine."""
        return [str(gpu.get("name")) for gpu in self.machine.get("gpus") or []]

    @property
    def place(self) -> str:
        """Its machine in words; times of different ones are never put in one series."""
        cores = f"{self.machine.get('cores')} cores"
        return ", ".join(filter(None, [str(self.machine.get("cpu") or ""), cores, *self.gpus]))

    def build_of(self, key: Key) -> Record:
        """Return the build record of a cell's program, empty if there is none."""
        return self.builds.get(key.program, {})

    def by_size(self, benchmark: str) -> Mapping[tuple[str, str], Sequence[Cell]]:
        """Return the cells of a benchmark by (class, precision)."""
        return self._by_size.get(benchmark, {})

    @cached_property
    def _by_size(self) -> dict[str, dict[tuple[str, str], list[Cell]]]:
        found: dict[str, dict[tuple[str, str], list[Cell]]] = {}
        for key, cell in self.cells.items():
            sizes = found.setdefault(key.benchmark, {})
            sizes.setdefault(key.size, []).append(cell)
        return found

    @property
    def pairs(self) -> list[Cell]:
        """The cells whose binary was measured twice (the A/A pairs), the longest first."""
        found = [cell for cell in self.measured.values() if cell.twin_medians()]
        return sorted(found, key=lambda cell: -(cell.median() or 0.0))

    def compiler(self, toolchain: str) -> str:
        """Return a toolchain's compiler and its version."""
        facts = self.toolchains.get(toolchain, {})
        return " ".join(filter(None, (facts.get("compiler"), facts.get("version"))))

    def sizes(self, benchmark: str) -> list[tuple[str, str]]:
        """Return the (class, precision) of a benchmark that were timed, or else checked."""
        return timed_sizes([self], benchmark)


def timed_sizes(runs: Sequence[RunView], benchmark: str) -> list[tuple[str, str]]:
    """Return the (class, precision) in which any of the runs timed a benchmark, or else checked."""
    found = [one for run in runs for one in run.by_size(benchmark).items()]
    timed = {size for size, cells in found if any(cell.launches for cell in cells)}
    return sorted(timed or {size for size, _ in found})


def build_failure(build: Record) -> tuple[str, str]:
    """Return the verdict of a build without its detail, and why it was expected (or nothing)."""
    expectation = str(build.get("expectation") or "")
    return str(build.get("verdict") or ""), defect_in(expectation)


def code_of(build: Record) -> str:
    """Return a hash of a program's code, of the whole program where the record has no other."""
    return str(build.get("code_sha256") or build.get("executable_sha256") or "")


def view(records: Iterable[Record], name: str = "") -> RunView:
    """Group the records of one run into cells.

    Unknown kinds of record are passed over; of a launch that is recorded twice the last counts.
    """
    run, once = RunView(name), Once()
    machines: dict[str, Record] = {}
    launches: dict[tuple[Key, str, str, int], Launch] = {}
    for record in records:
        kind = record.get("kind")
        if kind == "session":
            known = {k: v for k, v in record.items() if v is not None}
            run.session.setdefault("started", record.get("time", ""))
            run.session.update(known)
        elif kind == "machine":
            run.machine = machines[str(record.get("id"))] = record
        elif kind == "toolchain":
            run.toolchains[str(record.get("toolchain", ""))] = record
        elif kind == "build":
            run.builds[names_of(record)] = record
        elif kind == "claim":
            run.claims.append(record)
        elif kind == "metric":
            run.metrics.append(record)
        elif kind == "launch" and record.get("mode", "timed") in ("timed", "check"):
            # A sweep's launches have shapes of their own, published problems sizes of their own:
            # they are shown where they are made.
            launch = launch_of(record, once)
            launches[launch.key, launch.mode, launch.pair, launch.index] = launch
        elif kind == "launch" and "together" in record:
            run.together.append(record)
        elif kind == "launch" and "profile" in record:
            profile = record["profile"]
            run.refused = run.refused or str(profile.get("refused", ""))
            if "counters" in profile:
                run.counters[launch_of(record).key] = profile["counters"]
    run.name = name or str(run.session.get("session", "")) or "run"
    made, run.machine = _nodes_apart(list(launches.values()), machines, run.machine)
    run.cells = run.measured = _cells(made)
    for key, cell in run.cells.items():
        run.variants.setdefault(key.program, []).append(cell)
    return run


def _processors(machine: Record) -> str:
    """Return processor and GPUs of a machine."""
    gpus = (str(gpu.get("name")) for gpu in machine.get("gpus") or [])
    return " and ".join([str(machine.get("cpu") or "another processor"), *gpus])


def _nodes_apart(
    launches: Sequence[Launch], machines: Mapping[str, Record], usual: Record
) -> tuple[list[Launch], Record]:
    """Return launches, those on unlike nodes with their processor in the size, and the machine.

    The machine is that of most timed launches, whose names stay as they are.  ``machines`` are
    records by their ids; ``usual`` is the machine where no launch names one.
    """
    timed = [machines[x.machine] for x in launches if x.mode != "check" and x.machine in machines]
    if not timed:
        return list(launches), usual
    most, _ = Counter(map(_processors, timed)).most_common(1)[0]
    told = []
    for one in launches:
        kind = _processors(machines[one.machine]) if one.machine in machines else most
        if one.mode != "check" and kind != most:
            one = replace(one, key=one.key._replace(letter=f"{one.key.letter}{ON_NODE}{kind}"))
        told.append(one)
    return told, next(one for one in timed if _processors(one) == most)


def toolchain_names(run: RunView) -> list[str]:
    """Return the names of all toolchains a run mentions, in the order of their first mention."""
    names = [*run.toolchains, *(k[0] for k in run.builds), *(k.toolchain for k in run.cells)]
    return list(dict.fromkeys(names))


def _cells(launches: Sequence[Launch]) -> dict[Key, Cell]:
    """Timed launches make cells; a check judges every timed cell of its variant and precision."""
    cells: dict[Key, Cell] = {}
    checks: dict[tuple[str, str, str, str], list[Launch]] = {}
    for launch in launches:
        if launch.mode == "check":
            checks.setdefault(_checked(launch.key), []).append(launch)
            continue
        cell = cells.setdefault(launch.key, Cell(launch.key, launch.group, launch.model))
        some = {"": cell.launches, "before": cell.before}.get(launch.pair, cell.twins)
        some.append(launch)
    for cell in cells.values():
        cell.checks = checks.get(_checked(cell.key), [])
    timed = {_checked(key) for key in cells}
    for names, found in checks.items():
        if names not in timed:
            first = found[0]
            cells.setdefault(first.key, Cell(first.key, first.group, first.model)).checks = found
    return cells


def _checked(key: Key) -> tuple[str, str, str, str]:
    return key.toolchain, key.benchmark, key.variant, key.precision


def _medians(launches: Iterable[Launch], phase: str) -> list[float]:
    found = (launch.median(phase) for launch in sorted(launches, key=lambda x: x.index))
    return [time for time in found if time is not None]
