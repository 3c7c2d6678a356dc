"""The smallest size that still fails, of programs that were made up."""

from collections.abc import Callable
from typing import Any

import pytest

from league.run.smallest import Search, smallest

DESCRIPTION: dict[str, Any] = {
    "classes": [
        {"letter": "S", "n": 34, "sweeps": 20, "resident_bytes": 1},
        {"letter": "W", "n": 514, "sweeps": 100, "resident_bytes": 1},
        {"letter": "A", "n": 2048, "sweeps": 100, "resident_bytes": 1},
    ],
    "parameters": [
        {"name": "n", "low": 4, "high": 5000, "step": 2},
        {"name": "sweeps", "low": 1, "high": 1000, "step": 1},
    ],
}


def fails(when: Callable[[int, int], bool]) -> Callable[[str], bool]:
    """What a program does whose failure depends on n and sweeps."""
    usual = {one["letter"]: one for one in DESCRIPTION["classes"]}

    def at(size: str) -> bool:
        letter, *sets = size.split()
        values = dict(usual[letter]) | {k: int(v) for k, _, v in (s.partition("=") for s in sets)}
        assert values["n"] >= 4 and values["n"] % 2 == 0 and values["sweeps"] >= 1
        return when(values["n"], values["sweeps"])

    return at


@pytest.mark.parametrize(
    ("when", "letter", "told"),
    [
        (lambda n, sweeps: True, "W", "S n=4 sweeps=1"),
        (lambda n, sweeps: n >= 18, "W", "S n=18 sweeps=1"),
        (lambda n, sweeps: n > 100 and sweeps > 6, "A", "W n=102 sweeps=7"),
        (lambda n, sweeps: n * sweeps > 50_000, "W", "W n=502"),
        (lambda n, sweeps: n > 600, "W", ""),
        (lambda n, sweeps: n == 34, "W", "S sweeps=1"),
    ],
)
def test_it_is_found_by_bisection(when: Callable[[int, int], bool], letter: str, told: str) -> None:
    search = Search(fails(when))
    assert smallest(DESCRIPTION, letter, search) == told
    assert len(search.told) < 40


def test_no_size_is_tried_twice_and_there_is_an_end() -> None:
    tried: list[str] = []
    at = fails(lambda n, sweeps: n >= 18)

    def noted(size: str) -> bool:
        tried.append(size)
        return at(size)

    assert smallest(DESCRIPTION, "W", Search(noted, most=3)).startswith("S")
    assert len(tried) == len(set(tried)) == 3
