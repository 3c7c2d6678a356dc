"""What a run's records add up to: counts for people, and the exit code.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.base import exit_codes, models
from league.records.view import view
from league.verdicts import defect_in, judging, read, word
from league.verdicts.judging import Judge


def red_build(record: Mapping[str, Any]) -> bool:
    """Whether a build record makes the run fail."""
    expected = read(str(record.get("expectation", "as-expected"))).row
    return expected.failed or (expected.good and word(record["verdict"]).failed)


def red_claim(record: Mapping[str, Any], *, device: bool) -> bool:
    """Whether the record of a claim makes the run fail; what was changed to fail does not.

    Without a device (``device`` false) a right answer on the host is what can be had.
    """
    expectation = read(record["verdict"]["expectation"]).row
    if record["change"] or not expectation.good:
        return not record["change"] and expectation.failed
    worst = read(record["worst"]).row
    return worst.failed and (device or worst.name != "host-fallback")


def _offloads(record: Mapping[str, Any]) -> bool:
    return models.of(str(record["model"])).offloads


def is_red(record: Mapping[str, Any], judge: Judge) -> bool:
    """Whether a record of any kind makes the run fail.

    What an emulated GPU finds beside a check is in the verdict of that check.  A launch that was
    lost with its job may have been anything.
    """
    if record["kind"] == "launch" and record["mode"] != "emulated":
        if record.get("batch", {}).get("lost"):
            return True
        return judge.reddens(record["verdict"], offloads=_offloads(record))
    return record["kind"] == "build" and red_build(record)


class Outcome:
    """What decides how a run ends, taken from its records one by one, of which none is held."""

    def __init__(self, judge: Judge, mode: str, records: Iterable[Mapping[str, Any]] = ()) -> None:
        self._judge = judge
        self._mode = mode
        self._red = self._comparable = self._no_device = self._device = False
        for record in records:
            self.see(record)

    def see(self, record: Mapping[str, Any]) -> None:
        """Take a record into account."""
        self._red = self._red or is_red(record, self._judge)
        if record["kind"] == "launch":
            self._no_device = self._no_device or record["verdict"]["launch"] == "no-device"
            self._device = self._device or record["verdict"]["place"] == "device"
            self._comparable = self._comparable or _is_comparable(record, self._mode)

    def exit_code(self, *, device_required: bool = False, any_device: bool = False) -> int:
        """Return the exit code that what was seen deserves.

        1 beats 5 (a device was asked for by number and is not there; all were, and no toolchain has
        any), which beats 4 (no launch of the mode was right and where it should be; a check may be
        on an emulated device).
        """
        if self._red:
            return exit_codes.FAILED
        if self._no_device and (device_required or (any_device and not self._device)):
            return exit_codes.NO_TOOLCHAIN
        return exit_codes.GOOD if self._comparable else exit_codes.NOTHING_COMPARABLE


def _is_comparable(one: Mapping[str, Any], mode: str) -> bool:
    if one["mode"] != mode or judging.is_disturbed(one["verdict"]):
        return False
    return judging.is_right(one["verdict"], offloads=_offloads(one)) or (
        mode == "check" and judging.worst(one["verdict"], offloads=True) == "emulated"
    )


def cells(
    records: Iterable[Mapping[str, Any]], *, mark_expected: bool = False
) -> dict[tuple[str, ...], str]:
    """Return the worst value seen of every cell and of every variant that was not built.

    The key is toolchain, ``benchmark.variant``, class and precision; the last two are empty for a
    build.  With ``mark_expected`` a failure that was expected says so.
    """

    def shown(value: str, expectation: str) -> str:
        return f"expected {value}" if mark_expected and defect_in(expectation) else value

    found: dict[tuple[str, ...], str] = {}
    for record in records:
        name = f"{record.get('benchmark')}.{record.get('variant')}"
        if record["kind"] == "build" and record["verdict"] != "ok":
            expectation = record.get("expectation", "")
            found[(record["toolchain"], name, "", "")] = shown(record["verdict"], expectation)
        elif record["kind"] == "launch" and record["mode"] != "emulated":
            key = (record["toolchain"], name, record["class"], record["precision"])
            if key in found and read(record["worst"]).word == "skipped":
                continue  # which says nothing of what others saw
            if found.get(key, "pass") == "pass":
                found[key] = shown(record["worst"], record["verdict"]["expectation"])
    return found


def told(records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the cells for programs: names, the worst value, the compute time if it counts."""
    times: dict[tuple[str, ...], float | None] = {
        (key.toolchain, f"{key.benchmark}.{key.variant}", key.letter, key.precision): cell.median()
        for key, cell in view([dict(one) for one in records]).cells.items()
    }
    return [
        {
            **dict(zip(("toolchain", "name", "class", "precision"), key)),
            "worst": worst,
            "compute_ns": times.get(key),
        }
        for key, worst in sorted(cells(records).items())
    ]


def sentence(records: Iterable[Mapping[str, Any]]) -> str:
    """Return how it ended, good ones first: ``12 pass, 1 wrong, 2 unavailable``.

    Counted are variants by toolchain and precision, whatever the class.
    """
    by_variant: dict[tuple[str, ...], str] = {}
    for (toolchain, name, _, precision), value in cells(records, mark_expected=True).items():
        key = (toolchain, name, precision)
        # What was skipped was so because of another value, which is counted instead.
        if read(value).word != "skipped" and by_variant.get(key, "pass") == "pass":
            by_variant[key] = value
    counts = Counter(by_variant.values())
    order = sorted(counts, key=lambda value: (value != "pass", -counts[value], value))
    return ", ".join(f"{counts[value]} {value}" for value in order) or "nothing was launched"
