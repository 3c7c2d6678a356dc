"""Where each thing stands in the site: names become files and anchors, whatever is in them."""

from __future__ import annotations

import functools
import hashlib

from league.analysis.nights import Names

#: Longer names end in a hash; file systems allow 255 bytes.
_LONGEST = 80


@functools.lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return a name that is safe in a file name, an id and a link, another one for another name."""
    made = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else f"~{ord(c):x}~"
                   for c in name)  # fmt: skip
    if len(made) <= _LONGEST:
        return made
    return made[: _LONGEST - 13] + "~" + hashlib.sha256(name.encode()).hexdigest()[:12]


def benchmark(name: str) -> str:
    """Return the page of a benchmark."""
    return f"b/{slug(name)}.html"


def cells(benchmark: str, toolchain: str) -> str:
    """Return the page of the cells of a benchmark with a toolchain; the CSV stands beside it."""
    return f"c/{slug(benchmark)}--{slug(toolchain)}.html"


def anchor(names: Names) -> str:
    """Return the id of a cell on its page."""
    return slug("-".join(part for part in names[2:] if part))


def cell(names: Names, run: str = "") -> str:
    """Return the link to a cell, at a night if one is named."""
    at = f"@{slug(run)}" if run else ""
    return f"{cells(names[1], names[0])}#{anchor(names)}{at}"


def night(run: str) -> str:
    """Return the link to what a night brought."""
    return f"nights.html#{slug(run)}"


def family(name: str) -> str:
    """Return the page of the versions of a compiler."""
    return f"conformance/{slug(name)}.html"


def claim(family_name: str, claim_id: str) -> str:
    """Return the link to a claim."""
    return f"{family(family_name)}#claim-{slug(claim_id)}"


def step(family_name: str, old: str, new: str) -> str:
    """Return the link to what one version fixed and broke."""
    return f"{family(family_name)}#{slug(old)}..{slug(new)}"


def claim_page(claim_id: str) -> str:
    """Return the page of a claim."""
    return f"claims/{slug(claim_id)}.html"


def pair(family_name: str, old: str, new: str) -> str:
    """Return the page of what one version fixed and broke of another."""
    return f"claims/changes-{slug(f'{family_name} {old} {new}')}.html"
