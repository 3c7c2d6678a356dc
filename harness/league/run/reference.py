"""Whether a selection holds what its times can be divided by."""

from __future__ import annotations

from collections.abc import Iterable

from league.run.plan import Cell

#: Models whose variants can be the reference (analysis.standing.References).
MODELS = frozenset({"omp", "cuda"})


def missing(cells: Iterable[Cell]) -> str:
    """Return a line that says which benchmarks have no reference in this selection, or nothing."""
    there: dict[str, bool] = {}
    for cell in cells:
        there[cell.benchmark] = there.get(cell.benchmark, False) or cell.model in MODELS
    lone = [name for name, held in there.items() if not held]
    if not lone:
        return ""
    which = "" if len(lone) == len(there) else f" of {', '.join(lone)}"
    return f"no reference is selected, so times{which} will have no ratios; add -v omp (or cuda)"
