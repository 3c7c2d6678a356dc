"""What the probe's answer is taken to mean; the answers are written by hand."""

import json
from typing import Any

import pytest

from league.run import launch
from league.sweep import shape

ASKED = "num_teams(8) thread_limit(64)"


def row(nesting: str, clauses: str = "", **changes: Any) -> dict[str, Any]:
    common = {"nesting": nesting, "clauses": clauses, "complete": True, "teams": 4}
    common |= {"teams_told": 4, "threads_told": 32, "threads_per_team": 32}
    return {**common, "blocks": 0, "warps_per_block": 0, "lanes_per_warp": 0, **changes}


def answer(device: str, lanes: int, **changes: Any) -> dict[str, Any]:
    nestings = ["teams distribute parallel for", "teams loop", "teams distribute > parallel for"]
    regions = [row(name, **changes) for name in nestings]
    asked = {**changes, "teams": 8, "blocks": 2 * changes.get("blocks", 0)}
    regions.append(row("teams distribute parallel for", ASKED, **asked))
    sums = [{"nesting": "target > simd", "clauses": "", "lanes": lanes}]
    return {"schema": "league-probe-1", "device": device, "regions": regions, "lanes": sums}


def sentence(told: dict[str, Any]) -> str:
    return shape.Shape("x", told["device"], "ok", told=told).sentence


def test_the_sentence_says_blocks_warps_lanes_threads_and_what_is_odd() -> None:
    told = answer("nvptx", 1, blocks=4, warps_per_block=1, lanes_per_warp=32)
    expected = "teams → 4 blocks (8 when 8 are asked for); "
    assert sentence(told) == expected + "parallel → 32 threads of the block; simd ignored"
    told = answer("nvptx", 32, blocks=4, warps_per_block=32, lanes_per_warp=1)
    assert "parallel → 32 warps of the block; simd → 32 lanes" in sentence(told)
    assert "lanes, too" not in sentence(told)
    told["regions"][1]["lanes_per_warp"], told["regions"][3]["blocks"] = 32, 2
    assert "(8 when 8 are asked for, in 2 blocks)" in sentence(told)
    assert sentence(told).endswith("`teams loop` uses lanes, too")
    told = answer("x86_64", 16)
    assert "teams → 4 on host threads" in sentence(told)
    assert "parallel → 32 host threads per team" in sentence(told)
    assert "simd → vector code, 16 independent sums" in sentence(told)
    told["regions"][1]["complete"] = False
    told["regions"][2]["threads_per_team"] = 1
    assert "`teams loop` LOSES ITERATIONS" in sentence(told)
    assert "`teams distribute > parallel for` uses 4 × 1 only" in sentence(told)
    told = answer("x86_64", 16)
    del told["regions"][1]
    assert sentence(told).endswith("independent sums; `teams loop` is not known to this compiler")


def outcome(code: int, record: str = "", *, timed_out: bool = False) -> launch.Outcome:
    return launch.Outcome(code, timed_out, False, 1, "said\n", record, False)


@pytest.mark.parametrize(
    ("ended", "verdict"),
    [
        (outcome(0, json.dumps(answer("x86_64", 1))), "ok"),
        (outcome(0, "{"), "garbage"),
        (outcome(0, '{"schema": "other"}'), "garbage"),
        (outcome(77), "no-device"),
        (outcome(3), "host-fallback"),
        (outcome(5), "nonzero(5)"),
        (outcome(4), "out-of-memory"),
        (outcome(-99), "crash(signal 99)"),
        (outcome(-11), "crash(SIGSEGV)"),
        (outcome(-15, timed_out=True), "timeout"),
    ],
)
def test_ends(ended: launch.Outcome, verdict: str) -> None:
    found = shape.judge("x", "x86_64", ended)
    assert found.verdict == verdict
    assert (found.sentence.startswith(verdict)) == (verdict != "ok")
    assert "x" in shape.text([found])
    assert shape.tables([found]).startswith("# What") and "## x" in shape.tables([found])


def test_figure_shows_every_nesting_and_names_the_silent() -> None:
    plot_shape = pytest.importorskip("league.show.plots.sweep")
    good = shape.Shape("clang", "x86_64", "ok", told=answer("x86_64", 4))
    silent = shape.Shape("gcc", "nvptx", "no-device")
    text = plot_shape.nestings([good, silent])
    assert "teams loop" in text
    assert "gcc (no-device)" in text
    assert plot_shape.nestings([silent]).count("<svg") == 1
