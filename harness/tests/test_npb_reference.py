"""The reference values in the sources of npb/ are the published ones, class by class."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = json.loads((Path(__file__).parent / "fixtures" / "npb_published.json").read_text())
NUMBER = re.compile(r"(?<![\w.])-?\d[\d']*\.?\d*(?:[eE][-+]?\d+)?(?![\w.])")
CASES = [(name, letter) for name, of in PUBLISHED["benchmarks"].items() for letter in of]


def literals(benchmark: str) -> list[float]:
    """Return all numbers of the files that hold a benchmark's tables, in the order of the text."""
    folder = ROOT / "npb" / benchmark
    files = [folder / f"{benchmark}.hpp", *sorted(folder.glob(f"{benchmark}_published.*"))]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    text = re.sub(r"//[^\n]*", "", text)
    return [float(number.replace("'", "")) for number in NUMBER.findall(text)]


def stands_in(wanted: list[float], found: list[float]) -> bool:
    """Whether the numbers occur one directly after the other, alone or with signs and commas."""
    return any(found[n : n + len(wanted)] == wanted for n in range(len(found) - len(wanted) + 1))


@pytest.mark.parametrize(("benchmark", "letter"), CASES)
def test_references_are_the_published_ones(benchmark: str, letter: str) -> None:
    found = literals(benchmark)
    for name, values in PUBLISHED["benchmarks"][benchmark][letter].items():
        if name.endswith("ref") or name in ("checksums", "test_index_array", "test_rank_array"):
            assert stands_in(values, found), f"{benchmark} class {letter}: {name}"
        else:
            assert set(values) <= set(found), f"{benchmark} class {letter}: {name}"


def test_a_changed_digit_is_noticed() -> None:
    values = PUBLISHED["benchmarks"]["bt"]["S"]["xcrref"]
    found = literals("bt")
    assert stands_in(values, found)
    assert not stands_in([*values[:4], values[4] * (1 + 1e-14)], found)
