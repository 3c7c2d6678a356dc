"""Where things stand on the page of a run: ids that links from elsewhere may rely on."""

from __future__ import annotations

from league.records.launches import Key
from league.show.links import slug


def of(kind: str, *names: str) -> str:
    """Return an id made of a kind and names, another one for other names."""
    return "/".join([kind, *(slug(name) for name in names if name)])


def benchmark(name: str) -> str:
    """Return the id of a benchmark."""
    return f"benchmark-{slug(name)}"


def size(benchmark: str, size: tuple[str, str]) -> str:
    """Return the id of a benchmark in a class and precision."""
    return of("class", benchmark, *size)


def variant(benchmark: str, name: str) -> str:
    """Return the id of a variant."""
    return of("variant", benchmark, name)


def cell(label: str, key: Key) -> str:
    """Return the id of a cell's evidence; the label is that of its toolchain among the runs."""
    return of("cell", key.benchmark, key.variant, label, *key.size)


def build(label: str, benchmark: str, variant: str) -> str:
    """Return the id of what is known of a program that was not built."""
    return of("build", benchmark, variant, label)


def failure(evidence: str) -> str:
    """Return the id of a failure, of which the evidence is known by its id."""
    return "failure/" + evidence.partition("/")[2]


def toolchain(label: str) -> str:
    """Return the id of a toolchain."""
    return of("toolchain", label)


def claim(name: str) -> str:
    """Return the id of a claim."""
    return f"claim-{slug(name)}"
