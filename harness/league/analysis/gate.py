"""A run held against a baseline: what broke, is gone, is slower beyond doubt, became more."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.analysis import nights, numbers, stats
from league.analysis.comparison import Nights, Pair, again, compare_runs
from league.analysis.nights import Entry, Names, Night
from league.analysis.numbers import Changed
from league.analysis.series import BLAMES, REFERENCE, UNKNOWN, blame, point
from league.base import exit_codes
from league.base.errors import NothingComparable
from league.base.words import duration, escape, percent, plural, times
from league.records.view import RunView
from league.verdicts import WORSE, word
from league.verdicts.table import SILENT, WRONG

#: Lines of the comment on a change that is proposed.
_COMMENT = 15
#: Cells that are gone for one reason, of which so many are named.
_NAMED = 2


@dataclass(frozen=True)
class Lost:
    """A cell that was good in the baseline and is not."""

    cell: str
    before: str
    now: str
    #: who is to blame: a key of `series.BLAMES`
    blame: str = UNKNOWN


@dataclass(frozen=True)
class Judgement:
    """What a gate found."""

    baseline: str
    run: str
    broken: tuple[Lost, ...]
    slower: tuple[Pair, ...]  # confirmed by fresh launches
    suspects: tuple[Pair, ...]  # slower in this run, not looked at again
    cleared: tuple[Pair, ...]  # slower in this run, and not in fresh launches
    more: tuple[Changed, ...]  # numbers that do not scatter and are worse
    compared: int
    notes: tuple[str, ...]
    #: who is to blame for what is slower or more in a cell: a key of `series.BLAMES`
    blames: dict[Names, str] = field(default_factory=dict)
    #: what the baseline had and the run has not, though it was chosen: why as far as is known
    gone: Mapping[Names, str] = field(default_factory=dict)
    #: every cell whose times were compared
    pairs: tuple[Pair, ...] = ()

    @property
    def seen(self) -> tuple[float, float] | None:
        """The slow-downs that would have been seen in half of the cells, and in nine of ten.

        None if in fewer none would have been.
        """
        known = sorted(pair.seen or math.inf for pair in self.pairs)
        at = [known[math.ceil(share * len(known)) - 1] for share in (0.5, 0.9)] if known else []
        return (at[0], at[1]) if at and at[0] < math.inf else None

    @property
    def exit_code(self) -> int:
        """1 if something broke, 4 if nothing is comparable, 6 if something is gone, 3 if slower."""
        if self.broken:
            return exit_codes.FAILED
        if not self.compared:
            return exit_codes.NOTHING_COMPARABLE
        if self.gone:
            return exit_codes.GONE
        return exit_codes.SLOWER if self.slower or self.more else exit_codes.GOOD


def judge(
    base: RunView, run: RunView, fresh: Sequence[RunView] = (), between: Nights = lambda _: 0.0,
    at_hand: Collection[tuple[str, str, str]] = (),
) -> Judgement:  # fmt: skip
    """Hold a run against a baseline; ``fresh`` runs confirm or clear what is slower in it.

    ``between`` says how much nights differ.  Programs of the baseline that are ``at_hand`` can take
    turns with those of the run in fresh launches, so that nights are no matter.

    Times of different machines are not compared; verdicts and counts are.  What is slower with
    the same binary is told and does not fail: it is the machine or what the binary loads.  What is
    further from CUDA with the same binary does not fail either: CUDA's came down.
    """
    before, now = nights.night_of(base), nights.night_of(run)
    pairs: Sequence[Pair] = ()
    notes: list[str] = []
    if before.machine == now.machine:
        try:
            compared = compare_runs(
                base, run, lambda key: 0.0 if key.program in at_hand else between(key)
            )
            pairs, notes = compared.pairs, list(compared.warnings)
            found = compared.slower
        except NothingComparable:
            found = []
    else:
        found = []
        notes.append(f"times are not compared: {before.machine} there, {now.machine} here")
    same = [pair for pair in found if pair.same_binary]
    if same:
        notes.append(
            f"{plural(len(same), 'cell')} slower with the same binary: not the code, but the"
            " machine or a library"
        )
    doubted = [pair for pair in found if not pair.same_binary]
    looked = list(zip(doubted, again(doubted, base, run, fresh, between, among=len(pairs))))
    both = before.entries.keys() & now.entries.keys()

    def who(names: Names, metric: str = "") -> str:
        return blame(point(before, names), point(now, names), metric)

    common = sum(_good(before.entries[names]) for names in both)
    return Judgement(
        base.name, run.name, _broken(before, now),
        tuple(pair for pair, so in looked if so),
        tuple(pair for pair, so in looked if so is None),
        tuple(pair for pair, so in looked if so is False),
        tuple(
            one for one in numbers.of_nights(before, now).changed
            if one.worse and who(one.names, one.metric) != REFERENCE
        ),
        max(common, len(pairs)), tuple(notes), {names: who(names) for names in both},
        {names: why for names, entry in sorted(before.entries.items())
         if _good(entry) and (why := now.missing(names))},
        tuple(pairs),
    )  # fmt: skip


def _good(entry: Entry) -> bool:
    return word(entry.outcome).good


def _lost(before: Entry, now: Entry) -> bool:
    """Whether a good cell is not any more; what ran on a device and is emulated now is not."""
    if now.outcome == nights.EMULATED:
        return before.outcome == "pass"
    return not _good(now) and not now.expected and now.outcome != "open"


def _broken(before: Night, now: Night) -> tuple[Lost, ...]:
    """Return what was good and failed without being expected to, builds of it included."""
    was_good = {names[:3]: names for names, entry in before.entries.items() if _good(entry)}
    found = []
    for names, entry in sorted(now.entries.items()):
        known = before.entries.get(names)
        old = (names if _good(known) else None) if known else was_good.get(names[:3])
        if old and _lost(before.entries[old], entry):
            why = blame(point(before, old), point(now, names))
            was = word(before.entries[old].outcome).label
            found.append(Lost(nights.short(names), was, word(entry.outcome).label, why))
    return tuple(found)


def headline(found: Judgement) -> str:
    """Return the answer in one line."""
    if not found.exit_code:
        return (
            f"good: {plural(found.compared, 'cell')} held against {found.baseline}; {_seen(found)}"
        )
    if found.exit_code == exit_codes.NOTHING_COMPARABLE:
        return f"nothing in {found.run} can be held against {found.baseline}"
    told = (
        f"{len(found.broken)} broken" if found.broken else "",
        f"{len(found.gone)} gone" if found.gone else "",
        f"{len(found.slower)} confirmed slower" if found.slower else "",
        f"{plural(len(found.more), 'number')} worse" if found.more else "",
    )
    return f"{', '.join(filter(None, told))}, against {found.baseline}"


def _seen(found: Judgement) -> str:
    """Say what slow-down would not have been missed."""
    if not found.pairs:
        return "no time was compared"
    if found.seen is None:
        return "too few launches to see a slow-down"
    half, most = found.seen
    told = f"+{percent(half)} would have been seen in half of {plural(len(found.pairs), 'time')}"
    return told + (f", +{percent(most)} in nine of ten" if most < math.inf else "")


def _blind(found: Judgement) -> list[str]:
    """Name the times in which a tenth more would not have been seen, the worst first."""
    blind = sorted((pair for pair in found.pairs if (pair.seen or math.inf) > stats.MUCH_NOISE),
                   key=lambda pair: -(pair.seen or math.inf))  # fmt: skip
    if not blind or found.seen is None:
        return []
    told = [f"{one.second.key} ({percent(one.seen)})" for one in blind[:_NAMED]]
    return [
        f"{word('NOISY').symbol} {plural(len(blind), 'time')} in which"
        f" +{percent(stats.MUCH_NOISE)} would not have been seen: {', '.join(told)}"
        + (", …" if len(blind) > _NAMED else "")
    ]


def lines(found: Judgement) -> list[str]:
    """Return everything that was found, the gravest first."""
    told = [headline(found)]
    told += [
        f"{WRONG} {one.cell}: {one.before} → {one.now}{_why(one.blame)}" for one in found.broken
    ]
    told += _gone_told(found.gone)
    told += [
        f"{WORSE} {_pair(one)}, confirmed{_why(found.blames.get(one.second.key, UNKNOWN))}"
        for one in found.slower
    ]
    told += [f"{one.line}{_why(found.blames[one.names])}" for one in found.more]
    told += [
        f"{word('INCONCLUSIVE').symbol} {_pair(one)}, not confirmed: no fresh launches"
        for one in found.suspects
    ]
    told += [f"{SILENT} {_pair(one)}, but not in fresh launches" for one in found.cleared]
    return told + _blind(found) + [f"Note: {note}" for note in found.notes]


def _gone_told(gone: Mapping[Names, str]) -> list[str]:
    """A line a toolchain and reason; of few cells each."""
    together: dict[tuple[str, str], list[Names]] = {}
    for names, why in gone.items():
        together.setdefault((names[0], why), []).append(names)
    return [
        f"{WRONG} {toolchain}: {plural(len(cells), 'cell')} of the baseline gone ({why}):"
        f" {', '.join(nights.short(names) for names in cells[:_NAMED])}"
        + (", …" if len(cells) > _NAMED else "")
        for (toolchain, why), cells in together.items()
    ]


def _why(who: str) -> str:
    return f": {BLAMES[who]}" if who != UNKNOWN else ""


def _pair(pair: Pair) -> str:
    medians = " → ".join(duration(cell.median()) for cell in (pair.first, pair.second))
    image = ", the same device image: not device code" if pair.same_image else ""
    return f"{pair.second.key}: {medians} ({times(pair.verdict.ratio)}{image})"


def to_markdown(found: Judgement) -> str:
    """Return a comment of at most 15 lines for a proposed change."""
    mark = "✅" if not found.exit_code else "❌"
    told = [f"### {mark} League: {escape(headline(found))}", ""]
    rest = [f"* {escape(line)}" for line in lines(found)[1:]]
    room = _COMMENT - len(told)
    if len(rest) > room:
        rest = [*rest[: room - 1], f"* … and {len(rest) - room + 1} more in the log"]
    return "\n".join([*told, *rest]) + "\n"


def to_json(found: Judgement) -> dict[str, Any]:
    """Return the judgement for programs."""

    def pairs(some: Sequence[Pair]) -> list[dict[str, Any]]:
        return [{"cell": str(one.second.key), "ratio": one.verdict.ratio, "resolution": one.seen}
                for one in some]  # fmt: skip

    return {
        "schema": "league-gate-1", "baseline": found.baseline, "run": found.run,
        "exit_code": found.exit_code, "compared": found.compared,
        "broken": [vars(one) for one in found.broken],
        "gone": [{"cell": nights.short(names), "why": why} for names, why in found.gone.items()],
        "slower": pairs(found.slower),
        "suspects": pairs(found.suspects), "cleared": pairs(found.cleared),
        "times": pairs(found.pairs),
        "resolution": found.seen and [one if one < math.inf else None for one in found.seen],
        "more": [one.to_json(blame=found.blames[one.names]) for one in found.more],
        "notes": list(found.notes),
    }  # fmt: skip
