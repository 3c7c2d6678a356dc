"""The smallest size in which a program still fails as it did.  Pure: a caller tries the sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from league.base.words import size_name

#: Programs that are started at most.
MOST = 60


@dataclass
class Search:
    """Sizes that were tried, each once: by name, whether the program failed as it did."""

    #: says it of a size such as ``S n=34``
    fails: Callable[[str], bool]
    most: int = MOST
    told: dict[str, bool] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether no further size may be tried."""
        return len(self.told) >= self.most

    def at(self, letter: str, values: Mapping[str, int], usual: Mapping[str, int]) -> bool:
        """Try a size; what may not be tried any more does not fail."""
        sets = sorted((key, value) for key, value in values.items() if value != usual[key])
        name = size_name(letter, sets)
        if name not in self.told:
            if self.over:
                return False
            self.told[name] = self.fails(name)
        return self.told[name]


def smallest(description: Mapping[str, Any], letter: str, search: Search) -> str:
    """Return the smallest size that still fails, as `size_name` has it; empty if none fails.

    ``description`` is what the program says of itself.  First the smallest class up to ``letter``
    that fails, then each parameter towards the least that the program takes: by bisection, again
    and again until none becomes smaller.  A failure that comes and goes with the size may hide in a
    smaller one.
    """
    usual: dict[str, int] = {}
    for entry in description["classes"]:
        name = str(entry["letter"])
        usual = {one["name"]: int(entry[one["name"]]) for one in description.get("parameters", ())
                 if one["name"] in entry}  # fmt: skip
        if search.at(name, usual, usual):
            return _shrunk(name, usual, description, search)
        if name == letter:
            break
    return ""


def _shrunk(
    letter: str, usual: Mapping[str, int], description: Mapping[str, Any], search: Search
) -> str:
    values, changed = dict(usual), True
    while changed and not search.over:
        changed = False
        for one in description["parameters"]:
            name = one["name"]
            if name in values:
                least = _least(one, letter, values, usual, search)
                changed = changed or least < values[name]
                values[name] = least
    return size_name(letter, sorted((k, v) for k, v in values.items() if v != usual[k]))


def _least(
    parameter: Mapping[str, Any], letter: str, values: Mapping[str, int],
    usual: Mapping[str, int], search: Search,
) -> int:  # fmt: skip
    """Return the least value of a parameter that still fails, by bisection in its steps."""
    name, step = str(parameter["name"]), int(parameter["step"])
    first = -(-int(parameter["low"]) // step)
    good, bad = first - 1, values[name] // step
    if values[name] % step or bad <= first:
        return values[name]
    if search.at(letter, {**values, name: first * step}, usual):
        return first * step
    good = first
    while bad - good > 1:
        middle = (good + bad) // 2
        if search.at(letter, {**values, name: middle * step}, usual):
            bad = middle
        else:
            good = middle
    return bad * step
