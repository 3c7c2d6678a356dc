"""Series over many runs: what changed, and on which night."""

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from saying import Says
from synthetic import records, write_run

from league import cli
from league.analysis import archive, changes, history, nights
from league.analysis.board import board_of
from league.analysis.nights import Entry, Night
from league.analysis.series import Point, Series
from league.base.errors import NothingComparable, StoreError, UsageError
from league.records.view import view
from league.show.site import found
from proofs import levels

CELL = ("gcc-12-host", "jacobi", "omp", "W", "fp64")


def series(count: int, seed: int, change: float = 1.0, at: int = 10**9) -> list[float]:
    dice = random.Random(seed)
    return [
        1e7 * math.exp(dice.gauss(0, 0.01)) * (change if n >= at else 1.0) for n in range(count)
    ]


def test_a_step_of_ten_percent_is_found_on_its_night() -> None:
    for seed in range(50):
        found = changes.change_points(series(30, seed, 1.1, at=20))
        assert [one.first for one in found] == [20]
        assert found[0].ratio == pytest.approx(1.1, abs=0.02)


def test_the_newest_nights_alone_never_alarm() -> None:
    for late in (1, 2):
        assert changes.change_points(series(30, 3, 2.0, at=30 - late)) == []
    assert [one.first for one in changes.change_points(series(30, 3, 2.0, at=27))] == [27]


def test_without_a_change_there_is_none() -> None:
    alarms = sum(bool(changes.change_points(series(60, seed))) for seed in range(400))
    assert alarms <= 2


def test_single_spikes_are_no_change() -> None:
    values = series(30, 5)
    for n in (4, 11, 12 + 7):
        values[n] *= 3.0
    assert changes.change_points(values) == []
    cleaned = changes.clean(values)
    assert max(cleaned) < 1.1 * min(cleaned)
    assert changes.clean([1.0, 5.0]) == [1.0, 5.0]


def test_two_changes_are_two() -> None:
    values = [a * b for a, b in zip(series(40, 8, 1.2, at=10), [1.0] * 30 + [0.8] * 10)]
    found = changes.change_points(values)
    assert [one.first for one in found] == [10, 30]
    assert [one.ratio > 1 for one in found] == [True, False]


def test_what_does_not_scatter_is_compared_exactly() -> None:
    assert changes.steps([100, 100, 101]) == [changes.Change(2, 1.01)]
    assert changes.steps([0.0, 3.0])[0].ratio == math.inf
    assert changes.steps([7.0, 7.0]) == []


def a_history(values: list[float], outcomes: list[str], launches: list[float]) -> list[Night]:
    return [
        Night(
            f"night-{n:02}", f"2026-11-{n + 1:02}", "abc" if n < 20 else "def", "a machine",
            {CELL[0]: "GNU 12.2.0"},
            {CELL: Entry(outcome, False, f"binary {n >= 20}",
                         {"compute": value, "launches": count} if outcome == "pass" else {})},
        )
        for n, (value, outcome, count) in enumerate(zip(values, outcomes, launches))
    ]  # fmt: skip


def test_the_first_bad_run_is_named_with_what_was_new() -> None:
    known = a_history(series(30, 1, 1.1, at=20), ["pass"] * 30, [5.0] * 30)
    (found,) = history.history_of(known).worse
    assert (found.first, found.last_before, found.metric) == ("night-20", "night-19", "compute")
    assert found.new == "sources abc → def"
    told = "\n".join(history.lines(history.history_of(known)))
    assert "since night-20 (good until night-19)" in told


def test_verdicts_are_a_series_too() -> None:
    outcomes = ["pass"] * 20 + ["wrong"] * 9
    (found,) = history.history_of(a_history(series(29, 1), outcomes, [5.0] * 29)).worse
    assert (found.metric, found.before, found.now) == ("verdict", "verified", "wrong answer")
    assert found.first == "night-20"
    mended = history.history_of(a_history(series(29, 1), outcomes[::-1], [5.0] * 29))
    assert not mended.worse
    assert [one.first for one in mended.findings] == ["night-09"]


def test_counts_alarm_at_once_and_expected_failures_never() -> None:
    known = a_history(series(12, 2), ["pass"] * 12, [5.0] * 11 + [6.0])
    (found,) = history.history_of(known).worse
    assert (found.metric, found.before, found.now) == ("launches", "5", "6")
    assert found.first == "night-11"
    expected = [
        replace(one, entries={CELL: Entry("crash", True, "", {})}) if n > 5 else one
        for n, one in enumerate(a_history(series(12, 2), ["pass"] * 12, [5.0] * 12))
    ]
    assert not history.history_of(expected).worse


def test_machines_are_not_mixed_and_the_same_binary_is_not_to_blame() -> None:
    made = a_history(series(30, 4, 1.5, at=20), ["pass"] * 30, [5.0] * 30)
    moved = [replace(one, machine="another") if n >= 20 else one for n, one in enumerate(made)]
    assert not history.history_of(moved).worse
    known = [
        replace(one, source="abc", entries={CELL: replace(one.entries[CELL], binary="b")})
        for one in made
    ]
    (found,) = history.history_of(known).worse
    assert found.new == "the same binary: not the code"


@pytest.mark.parametrize(("at", "edge"), [(17, 22), (22, 22), (12, 13)])
def test_a_step_is_dated_and_blamed_rightly_in_nine_of_ten(at: int, edge: int) -> None:
    """10 % more at 2 % noise; on a night the sources of the benchmark changed, too."""
    assert levels.right(0.1, at, edge, 100) >= 90


def test_every_change_that_stands_is_listed() -> None:
    """30 % more and then 6 % less is still worse; what came back to where it was is not."""
    for after, worse in ((0.94, 1), (1.0 / 1.3, 0)):
        values = [a * (after if n >= 22 else 1.0) for n, a in enumerate(series(34, 3, 1.3, at=12))]
        known = [
            replace(night, source="abc", entries={CELL: replace(
                night.entries[CELL], sources=f"s{(n >= 12) + (n >= 22)}", binary=f"b{n}")})
            for n, night in enumerate(a_history(values, ["pass"] * 34, [5.0] * 34))
        ]  # fmt: skip
        found = history.history_of(known)
        assert [one.first for one in found.worse] == ["night-12"][:worse]
        assert [one.first for one in found.better] == ["night-22"]


def test_a_night_of_another_machine_hides_nothing() -> None:
    known = a_history(series(30, 1, 1.1, at=20), ["pass"] * 30, [5.0] * 30)
    known[-1] = replace(known[-1], machine="another")
    (found,) = history.history_of(known).worse
    assert found.first == "night-20" and found.new.endswith("on a machine")


def test_what_fails_now_and_then_is_flaky_and_no_better() -> None:
    bad = {3, 8, 9, 15, 19, 24}
    outcomes = ["crash" if n in bad else "pass" for n in range(29)]
    told = history.history_of(a_history(series(29, 1), outcomes, [5.0] * 29))
    (found,) = told.worse
    assert (found.metric, found.now, found.first) == (
        "verdict",
        "crash on 6 of 29 nights",
        "night-03",
    )
    assert not told.better
    mended = ["crash" if n % 2 else "pass" for n in range(10)] + ["pass"] * 20
    told = history.history_of(a_history(series(30, 1), mended, [5.0] * 30))
    assert not told.worse and [one.first for one in told.better] == ["night-10"]


def test_a_toolchain_that_is_gone_and_a_missing_night_are_told() -> None:
    cells = {(name, bench, "omp", "W", "fp64"): Entry("pass", False, "", {"compute": 1e7})
             for name in ("clang", "gcc") for bench in ("jacobi", "vadd", "triad")}  # fmt: skip
    known = [
        Night(
            f"night-{day:02}", f"2026-11-{day:02}T02:00:00Z", "abc", "a machine", {},
            {names: one for names, one in cells.items() if day < 20 or names[0] == "gcc"},
            chosen={"benchmarks": ["jacobi", "vadd", "triad"]},
        )
        for day in range(1, 26) if day not in (9, 13, 14)
    ]  # fmt: skip
    told = history.history_of(known)
    assert told.missing == ("1 night missing: night-08 … night-10",
                            "2 nights missing: night-12 … night-15")  # fmt: skip
    assert {one.names[0] for one in told.worse} == {"clang"} and len(told.worse) == 3
    (line,) = [one for one in history.lines(told) if "gone" in one]
    assert "3 cells: jacobi.omp" in line and "gone for 6 nights: no record since night-20" in line
    for text in (history.to_markdown(told), found.summary(board_of(known))):
        assert "2 nights missing: night-12" in text and "gone" in text
    assert history.to_json(told)["missing"] == list(told.missing)
    few = replace(known[-1], chosen={"benchmarks": ["others"]})  # it was not asked for them
    assert not history.history_of([*known[:-1], few]).worse
    ends = [
        replace(one, entries={}, silent=dict.fromkeys(cells, ("no-device", "")))
        for one in known[-2:]
    ]
    assert {one.now for one in history.history_of([*known[:15], *ends]).worse} == {
        "gone for 2 nights: no device"
    }


@pytest.mark.parametrize("noise", levels.NOISES)
def test_nights_that_resemble_one_another_seldom_alarm(noise: str) -> None:
    made, most = levels.NOISES[noise]
    assert levels.alarms(made, 100, 30) <= 100 * most


def test_a_night_survives_its_file(tmp_path: Path) -> None:
    night = nights.night_of(view(records(), "a-run"))
    assert len(night.entries) > 50
    reasons = {outcome: reason for outcome, reason in night.silent.values()}
    assert reasons["no-device"]
    assert reasons["unavailable"]
    assert any(one.facts.get("reason") for one in night.entries.values())
    assert night.devices["clang-22-x86_64"] == "x86_64"
    night = replace(night, note="it was simulated")
    assert nights.read(nights.write(night, tmp_path)) == night
    bad = tmp_path / "bad.json"
    for text in ("", "[]", "{}", '{"schema": "league-history-1"}', '{"schema": 3}'):
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(StoreError, match="no file of a history"):
            nights.read(bad)


def run(*words: str) -> int:
    return cli.run(["history", *words])


def test_the_verb_saves_and_shows(tmp_path: Path, cli_says: Says) -> None:
    runs, kept = tmp_path / "runs", tmp_path / "kept"
    for night in range(8):
        write_run(runs, f"2026112{night}-n", seed=night, slower=1.3 if night >= 4 else 1.0)
    where = ["--out", str(runs), "--history", str(kept)]
    told = cli_says("history", "show", *where).out
    assert "since 20261124-n (good until 20261123-n)" in told
    names = [folder.name for folder in sorted(runs.iterdir())]
    cli_says("history", "save", *names, *where)
    nothing = ["--out", str(tmp_path / "none"), "--history", str(kept)]
    assert cli_says("history", "show", *nothing).out == told
    page = tmp_path / "h.md"
    found = json.loads(cli_says("history", "show", *where, "--json", "--markdown", str(page)).out)
    assert {one["first"] for one in found["findings"]} == {"20261124-n"}
    assert all("clang-22" in one["cell"] for one in found["findings"])
    assert "| 20261124-n |" in page.read_text(encoding="utf-8")
    with pytest.raises(NothingComparable):
        run("--out", str(tmp_path / "none"), "--history", str(tmp_path / "none"))


def test_a_month_is_shown_alone() -> None:
    times = {"a": "2026-10-31T23:00:00Z", "b": "2026-11-01T02:00:00Z", "c": "2026-11-30T23:59:59Z",
             "d": "2026-12-01T00:00:00Z"}  # fmt: skip
    points = tuple(
        Point(run, time, *[""] * 7, "pass", False, {"time": 1.0}) for run, time in times.items()
    )
    old = Series(("x", *CELL[1:]), points[:1])

    def shown(first: str, last: str) -> tuple[list[str], list[str]]:
        whole = archive.Archive(times, {}, iter([Series(CELL, points), old]))
        found = archive.between(whole, first, last)
        return list(found.times), [p.run for one in found.series for p in one.points]

    assert shown("2026-11", "2026-11") == (["b", "c"], ["b", "c"])
    assert shown("2026-11-30", "") == (["c", "d"], ["c", "d"])
    assert shown("", "2026") == (list("abcd"), list("abcda"))


@pytest.mark.parametrize("date", ["november", "2026-1", "2026-11-01T02", "26-11-01"])
def test_what_is_no_date_is_refused(date: str) -> None:
    with pytest.raises(UsageError, match="is no date as 2026-11 or 2026-11-21"):
        run("--from", date)
