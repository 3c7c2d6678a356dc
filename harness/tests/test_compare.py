"""Comparing runs and toolchains."""

import json
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from synthetic import records, write_run

from league import cli
from league.analysis import comparison
from league.analysis.stats import Decision
from league.commands import _confirm
from league.records.view import RunView, view
from league.run import session
from league.show.text import league_table_text


@pytest.fixture(scope="module")
def base() -> RunView:
    return view(records(seed=1), "base")


@pytest.fixture(scope="module")
def slow() -> RunView:
    return view(records(seed=2, slower=1.3), "slow")


def test_what_became_slower_is_found_and_nothing_else(base: RunView, slow: RunView) -> None:
    found = comparison.compare_runs(base, slow)
    confirmed = {pair.second.key.toolchain for pair in found.slower}
    assert confirmed == {"clang-22-x86_64"}
    clang = [p for p in found.pairs if p.second.key.toolchain == "clang-22-x86_64"]
    assert len(found.slower) == len(clang) > 10
    assert all(1.25 < pair.verdict.ratio < 1.35 for pair in clang)
    ratios = [pair.verdict.ratio for pair in found.pairs]
    assert ratios == sorted(ratios, reverse=True)
    back = comparison.compare_runs(slow, base)  # second over first
    assert not back.slower
    assert min(p.verdict.ratio for p in back.pairs) < 0.8


def test_a_run_against_itself_is_the_same_and_too_few_launches_decide_nothing(
    base: RunView,
) -> None:
    runs = [view(records(seed=n, launches=3, slower=1 + n), str(n)) for n in range(2)]
    found = comparison.compare_runs(*runs)
    assert {pair.verdict.decision for pair in found.pairs} == {Decision.INCONCLUSIVE}
    assert not found.slower
    found = comparison.compare_runs(base, base)
    assert found.mean.value == pytest.approx(1.0)
    assert not [p for p in found.pairs if p.sure]
    assert not any(p.verdict.decision in (Decision.FASTER, Decision.SLOWER) for p in found.pairs)


def test_the_same_binary_is_not_to_blame(base: RunView, slow: RunView) -> None:
    found = comparison.compare_runs(base, slow)
    assert all(pair.same_binary for pair in found.pairs)
    assert "the code is not to blame" in comparison.to_text(found)
    across = comparison.compare_toolchains(base, "clang-19-x86_64", "clang-22-x86_64")
    assert not any(pair.same_binary for pair in across.pairs)


def test_the_same_device_image_is_told() -> None:
    sides = []
    for seed, binary in ((1, "a"), (2, "b")):
        made = records(seed=seed)
        for one in made:
            if one["kind"] == "build" and one["executable_sha256"]:
                code = {"image_sha256": "c" * 64} if one["variant"] == "target-data" else {}
                one.update(executable_sha256=binary * 64, **({"device_code": code} if code else {}))
        sides.append(view(made, binary))
    found = comparison.compare_runs(*sides)
    assert {p.second.key.variant for p in found.pairs if p.same_image} == {"target-data"}
    assert not any(pair.same_binary for pair in found.pairs)
    assert "§ the same device image on both sides" in comparison.to_text(found)
    assert "§" not in comparison.to_text(comparison.compare_runs(sides[0], sides[0]))


def test_toolchains_are_matched_by_variant(base: RunView) -> None:
    found = comparison.compare_toolchains(base, "clang-19-x86_64", "clang-22-x86_64")
    names = {pair.name for pair in found.pairs}
    assert "jacobi.target-data W/fp64" in names
    lost = dict(found.lost)
    assert lost["npb-cg.target-loop W/fp64"].startswith("timeout")
    assert "jacobi.target-loop W/fp32" in found.gained
    assert "jacobi.target-loop W/fp32" not in names
    assert set(lost) <= set(found.mean.missing)


@pytest.mark.parametrize(
    ("kind", "changes", "told"),
    [
        ("machine", {"governor": "powersave"}, "clock governors differ: unknown and powersave"),
        ("machine", {"kernel": "6.9.0"}, "kernels differ: 6.1.0 and 6.9.0"),
        ("machine", {"load": [1.7, 1.0, 0.5]}, "busy when B began: load 1.7, 2 cores"),
        ("toolchain", {"version": "99.0"}, "gcc-12-host is version 12.2.0 in A and 99.0 in B"),
        ("toolchain", {"flags": {"host": ["-O1"]}}, "gcc-12-host was given other flags in B"),
        ("session", {"source": "0000000"}, "the sources differ: 1f3c2ab and 0000000"),
    ],
)
def test_sessions_that_differ_say_so(
    base: RunView, kind: str, changes: dict[str, Any], told: str
) -> None:
    other = [{**one, **changes} if one["kind"] == kind else one for one in records(seed=2)]
    warnings = comparison.compare_runs(base, view(other, "other")).warnings
    assert any(told in one for one in warnings)
    machines = comparison.compare_runs(base, view(records(gpu=True), "gpu")).warnings
    assert any("different machines" in one for one in machines)
    assert not comparison.compare_runs(base, base).warnings


def test_a_narrow_terminal_keeps_ratio_and_decision(
    base: RunView, slow: RunView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = comparison.to_text(comparison.compare_runs(base, slow)).splitlines()
    assert max(map(len, lines)) <= 60
    assert any("slower*" in line and "1.3" in line for line in lines)
    table = league_table_text(records())
    assert max(map(len, table.splitlines())) <= 60
    assert "clang-22-x86_64" in table

    monkeypatch.delenv("COLUMNS")
    found = comparison.compare_runs(base, slow)
    assert max(map(len, comparison.to_text(found).splitlines())) <= 100
    table = [x for x in comparison.to_markdown(found).splitlines() if x.startswith("|")]
    assert {line.count(" | ") for line in table if "---" not in line} == {6}


def run(*words: str) -> int:
    return cli.run(["compare", *words])


@pytest.fixture
def runs(tmp_path: Path) -> str:
    write_run(tmp_path, "20261121-base", seed=1)
    write_run(tmp_path, "20261122-slow", seed=2, slower=1.3)
    return str(tmp_path)


def test_exit_code_is_good_unless_asked(runs: str, cli_says: Says) -> None:
    assert "slower*" in cli_says("compare", "20261121-base", "20261122", "--out", runs).out
    assert run("20261122-slow", "20261121-base", "--out", runs, "--fail-slower") == 0


def test_slower_needs_fresh_launches(runs: str, tmp_path: Path, cli_says: Says) -> None:
    words = ["20261121-base", "20261122-slow", "--out", runs]
    told = cli_says("compare", *words).out
    assert "not confirmed by fresh launches; --fail-slower makes them" in told
    # nothing is built here, so that nothing can be launched
    asked = ["--fail-slower", "--build-root", str(tmp_path / "none")]
    told = " ".join(cli_says("compare", *words, *asked).out.split())
    assert "not launched again: " in told and "not here as in 20261122-slow" in told
    write_run(tmp_path, "20261123-again", seed=3, slower=1.3, launches=8)
    again = ["compare", *words, *asked, "--fresh"]
    assert "confirmed by fresh launches (‡)" in cli_says(*again, "20261123", code=3).out
    cli_says(*again, "20261123", "-b", "npb-cg", "-v", "serial", code=3)
    write_run(tmp_path, "20261124-fine", seed=4, launches=8)
    cells = json.loads(cli_says(*again, "20261124-fine", "--json").out)["cells"]
    assert {one["confirmed"] for one in cells if one["sure"]} == {False}


def test_two_toolchains_are_launched_again_side_by_side(
    runs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that became slower since must not confirm anything: both sides are fresh."""
    write_run(tmp_path, "20261125-pair", seed=5, slower=1.3, launches=8)
    again = write_run(tmp_path / "again", "20261126-again", seed=6, slower=1.3, launches=8)
    asked: list[tuple[str, ...]] = []

    def carry_out(plan: Any, progress: Any) -> Any:
        asked.append(plan.options.toolchains)
        return session.Done(again, 0)

    monkeypatch.setattr(session, "carry_out", carry_out)
    monkeypatch.setattr(_confirm, "program_here", lambda *_: Path("program"))
    words = ["20261125-pair", "-t", "clang-19-x86_64", "clang-22-x86_64", "--out", runs]
    assert run(*words, "--fail-slower", "-b", "npb-cg") == 3
    assert asked == [("clang-19-x86_64", "clang-22-x86_64")]


def test_json_and_markdown(runs: str, tmp_path: Path, cli_says: Says) -> None:
    file = tmp_path / "c.md"
    words = ["20261121-base", "20261122-slow", "--out", runs, "--json", "--markdown", str(file)]
    told = json.loads(cli_says("compare", *words).out)
    assert told["schema"] == "league-compare-2"
    assert told["counts"]["SLOWER"] > 10
    first = told["cells"][0]
    assert first["ratio"] == pytest.approx(first["compute_ns"][1] / first["compute_ns"][0])
    assert file.read_text(encoding="utf-8").startswith("# 20261122-slow against 20261121-base")


def test_toolchains_by_option_or_by_name(runs: str, cli_says: Says) -> None:
    both = ["clang-19-x86_64", "clang-22-x86_64", "--out", runs]
    by_name = cli_says("compare", *both).out
    assert cli_says("compare", "--toolchain", *both).out == by_name
    words = ["20261121-base", "-t", "clang-19-x86_64", "clang-22-x86_64", "--out", runs]
    assert cli_says("compare", *words).out != by_name
