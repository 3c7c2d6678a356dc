"""scripts/aa.py and scripts/thirty_nights.py: they notice what is not as it has to be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SLOWED, BROKEN = "jacobi.serial W/fp64", "vadd.omp W/fp64"


@pytest.fixture
def aa(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import aa

    return aa


@pytest.fixture
def thirty(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import thirty_nights

    return thirty_nights


def cell(ns: float, decision: str, *, sure: bool = False, again: bool | None = None) -> Any:
    return {"benchmark": "vadd", "variant": "omp", "class": "W", "compute_ns": [ns, ns],
            "ratio": 1.0, "interval": [0.9, 1.1], "band": 0.02, "decision": decision,
            "sure": sure, "confirmed": again}  # fmt: skip


@pytest.mark.parametrize(("again", "code"), [(True, 1), (False, 0), (None, 0)])
def test_a_false_alarm_is_one_that_fresh_launches_confirm(
    aa: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], again: bool | None, code: int,
) -> None:  # fmt: skip
    asked: list[tuple[str, ...]] = []

    def run_all(*words: str) -> subprocess.CompletedProcess[str]:
        asked.append(words)
        told: Any = {"run": f"/runs/run-{len(asked)}"}
        if words[0] == "compare":
            assert "--fail-slower" in words
            told = {"cells": [cell(1e6, "SAME"), cell(5e7, "SLOWER", sure=True, again=again),
                              cell(9e3, "SLOWER", sure=True, again=True)]}  # fmt: skip
        return subprocess.CompletedProcess([], 3 if again else 0, json.dumps(told))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        done = run_all(*words)
        return done if words[0] == "compare" else subprocess.CompletedProcess([], 0, done.stdout)

    monkeypatch.setattr(aa, "run_all", run)
    table = tmp_path / "table.csv"
    words = [str(tmp_path / "a"), "--sessions", "3", "--busy", "--keep", str(table)]
    assert aa.main(words) == code
    told = capsys.readouterr().out
    assert "4 comparisons of 1000 us to 0.05 s: 2 SAME, 2 SLOWER" in told  # without 9 us
    assert f"2 slower beyond chance, {2 if again else 0} of them confirmed" in told
    assert len(table.read_text(encoding="utf-8").splitlines()) == 5
    assert [one[0] for one in asked] == ["run"] * 3 + ["compare"] * 2
    assert aa.main(words) == code  # goes on where it was: nothing is made again
    assert len(asked) == 5


def nights(*, both: bool) -> list[dict[str, Any]]:
    whose = "the benchmark itself changed" if both else "the compiler changed"
    slow = f"* ▼ {SLOWED} (gcc-12-host): 3 ms → 4 ms (1.10×), confirmed: {whose}"
    bad = f"* ✗ {BROKEN} (gcc-12-host): pass → wrong: {whose}"
    late = [slow, bad] if both else [slow]
    made = [{"night": f"{n:02}", "run": f"run-{n}", "exit_code": 0, "comment": "good"}
            for n in range(1, 20)]  # fmt: skip
    made += [{"night": f"{n:02}", "run": f"run-{n}", "exit_code": 1 if both else 3,
              "comment": "\n".join(late)} for n in range(20, 31)]  # fmt: skip
    if both:
        made.append({"night": "proposed", "run": "", "exit_code": 1, "comment": "\n".join(late)})
        made.append({"night": "proposed-slower", "run": "", "exit_code": 3, "comment": slow})
    return made


def a_series(
    thirty: ModuleType, monkeypatch: pytest.MonkeyPatch, made: list[dict[str, Any]], told: str
) -> Any:
    name = "tree" if any(one["night"] == "proposed" for one in made) else "compiler"
    series = thirty.Series(name, Path("/nowhere"))
    monkeypatch.setattr(thirty.Series, "made", lambda _: made)
    monkeypatch.setattr(thirty.Series, "history", lambda _: told)
    return series


def history(first: str, *, both: bool) -> str:
    whose = "the benchmark itself changed" if both else "the compiler changed"
    told = f"  {SLOWED} (gcc-12-host), compute: 3 → 4 since {first} (good until x): {whose}\n"
    if both:
        told += f"  {BROKEN} (gcc-12-host), verdict: a → b since {first} (good until x): {whose}\n"
    return told


@pytest.mark.parametrize("both", [True, False])
def test_nights_as_planted_are_good(
    thirty: ModuleType, monkeypatch: pytest.MonkeyPatch, both: bool
) -> None:
    series = a_series(thirty, monkeypatch, nights(both=both), history("run-20", both=both))
    assert list(series.wrong()) == []


def test_nights_that_answer_otherwise_are_named(
    thirty: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = nights(both=True)
    made[4]["exit_code"] = 3
    made[19]["comment"] = made[19]["comment"].replace("vadd", "dot")
    made[25]["comment"] = made[25]["comment"].replace("benchmark itself", "compiler")
    series = a_series(thirty, monkeypatch, made, history("run-21", both=True))
    told = list(series.wrong())
    assert told[0] == "night 05 ended with 3, not 0"
    assert told[1] == f"the comment of night 20 misses {BROKEN}"
    assert told[2] == f"the comment of night 26 misses {SLOWED}"
    assert [one.split(" W/")[0] for one in told[4:]] == [
        "history says of jacobi.serial", "history says of vadd.omp",
    ]  # fmt: skip


@pytest.mark.parametrize("until", ["0", "31"])
def test_a_night_that_is_none_is_refused(thirty: ModuleType, tmp_path: Path, until: str) -> None:
    with pytest.raises(SystemExit) as caught:
        thirty.main([str(tmp_path), "--until", until])
    assert caught.value.code == 2


@pytest.mark.slow
def test_real_nights_begin(tmp_path: Path) -> None:
    line = [sys.executable, str(SCRIPTS / "thirty_nights.py"), str(tmp_path), "--until", "2"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("every night answered as planted\n")
