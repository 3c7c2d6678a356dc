"""Time scales: the decades in which launches scatter alike; standard library only."""

from __future__ import annotations

import math

_SHORTEST, _LONGEST = 4, 10  # 10 µs to 100 µs and all below; 10 s and all above
_UNITS = ((9, "s"), (6, "ms"), (3, "µs"))


def scale_of(nanoseconds: float) -> int:
    """Return the decade of a time: 6 for 1 ms to 10 ms."""
    decade = math.floor(math.log10(nanoseconds)) if nanoseconds >= 1.0 else 0
    return min(max(decade, _SHORTEST), _LONGEST)


def scale_name(scale: int) -> str:
    """Return the name of a decade: `1–10 ms`, `below 100 µs`, `10 s and more`."""
    if scale == _SHORTEST:
        return f"below {_time(scale + 1)}"
    if scale == _LONGEST:
        return f"{_time(scale)} and more"
    low, unit = _time(scale).split()
    high, next_unit = _time(scale + 1).split()
    return f"{low}–{high} {unit}" if unit == next_unit else f"{low} {unit}–{high} {next_unit}"


def _time(decade: int) -> str:
    power, unit = next((p, u) for p, u in _UNITS if p <= decade)
    return f"{10 ** (decade - power)} {unit}"
