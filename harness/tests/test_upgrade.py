"""Questions asked of whole runs: an upgrade on one page, who agrees, which variant to write."""

import json
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from synthetic import records, whole, write_run

from league.analysis import advice, agreement, query, upgrade
from league.analysis.ratios import Session
from league.claims.matrix import matrix_of
from league.records.view import RunView, view
from league.show import upgrade as shown

OLD, NEW = "clang-19-x86_64", "clang-22-x86_64"
ROOT = Path(__file__).resolve().parents[2]


def claim(toolchain: str, name: str, worst: str) -> dict[str, Any]:
    return whole({"kind": "claim", "toolchain": toolchain, "claim": name, "worst": worst})


CLAIMS = [
    claim(OLD, "map.to", "pass"), claim(NEW, "map.to", "wrong"),
    claim(OLD, "map.from", "wrong"), claim(NEW, "map.from", "pass"),
    claim(OLD, "map.alloc", "pass"), claim(NEW, "map.alloc", "pass"),
]  # fmt: skip


@pytest.fixture(scope="module")
def run() -> RunView:
    return view([*records(seed=1), *CLAIMS], "a-run")


def test_best_is_held_against_best_whichever_variant_it_is() -> None:
    lines = records(seed=1)
    for one in lines:  # with the new compiler another variant becomes the best
        if one["kind"] == "launch" and one["toolchain"] == NEW and one["variant"] == "target-usm":
            for sample in one["record"]["samples"] if one["record"] else ():
                sample["compute"] //= 2
    found = upgrade.upgrade(*[view(lines, "a-run")] * 2, (OLD, NEW))
    assert found.best is not None
    pairs = {pair.name: pair for pair in found.best.pairs}
    assert len(pairs) == 4  # a line a problem
    best = pairs["jacobi W/fp64"]
    assert (best.first.key.variant, best.second.key.variant) == ("target-collapse", "target-usm")
    assert best.verdict.ratio < 0.6
    kinds = {one.name: one for one in shown.kinds(found.best.pairs)}
    assert [one.name for one in kinds["stencils"].pairs] == ["jacobi W/fp64", "jacobi W/fp32"]
    assert len(kinds["everything"].pairs) == 4


def test_what_is_broken_and_fixed_is_told_of_variants_and_claims(run: RunView) -> None:
    found = upgrade.upgrade(run, run, (OLD, NEW))
    assert "triad.target-nested: verified → compile error" in found.variants["broken"]
    assert "jacobi.target-nested: crash → verified" in found.variants["fixed"]
    assert not [one for several in found.variants.values() for one in several if "acc" in one]
    assert found.claims == {
        "broken": ["map.to: pass → wrong"], "fixed": ["map.from: wrong → pass"], "changed": []
    }  # fmt: skip
    back = upgrade.upgrade(run, run, (NEW, OLD))
    assert back.variants["broken"] == [
        "jacobi.target-nested: verified → crash",
        "jacobi.target-loop: verified → expected wrong answer",
    ]


def test_two_runs_are_held_against_each_other_toolchain_by_toolchain(
    tmp_path: Path, cli_says: Says
) -> None:
    write_run(tmp_path, "20261121-base", seed=1)
    write_run(tmp_path, "20261122-slow", seed=2, slower=1.3)
    page = tmp_path / "page.md"
    words = ["compare", "20261121-base", "20261122-slow", "--upgrade", "--out", str(tmp_path)]
    told = json.loads(cli_says(*words, "--json", "--markdown", str(page)).out)
    ratios = {one["benchmark"] + " " + one["toolchains"][0]: one["ratio"]
              for one in told["best"]["cells"]}  # fmt: skip
    assert ratios["triad clang-22-x86_64"] > 1.2
    assert ratios["triad clang-19-x86_64"] == pytest.approx(1.0, abs=0.02)
    assert {one["kind"]: one["problems"] for one in told["kinds"]}["stencils"] == 6
    text = page.read_text(encoding="utf-8")
    assert "## By kind of problem" in text
    assert "## Variants broken: 0" in text
    assert "triad W/fp64 (clang-22-x86" in text
    assert "leave out --fail-slower" in cli_says(*words, "--fail-slower", code=2).err


def test_who_agrees_and_who_stands_alone(run: RunView, tmp_path: Path, cli_says: Says) -> None:
    third = [claim("gcc-12-host", "map.to", "pass"), claim("gcc-12-host", "map.from", "pass")]
    judged = agreement.of_claims(matrix_of([*CLAIMS, *third]))
    first, *_ = agreement.pairs(judged)
    told = {(one.first, one.second): (one.share, one.common) for one in agreement.pairs(judged)}
    assert told[OLD, NEW] == (pytest.approx(1 / 3), 3)
    assert told[OLD, "gcc-12-host"] == (0.5, 2)
    assert first.share == max(share for share, _ in told.values())
    alone = {(one.name, one.toolchain, one.right) for one in agreement.alone(judged)}
    assert alone == {("map.to", NEW, False), ("map.from", OLD, False)}
    assert "acc" not in " ".join(agreement.of_variants([run]))  # nobody could run it
    write_run(tmp_path, "20261121-base", seed=1)
    text = cli_says("matrix", "--agree", "--out", str(tmp_path)).out
    assert "Variants: who comes to the same end" in text
    assert "triad.serial" in text  # which one host compiler alone gets wrong
    refused = cli_says("matrix", "--agree", "--csv", "x.csv", "--out", str(tmp_path), code=2).err
    assert "take --json or --markdown" in refused


def _advised(**choices: Any) -> dict[tuple[str, str], advice.Advice]:
    rows = advice.advice([Session(view(records(**choices), "a-run"))])
    return {(one.problem[0], one.problem[2]): one for one in rows}


def test_the_variant_to_write_is_right_everywhere_and_as_fast_as_the_fastest() -> None:
    found = _advised(seed=1)
    jacobi = found["jacobi", "fp64"]
    assert (jacobi.variant, jacobi.right, jacobi.platforms) == ("target-collapse", 2, 2)
    assert jacobi.behind is None
    assert jacobi.next is not None
    assert jacobi.next.variant == "target-usm"
    assert jacobi.next.verdict.ratio == pytest.approx(1.25 / 1.15, rel=0.03)
    assert "target-loop" in jacobi.worse  # one compiler gets it wrong
    assert not jacobi.on_gpu
    assert _advised(seed=1, gpu=True)["jacobi", "fp64"].on_gpu


def test_of_what_is_as_fast_the_plainest_is_told_and_few_launches_tell_nothing_apart() -> None:
    lines = records(seed=1)
    for one in lines:
        if one["kind"] == "launch" and one["variant"] == "target-data" and one["record"]:
            for sample in one["record"]["samples"]:
                sample["compute"] = int(sample["compute"] * 1.15 / 1.3)
    (found,) = [one for one in advice.advice([Session(view(lines, "a-run"))])
                if one.problem == ("jacobi", "W", "fp64")]  # fmt: skip
    assert (found.variant, found.others) == ("target-data", ("target-collapse",))
    few = _advised(seed=1, launches=3)["jacobi", "fp64"]
    assert not few.decided
    assert "target-usm" in few.open
    assert "target-usm" not in few.worse


def test_advice_says_that_no_time_is_of_a_gpu(
    tmp_path: Path, cli_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    write_run(tmp_path, "20261121-base", seed=1)
    words = ["portability", "--advise", "--out", str(tmp_path)]
    told = " ".join(cli_says(*words).out.split())
    assert "None of these times is of a GPU" in told
    assert "▼ 1." in told
    rows = json.loads(cli_says(*words, "-b", "npb-cg", "--json").out)
    assert [one["variant"] for one in rows] == ["target-data"]
    file = tmp_path / "a.md"
    cli_says(*words, "--markdown", str(file))
    assert file.read_text(encoding="utf-8").startswith("# Which variant to write")
    assert cli_says("portability", "--markdown", str(file), "--out", str(tmp_path), code=2).err


def _kept(folder: Path, lines: list[dict[str, Any]]) -> Path:
    folder.mkdir(parents=True)
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "records.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_the_share_of_transfers_is_told_inside_compute_too_where_it_was_profiled(
    tmp_path: Path,
) -> None:
    lines = records(seed=1)
    timed = next(one for one in lines if one["kind"] == "launch" and one["mode"] == "timed"
                 and (one["toolchain"], one["variant"]) == (OLD, "target-naive"))  # fmt: skip
    regions = [
        {"name": "run", "kind": "target", "count": 1, "time_ns": 400, "rest_ns": 0,
         "typical_ns": {}, "operations": {"to": {"count": 1, "bytes": 1, "time_ns": 90},
                                          "from": {"count": 1, "bytes": 1, "time_ns": 10}}},
        {"name": "set", "kind": "enter-data", "count": 1, "time_ns": 999, "rest_ns": 0,
         "typical_ns": {}, "operations": {"to": {"count": 1, "bytes": 1, "time_ns": 999}}},
    ]  # fmt: skip
    profile = {"tool": "ompt", "file": "x", "dropped": 0, "regions": regions}
    folders = [
        _kept(tmp_path / "20261121-base", lines),
        _kept(tmp_path / "20261122-seen", [{**timed, "mode": "profile", "profile": profile}]),
    ]
    told = query.frame("transfer-share", folders)
    own = told[(told.toolchain == OLD) & (told.variant == "target-naive")
               & (told.benchmark == timed["benchmark"])]  # fmt: skip
    own = own[own.precision == timed["precision"]]
    assert own["inside_percent"].tolist() == [25.0]
    assert own["bytes_inside"].tolist() == [21_136_000 * 3 // 2]
    h2d, d2h, total = 0.215e6, 0.12e6, 62e6 * 0.6
    assert own["around_percent"].tolist() == [pytest.approx(100 * (h2d + d2h) / total, rel=0.3)]
    assert told[told.variant == "target-data"]["inside_percent"].isna().all()
    assert not set(told.variant) & {"omp", "serial"}


def test_how_long_a_night_took_is_told_by_what_it_did(tmp_path: Path) -> None:
    lines = records(seed=1)
    for one in lines:
        one.update({"compile_s": 6.0} if one["kind"] == "build" else {})
    told = query.frame("duration", [_kept(tmp_path / "20261121-base", lines)])
    launches = [one for one in lines if one["kind"] == "launch"]
    builds = sum(one["kind"] == "build" for one in lines)
    (row,) = told.to_dict("records")
    assert row["processes"] == len(launches)
    assert row["all_min"] == pytest.approx(754.2 / 60, abs=0.06)
    assert row["compilers_min"] == pytest.approx(builds * 0.1, abs=0.06)
    timed = sum(one["mode"] == "timed" for one in launches)
    assert row["timed_min"] == pytest.approx(timed * 0.3 / 60, abs=0.06)
