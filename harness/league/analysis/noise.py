"""The noise floor of sessions: what nothing can look like, by time scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.analysis import stats
from league.base.words import percent
from league.records.scale import scale_name, scale_of, time_of
from league.records.view import RunView


@dataclass(frozen=True)
class Floor:
    """The A/A spread at each time scale that has a pair, and how many pairs that were.

    Launches of one length scatter alike: what disturbs a process costs it a share of its time and
    a fixed time beside, so a short launch scatters more than a long one.  Hence a pair speaks for
    its own half decade; where there is none, the next longer pair is a lower bound and the next
    shorter one says nothing.
    """

    spreads: dict[int, float]

    def spread(self, *nanoseconds: float) -> float | None:
        """Return the largest A/A spread at the scales of these times, None where none is known."""
        found = [known for known in map(self._at, map(scale_of, nanoseconds)) if known is not None]
        return max(found, default=None)

    def band(self, *nanoseconds: float) -> float:
        """Return the smallest relative change that is called one at the scales of these times."""
        return max(stats.SMALLEST_CHANGE, self.spread(*nanoseconds) or 0.0)

    def told(self, nanoseconds: Iterable[float]) -> str:
        """Return the bands of these times in words, `2 %` or `2 % (1–3 ms), 5 % (1–3 s)`."""
        bands: dict[str, list[int]] = {}
        for scale in sorted({scale_of(time) for time in nanoseconds}):
            bands.setdefault(percent(self.band(time_of(scale) * 1.01)), []).append(scale)
        if len(bands) < 2:
            return next(iter(bands), percent(stats.SMALLEST_CHANGE))
        return ", ".join(
            f"{band} ({', '.join(map(scale_name, scales))})" for band, scales in bands.items()
        )

    def _at(self, scale: int) -> float | None:
        return next((self.spreads[one] for one in sorted(self.spreads) if one >= scale), None)


def floor_of(runs: Sequence[RunView]) -> Floor:
    """Return the noise floor of sessions that are compared: the larger one at each scale."""
    spreads: dict[int, float] = {}
    for run in runs:
        for pair in run.pairs:
            found = stats.aa_spread(pair.medians(), pair.twin_medians())
            if found is not None:
                scale = scale_of(pair.median() or 0.0)
                spreads[scale] = max(found, spreads.get(scale, 0.0))
    return Floor(spreads)
