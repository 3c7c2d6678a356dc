"""Sessions held against themselves, and thirty nights: they notice what is not as it has to be."""

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
from synthetic import whole

from league.records.view import view
from proofs import aa, door
from proofs import nights as nights_proof

SLOWED, BROKEN = "jacobi.serial W/fp64", "vadd.omp W/fp64"


def session(name: str, change: float, spread: float, letters: str = "W") -> Any:
    """A run of four cells, of which every other launch of one takes longer."""
    dice = random.Random(name)
    made = []
    for benchmark in ("vadd", "dot", "pi", "gauss"):
        for index in range(16):
            slow = change if benchmark == "pi" and index % 2 else 1.0
            time = int(1e6 * slow * math.exp(dice.gauss(0, spread)))
            made.append(whole({
                "kind": "launch", "toolchain": "gcc-12-host", "benchmark": benchmark,
                "variant": "omp", "class": letters[0], "index": index, "id": f"{benchmark}{index}",
                "verdict": {"place": "host"}, "record": {"samples": [{"compute": time}]},
            }))  # fmt: skip
    return view(made, name)


@pytest.mark.parametrize(
    ("change", "again", "doubted", "wrong"),
    [(1.0, 1.0, 0, 0), (1.1, 1.0, 4, 0), (1.1, 1.1, 4, 4), (0.9, 0.9, 4, 4), (0.9, 1.1, 4, 0)],
)
def test_a_false_alarm_is_one_that_fresh_launches_confirm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], change: float, again: float, doubted: int, wrong: int,
) -> None:  # fmt: skip
    asked: list[tuple[str, ...]] = []

    def run(folder: Path, *words: str) -> Any:
        asked.append(words)
        name = f"run-{len(asked)}"
        return session(name, again if folder.name == "again" else change, 0.005)

    monkeypatch.setattr(aa, "session", run)
    monkeypatch.setattr(aa, "WANTED", 16)
    table = tmp_path / "table.csv"
    words = ["aa", str(tmp_path / "a"), "--busy", "--keep", str(table)]
    assert door.main(words) == (1 if wrong else 0)
    told = capsys.readouterr().out
    assert "16 comparisons of " in told
    assert f"{doubted} beyond chance, {wrong} of them confirmed by fresh launches" in told
    assert len(table.read_text(encoding="utf-8").splitlines()) == 17
    assert len(asked) == 4 + doubted
    assert door.main(words) == (1 if wrong else 0)  # goes on where it was: nothing is made again
    assert len(asked) == 4 + doubted
    monkeypatch.setattr(aa, "WANTED", 17)
    assert door.main([*words, "--budget", "0"]) == (1 if wrong else 4)


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


def a_series(monkeypatch: pytest.MonkeyPatch, made: list[dict[str, Any]], told: str) -> Any:
    name = "tree" if any(one["night"] == "proposed" for one in made) else "compiler"
    series = nights_proof.Series(name, Path("/nowhere"))
    monkeypatch.setattr(nights_proof.Series, "made", lambda _: made)
    monkeypatch.setattr(nights_proof.Series, "history", lambda _: told)
    return series


def history(first: str, *, both: bool) -> str:
    whose = "the benchmark itself changed" if both else "the compiler changed"
    told = f"  {SLOWED} (gcc-12-host), compute: 3 → 4 since {first} (good until x): {whose}\n"
    if both:
        told += f"  {BROKEN} (gcc-12-host), verdict: a → b since {first} (good until x): {whose}\n"
    return told


@pytest.mark.parametrize("both", [True, False])
def test_nights_as_planted_are_good(monkeypatch: pytest.MonkeyPatch, both: bool) -> None:
    series = a_series(monkeypatch, nights(both=both), history("run-20", both=both))
    assert list(series.wrong()) == []


def test_nights_that_answer_otherwise_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = nights(both=True)
    made[4]["exit_code"] = 3
    made[19]["comment"] = made[19]["comment"].replace("vadd", "dot")
    made[19]["comment"] = made[19]["comment"].replace("benchmark itself", "compiler")
    series = a_series(monkeypatch, made, history("run-21", both=True))
    told = list(series.wrong())
    assert told[0] == "night 05 ended with 3, not 0"
    assert told[1] == f"the comment of night 20 misses {SLOWED}"
    assert told[2] == f"the comment of night 20 misses {BROKEN}"
    assert [one.split(" W/")[0] for one in told[3:]] == [
        "history says: jacobi.serial", "history says: vadd.omp",
    ]  # fmt: skip


@pytest.mark.parametrize(("missed", "good"), [(5, True), (6, False)])
def test_some_nights_may_decide_nothing(
    monkeypatch: pytest.MonkeyPatch, missed: int, good: bool
) -> None:
    made = nights(both=False)
    for one in made[20 : 20 + missed]:
        one.update(comment="good", exit_code=0)
    series = a_series(monkeypatch, made, history("run-20", both=False))
    assert (list(series.wrong()) == []) == good


@pytest.mark.parametrize("until", ["0", "31"])
def test_a_night_that_is_none_is_refused(tmp_path: Path, until: str) -> None:
    assert door.main(["nights", str(tmp_path), "--until", until]) == 2


@pytest.mark.slow
def test_a_real_night_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = ("-b", "jacobi", "-v", "serial")
    monkeypatch.setattr(nights_proof, "CHOICE", (*nights_proof.CHOICE, *one))
    assert door.main(["nights", str(tmp_path), "-s", "compiler", "--until", "2"]) == 0
    assert capsys.readouterr().out.endswith("every night answered as planted\n")
    store = tmp_path / "compiler/store"
    assert (store / "comment.md").read_text(encoding="utf-8").startswith("### ✅ League: good")
    files = sorted((store / "history").glob("*.json"))
    assert len(files) == 2
    assert all(json.loads(file.read_text(encoding="utf-8"))["cells"] for file in files)
