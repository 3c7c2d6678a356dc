"""Time scales: the half decades in which launches scatter alike; standard library only."""

from __future__ import annotations

import math

_SHORTEST, _LONGEST = 9, 20  # 30 µs to 100 µs and all below; 10 s and all above
_UNITS = ((9, "s"), (6, "ms"), (3, "µs"))


def scale_of(nanoseconds: float) -> int:
    """Return the half decade of a time: 12 for 1 ms to 3 ms, 13 for 3 ms to 10 ms."""
    scale = math.floor(2 * math.log10(nanoseconds)) if nanoseconds >= 1.0 else 0
    return min(max(scale, _SHORTEST), _LONGEST)


def time_of(scale: int) -> float:
    """Return the time in nanoseconds at which a half decade begins."""
    return float(10.0 ** (scale / 2))


def scale_name(scale: int) -> str:
    """Return the name of a half decade: `1–3 ms`, `below 100 µs`, `10 s and more`."""
    if scale == _SHORTEST:
        return f"below {_time(scale + 1)}"
    if scale == _LONGEST:
        return f"{_time(scale)} and more"
    low, unit = _time(scale).split()
    high, next_unit = _time(scale + 1).split()
    return f"{low}–{high} {unit}" if unit == next_unit else f"{low} {unit}–{high} {next_unit}"


def _time(scale: int) -> str:
    power, unit = next((p, u) for p, u in _UNITS if 2 * p <= scale)
    return f"{(3 if scale % 2 else 1) * 10 ** (scale // 2 - power)} {unit}"
