"""Reference values in the sources of npb/ and miniapps/ are the published ones, case by case."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
NPB, MINIAPPS = (
    json.loads((Path(__file__).parent / f"fixtures/{group}_published.json").read_text())[
        "benchmarks"
    ]
    for group in ("npb", "miniapps")
)
NUMBER = re.compile(r"(?<![\w.])-?\d[\d']*\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")


@cache
def literals(benchmark: str) -> list[float]:
    """Return all numbers of the files that hold a benchmark's tables, in the order of the text."""
    folder = ROOT / "npb" / benchmark
    files = [folder / f"{benchmark}.hpp", *sorted(folder.glob(f"{benchmark}_published.*"))]
    if benchmark in MINIAPPS:
        files = sorted((ROOT / "miniapps" / benchmark).glob("*.?pp"))
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    text = re.sub(r"//[^\n]*", "", text)
    return [float(number.replace("'", "")) for number in NUMBER.findall(text)]


def stands_in(wanted: list[float], found: list[float]) -> bool:
    """Whether the numbers occur one directly after the other, alone or with signs and commas."""
    return any(found[n : n + len(wanted)] == wanted for n in range(len(found) - len(wanted) + 1))


def near(wanted: float, found: float) -> bool:
    """Whether two literals are the same number, written with 15 digits or more."""
    return abs(found - wanted) <= 2e-15 * abs(wanted)


def cases(published: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, case) for name, of in published.items() for case in of]


@pytest.mark.parametrize(("benchmark", "letter"), cases(NPB))
def test_references_of_npb_are_the_published_ones(benchmark: str, letter: str) -> None:
    found = literals(benchmark)
    for name, values in NPB[benchmark][letter].items():
        if name.endswith("ref") or name in ("checksums", "test_index_array", "test_rank_array"):
            assert stands_in(values, found), f"{benchmark} class {letter}: {name}"
        else:
            assert set(values) <= set(found), f"{benchmark} class {letter}: {name}"


@pytest.mark.parametrize(("benchmark", "problem"), cases(MINIAPPS))
def test_references_of_miniapps_are_the_published_ones(benchmark: str, problem: str) -> None:
    for value in MINIAPPS[benchmark][problem]:
        assert any(near(value, found) for found in literals(benchmark)), f"{problem}: {value}"


def test_a_changed_digit_is_noticed() -> None:
    values, found = NPB["bt"]["S"]["xcrref"], literals("bt")
    assert stands_in(values, found)
    assert not stands_in([*values[:4], values[4] * (1 + 1e-14)], found)
    value = MINIAPPS["lulesh"]["s=30 i=-"][1]
    assert any(near(value, found) for found in literals("lulesh"))
    assert not any(near(value * (1 + 1e-14), found) for found in literals("lulesh"))
