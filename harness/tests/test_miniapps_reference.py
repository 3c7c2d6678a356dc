"""The reference values in the sources of miniapps/ are the published ones, problem by problem."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIXTURE = Path(__file__).parent / "fixtures" / "miniapps_published.json"
PUBLISHED = json.loads(FIXTURE.read_text(encoding="utf-8"))["benchmarks"]
NUMBER = re.compile(r"(?<![\w.])-?\d[\d']*\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
CASES = [(name, problem) for name, problems in PUBLISHED.items() for problem in problems]


@cache
def literals(benchmark: str) -> tuple[float, ...]:
    """Return all numbers of the files that hold a benchmark's references, in their order."""
    folder = ROOT / "miniapps" / benchmark
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.?pp")))
    text = re.sub(r"//[^\n]*", "", text)
    return tuple(float(number.replace("'", "")) for number in NUMBER.findall(text))


def near(wanted: float, found: float) -> bool:
    """Whether two literals are the same number, written with 15 digits or more."""
    return abs(found - wanted) <= 2e-15 * abs(wanted)


@pytest.mark.parametrize(("benchmark", "problem"), CASES)
def test_references_are_the_published_ones(benchmark: str, problem: str) -> None:
    for value in PUBLISHED[benchmark][problem]:
        assert any(near(value, found) for found in literals(benchmark)), f"{problem}: {value}"


def test_a_changed_digit_is_noticed() -> None:
    value = PUBLISHED["lulesh"]["s=30 i=-"][1]
    assert any(near(value, found) for found in literals("lulesh"))
    assert not any(near(value * (1 + 1e-14), found) for found in literals("lulesh"))
