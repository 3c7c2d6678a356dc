"""What a run measures, agreed when it begins and kept when it is resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.records.schema import Record
from league.run import options as table
from league.run.options import Options
from league.run.table import Kept, Row, differs, said
from league.verdicts.judging import Judge

#: How near the time of a cell is known, from one time per launch; None: nobody knows.
Precision = Callable[[Sequence[float]], "float | None"]


def _again(launches: int) -> int:
    """Return the launches in all of a time that was near enough after so many.

    Launches that stop when they happen to look alike make intervals too narrow.  So half as many
    again follow; simulations hold that the intervals of such cells contain the true ratio in at
    least 93 of 100 cases.
    """
    return launches + (launches + 1) // 2


@dataclass(frozen=True)
class Terms:
    """What a run measures; fixed when it begins and the same when it is resumed.

    Fields are the options that a run keeps, as they were agreed.
    """

    suite: str
    classes: tuple[str, ...] = ()
    precisions: tuple[str, ...] = ()
    launches: int = 1
    repeat: int = 1
    warmup: int = 0
    seed: int = 0
    allow_host: bool = False
    device: int | None = None
    #: whether it is made on all devices
    all_devices: bool = False
    #: how many processes at once cells are timed as, too; None: they are not
    ranks: int | None = None
    #: the share of a time within which its interval is to be; None: `launches` are made, no more
    within: float | None = None
    #: launches of a cell at most, if `within` is said
    most: int | None = None
    #: parameters that differ from those of the classes
    sets: tuple[str, ...] = ()
    #: what else is kept
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def judge(self) -> Judge:
        """What is asked of the launches."""
        return Judge(self.allow_host)

    @property
    def limit(self) -> int:
        """The largest number of launches a cell can have."""
        return self.launches if self.within is None else max(self.most or 0, self.launches)

    @property
    def least(self) -> int:
        """The smallest number of launches of a cell that goes on."""
        return self.launches if self.within is None else min(self.limit, _again(self.launches))

    def first_near(self, times: Sequence[float], precision: Precision) -> int | None:
        """Return the number of launches after which a time was first near enough, None if never."""
        assert self.within is not None
        for count in range(self.launches, len(times) + 1):
            near = precision(times[:count])
            if near is not None and near <= self.within:
                return count
        return None

    def wanted(self, times: Sequence[float], precision: Precision) -> int:
        """Return how many launches a cell is to have, as far as those it had tell."""
        near = self.first_near(times, precision)
        return self.limit if near is None else min(self.limit, _again(near))

    @staticmethod
    def fresh(options: Options) -> Terms:
        """Return what the options mean for a new run."""
        agreed = (
            (row, kept.agreed(table.value_of(options, row), options)) for row, kept in _kept()
        )
        return _terms({row.name: value for row, value in agreed})

    @staticmethod
    def resumed(begun: Record, options: Options) -> Terms:
        """Return what a run began with.  Raises UsageError if the command line wants otherwise."""
        began_with = {}
        for row, kept in _kept():  # its default if an older version did not record it
            value = (begun.get(kept.place, {}) if kept.place else begun).get(row.name, row.default)
            began_with[row.name] = tuple(value) if isinstance(value, list) else value
        for row, _ in _kept():
            asked, before = table.value_of(options, row), began_with[row.name]
            same = set(asked) == set(before) if isinstance(asked, tuple) else asked == before
            if said(asked) and not same:
                raise differs(row.flag)
        return _terms(began_with)

    def kept(self) -> Iterator[tuple[Row, Kept, Any]]:
        """Yield the rows that a run keeps, each with how and with the value that was agreed."""
        for row, kept in _kept():
            yield row, kept, self.more.get(row.name, getattr(self, row.name, None))

    def record(self) -> dict[str, dict[str, Any]]:
        """Return what a session record keeps, by its parts; the empty one is its top."""
        parts: dict[str, dict[str, Any]] = {}
        for row, kept, value in self.kept():
            if said(value) or kept.always or kept.place != "options":
                part = parts.setdefault(kept.place, {})
                part[row.name] = list(value) if isinstance(value, tuple) else value
        return parts

    def words(self) -> list[str]:
        """Return the words of a command line that say the same."""
        words = []
        for row, kept, value in self.kept():
            if said(value):
                told = ",".join(value) if isinstance(value, tuple) else kept.text(value)
                words += [row.flag] if value is True else [row.flag, told]
        return words


def _kept() -> Iterator[tuple[Row, Kept]]:
    return ((row, row.kept) for row in table.table() if row.kept is not None)


def _terms(kept: Mapping[str, Any]) -> Terms:
    known = {name: value for name, value in kept.items() if hasattr(Terms, name) or name == "suite"}
    more = {name: value for name, value in kept.items() if name not in known}
    return Terms(**known, more=more)
