"""A run held against a baseline: what broke, what is slower, what cannot be said."""

import hashlib
import json
import math
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import fakes
import pytest
from saying import RUN_ALL, Says
from synthetic import records, write_run

from league import cli
from league.analysis import between, gate, nights
from league.analysis.nights import Entry
from league.base import locks
from league.base.errors import UsageError
from league.base.progress import Progress
from league.commands import _confirm
from league.records import baselines, reading
from league.records.view import RunView, view
from league.run import session
from league.run.beside import Beside

Json = dict[str, Any]


def as_new(made: list[Json]) -> list[Json]:
    """Records whose programs are new, as after a change of the sources."""
    for one in made:
        if one["kind"] == "build" and one["executable_sha256"]:
            one["executable_sha256"] = "f" * 64
    return made


def a_run(seed: int, *, slower: float = 1.0, name: str = "") -> RunView:
    """A run whose binaries are new if it is slower."""
    made = records(seed=seed, slower=slower, launches=8)
    return view(as_new(made) if slower != 1.0 else made, name or f"run-{seed}")


@pytest.fixture(scope="module")
def base() -> RunView:
    return a_run(1, name="main")


def test_nothing_new_is_good(base: RunView) -> None:
    found = gate.judge(base, a_run(2))
    assert found.exit_code == 0
    assert not (found.broken or found.suspects or found.more)
    assert gate.headline(found).startswith("good: ")
    other = [one for one in records(seed=2) if one["kind"] in ("session", "machine")]
    assert gate.judge(base, view(other)).exit_code == 4  # nothing in common


def dead(made: list[Json], toolchain: str) -> list[Json]:
    """Records of a night in which no launch of a toolchain found its device."""
    for one in made:
        if one["kind"] == "launch" and one["toolchain"] == toolchain:
            one["verdict"] |= {"launch": "no-device", "place": "unknown", "answer": "not-checked"}
            one.update(worst="no-device", record=None, exit_code=77)
    return made


def test_what_the_baseline_had_and_the_night_has_not_is_gone(base: RunView) -> None:
    """A dead device and a toolchain whose records are not there are no green night."""
    name = "clang-22-x86_64"
    lost = [one for one in records(seed=2, launches=8) if one.get("toolchain") != name]
    for made, why in ((dead(records(seed=2, launches=8), name), "no device"), (lost, "no record")):
        found = gate.judge(base, view(made))
        assert found.exit_code == 6 and not found.broken
        assert {names[0] for names in found.gone} == {name}
        (line,) = [one for one in gate.lines(found) if "gone (" in one]
        assert line.startswith(f"✗ {name}: {len(found.gone)} cells of the baseline gone ({why})")
        assert "gone" in gate.headline(found) and line in gate.to_markdown(found)
        assert len(gate.to_json(found)["gone"]) == len(found.gone)


def test_what_a_run_did_not_choose_is_not_gone(base: RunView) -> None:
    made = [one for one in records(seed=2, launches=8) if one.get("benchmark") != "jacobi"]
    assert {names[1] for names in gate.judge(base, view(made)).gone} == {"jacobi"}
    begun = next(one for one in made if one["kind"] == "session")
    begun["selection"]["benchmarks"] = ["none-of-them"]
    assert not gate.judge(base, view(made)).gone


def test_slower_needs_fresh_launches_to_fail(base: RunView) -> None:
    run = a_run(2, slower=1.1)
    alone = gate.judge(base, run)
    assert alone.exit_code == 0
    assert len(alone.suspects) > 10
    confirmed = gate.judge(base, run, [a_run(3, slower=1.1)])
    assert confirmed.exit_code == 3
    assert {pair.second.key.toolchain for pair in confirmed.slower} == {"clang-22-x86_64"}
    assert not confirmed.suspects


def test_what_is_not_slower_again_is_cleared(base: RunView) -> None:
    fresh = as_new(records(seed=3, launches=8))
    found = gate.judge(base, a_run(2, slower=1.1), [view(fresh)])
    assert found.exit_code == 0
    assert found.cleared and not found.slower
    assert "but not in fresh launches" in "\n".join(gate.lines(found))
    found = gate.judge(base, a_run(2, slower=1.1), [a_run(3)])  # other programs confirm nothing
    assert found.suspects and not found.slower and not found.cleared


def test_a_disturbed_night_does_not_hide_what_fresh_launches_show(base: RunView) -> None:
    """Its own noise floor is no matter to launches that were made after it."""
    made = as_new(records(seed=2, slower=1.4, launches=8))
    for n, one in enumerate(made):
        if one.get("pair") and one["record"]:
            for sample in one["record"]["samples"]:
                sample["compute"] = int(sample["compute"] * (1.0 + 0.06 * (n % 5)))
    found = gate.judge(base, view(made, "disturbed"), [a_run(3, slower=1.1)])
    assert sum(pair.verdict.band > 0.11 for pair in found.slower) > 3
    assert not found.cleared


def test_a_wrong_answer_beats_a_slowdown(base: RunView) -> None:
    made = as_new(records(seed=2, slower=1.1, launches=8))
    for one in made:
        if one["kind"] == "launch" and (one["benchmark"], one["variant"]) == ("jacobi", "omp"):
            one["verdict"] = {**one["verdict"], "answer": "wrong"}
            one["worst"] = "wrong"
    run = view(made, "bad")
    found = gate.judge(base, run, [run])
    assert found.exit_code == 1
    assert any("jacobi.omp" in one.cell for one in found.broken)
    assert found.slower
    told = gate.to_markdown(found)
    assert len(told.splitlines()) <= 15
    assert "broken" in told and "confirmed slower" in told


def test_a_build_that_fails_broke(base: RunView) -> None:
    made = [
        one for one in records(seed=2, launches=8)
        if not (one["kind"] == "launch" and one["benchmark"] == "triad")
    ]  # fmt: skip
    for one in made:
        if one["kind"] == "build" and one["benchmark"] == "triad":
            one.update(verdict="compile-error", executable_sha256="")
    found = gate.judge(base, view(made))
    assert found.exit_code == 1
    assert {one.now for one in found.broken} == {"compile error"}
    assert not any("target-nested" in one.cell and "22" in one.cell for one in found.broken)

    # the same binary does not fail and is told
    found = gate.judge(base, view(records(seed=2, slower=1.2, launches=8)))
    assert found.exit_code == 0
    assert any("same binary" in note for note in found.notes)


def test_counts_fail_without_a_second_look_and_on_another_machine(base: RunView) -> None:
    made = records(seed=2, slower=1.5, launches=8)
    for one in made:
        if one["kind"] == "machine":
            one["cpu"] = "another"
        elif one["kind"] == "launch" and one["variant"] == "target-data" and one["record"]:
            for sample in one["record"]["samples"]:
                if sample["compute_motion"]:
                    sample["compute_motion"] = {**sample["compute_motion"], "launches": 999}
    found = gate.judge(base, view(made))
    assert found.exit_code == 3
    assert not (found.slower or found.suspects)
    assert {(one.metric, one.now) for one in found.more} == {("launches", 999.0)}
    assert any("times are not compared" in note for note in found.notes)


def of_a_night(seed: int, factor: float = 1.0, **choices: Any) -> list[Json]:
    """Records of new programs on a night on which everything takes longer by a factor."""
    return times_by(as_new(records(seed=seed, launches=8, **choices)), lambda _: factor)


def times_by(made: list[Json], factor: Callable[[Json], float]) -> list[Json]:
    for one in made:
        if one["kind"] == "launch" and one["record"]:
            for sample in one["record"]["samples"]:
                sample["compute"] = int(sample["compute"] * factor(one))
    return made


def beside(made: list[Json], slower: float) -> RunView:
    """The same launches and in turns with them those of the programs before, for one toolchain."""
    old = times_by(
        [json.loads(json.dumps({**one, "pair": "before"})) for one in made
         if one["kind"] == "launch" and one["mode"] == "timed" and not one["pair"]],
        lambda one: 1.0 / (slower if one["toolchain"] == "clang-22-x86_64" else 1.0),
    )  # fmt: skip
    return view([*made, *old], "beside")


def test_good_says_what_it_could_have_seen(base: RunView) -> None:
    found = gate.judge(base, a_run(2))
    assert re.fullmatch(
        r"good: \d+ cells held against main; \+\d\S* % would have been seen in half of \d+ times,"
        r" \+\d\S* % in nine of ten", gate.headline(found),
    )  # fmt: skip
    told = gate.to_json(found)
    assert len(told["times"]) > 30 and all(one["resolution"] >= 0.02 for one in told["times"])
    dice = random.Random(4)
    loud = times_by(records(seed=2, launches=8), lambda one: math.exp(
        dice.gauss(0, 0.2 * (one["benchmark"] == "triad"))))  # fmt: skip
    found = gate.judge(base, view(loud))
    (line,) = [one for one in gate.lines(found) if one.startswith("~ ")]
    assert "in which +10 % would not have been seen: triad." in line
    assert "too few launches" in gate.headline(gate.judge(base, view(records(launches=3))))


def test_a_larger_slowdown_is_never_seen_in_fewer_cells(base: RunView) -> None:
    """The noise floor is that of the scales that were measured, not of those now reached."""

    def seen(factor: float) -> set[str]:
        loud = of_a_night(2, factor)
        for n, one in enumerate(loud):  # its pair differs from itself
            if one.get("pair") and one["record"]:
                for sample in one["record"]["samples"]:
                    sample["compute"] = int(sample["compute"] * (1.0 + 0.7 * (n % 2)))
        return {str(one.second.key) for one in gate.judge(base, view(loud)).suspects}

    found = [*map(seen, (1.05, 1.2, 1.5, 1.9, 2.4, 3.0, 5.0))]
    assert found[0] < found[-1] and all(a <= b for a, b in zip(found, found[1:]))


def test_old_and_new_in_turns_tell_a_night_from_a_slowdown(base: RunView) -> None:
    night = of_a_night(2, 1.05)
    found = gate.judge(base, view(night), [beside(of_a_night(3, 1.05), 1.0)])
    assert len(found.cleared) > 30 and not found.slower
    night = of_a_night(2, 1.05, slower=1.1)
    found = gate.judge(base, view(night), [beside(of_a_night(3, 1.05, slower=1.1), 1.1)])
    assert {pair.second.key.toolchain for pair in found.slower} == {"clang-22-x86_64"}
    assert len(found.slower) > 10 and found.exit_code == 3
    # what was at hand and did not start is held against another night, with what nights differ by
    programs = {key.program for key in base.cells}
    alone = [view(of_a_night(3, 1.05))]
    found = gate.judge(base, view(of_a_night(2, 1.05)), alone, between.Nights().of, programs)
    assert len(found.cleared) > 30 and not found.slower


def test_what_nights_differ_by_enters_where_programs_are_not_at_hand(base: RunView) -> None:
    machine = base.place
    cell = next(iter(base.cells))
    dice = random.Random(2)
    known = [
        replace(nights.night_of(base), run=f"n{n}", time=f"2026-11-{n + 1:02}", entries={
            key: Entry("pass", False, "", {"compute": 1e7 * math.exp(dice.gauss(0, size))})
            for key, size in ((cell, 0.06), (cell._replace(letter="A"), 0.02),
                              (cell._replace(letter="B"), 0.02))
        }) for n in range(25)
    ]  # fmt: skip
    learned = between.nights_of(known, machine)
    assert learned.of(cell) == pytest.approx(math.sqrt(2) * 0.06, rel=0.3)
    assert learned.of(("a", "cell", "of", "no", "night")) == pytest.approx(0.028, rel=0.3)
    assert between.nights_of(known, "another").of(cell) == pytest.approx(math.sqrt(2) * 0.02)
    night, again = view(of_a_night(2, 1.05)), view(of_a_night(3, 1.05))
    assert len(gate.judge(base, night, [again]).slower) > 30
    assert not gate.judge(base, night, [again], between.Nights().of).slower
    night, again = view(of_a_night(2, 1.5)), view(of_a_night(3, 1.5))
    assert len(gate.judge(base, night, [again], between.Nights().of).slower) > 30


def test_the_programs_of_a_baseline_are_kept_and_take_turns(tmp_path: Path) -> None:
    body = "record['samples'][0].update(compute={0}, total={0}, h2d=0, d2h=0)"
    program = fakes.add_program(tmp_path / "build", "serial", body.format(2_000_000))
    told, text = hashlib.sha256(program.read_bytes()).hexdigest(), program.read_text("utf-8")
    assert baselines.save_programs(tmp_path, {told: program}) == []
    old = baselines.program(tmp_path, told)
    assert old is not None and baselines.program(tmp_path, "0" * 64) is None
    program.write_text(text.replace("2000000", "3000000"), encoding="utf-8")
    plan = fakes.over_fakes(
        Beside(fakes.asked(tmp_path, ["-l", "4", "--precision", "fp64"]),
               {("fake", "toy", "serial"): old})
    )  # fmt: skip
    locks.PREFIX = "league-test-beside-"
    done = session.carry_out(plan, Progress(sys.stderr), find=lambda _: [fakes.FakeFound("fake")])
    timed = [
        one["pair"] for one in fakes.launches(done.folder, mode="timed") if one["pair"] != "A2"
    ]
    assert timed == ["", "before", "before", ""] * 2
    (cell,) = reading.read_run(done.folder).cells.values()
    assert (cell.medians(), cell.before_medians()) == ([3e6] * 4, [2e6] * 4)
    old.write_text("another", encoding="utf-8")
    assert baselines.program(tmp_path, told) is None  # not what was kept
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(baselines, "LARGEST", 10)
        assert baselines.save_programs(tmp_path, {told: program}) == [program]
        assert not list((tmp_path / "programs").glob("*"))


def run(verb: str, *words: str) -> int:
    return cli.run([verb, *words])


@pytest.fixture
def where(tmp_path: Path) -> list[str]:
    write_run(tmp_path / "runs", "20261121-base", seed=1, launches=8)
    write_run(tmp_path / "runs", "20261122-slow", seed=2, slower=1.3, launches=8)
    return ["--out", str(tmp_path / "runs"), "--baselines", str(tmp_path / "kept")]


def test_baselines_are_saved_shown_and_found(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], cli_says: Says
) -> None:
    assert run("baseline", "show", *where) == 0
    assert run("baseline", "save", "main", "20261121-base", *where) == 0
    first = (tmp_path / "kept/main/records.jsonl.gz").read_bytes()
    assert run("baseline", "save", "main", "20261121-base", *where) == 0
    assert (tmp_path / "kept/main/records.jsonl.gz").read_bytes() == first
    assert [file.name for file in (tmp_path / "kept/main").iterdir()] == ["records.jsonl.gz"]
    capsys.readouterr()
    assert cli_says("baseline", "show", *where).out.startswith("main: ")
    comment = tmp_path / "comment.md"
    assert "same binary" in cli_says("gate", *where, "--no-confirm", "--markdown", str(comment)).out
    assert comment.read_text(encoding="utf-8").startswith("### ✅ League: good")
    assert json.loads(cli_says("gate", *where, "--json", "20261121-base").out)["exit_code"] == 0


def test_an_unfinished_run_is_no_baseline(where: list[str], tmp_path: Path) -> None:
    file = tmp_path / "runs/20261121-base/records.jsonl"
    kept = file.read_text(encoding="utf-8").splitlines()[:-1]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match="did not finish"):
        run("baseline", "save", "main", "20261121-base", *where)


def test_suspects_are_launched_again(
    where: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate asks for exactly the suspects, and its answer follows the fresh launches."""
    slow = tmp_path / "runs/20261122-slow/records.jsonl"
    lines = as_new([json.loads(line) for line in slow.read_text(encoding="utf-8").splitlines()])
    slow.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    asked: list[tuple[str, ...]] = []

    def carry_out(plan: Any, progress: Any) -> Any:
        asked.append(plan.options.toolchains)
        assert plan.options.launches == 8
        return session.Done(slow.parent, 0)

    monkeypatch.setattr(session, "carry_out", carry_out)
    assert run("baseline", "save", "main", "20261121-base", *where) == 0
    monkeypatch.setattr(_confirm, "program_here", lambda *_: slow)
    assert run("gate", "20261122-slow", *where) == 3
    assert asked == [("clang-22-x86_64",)] * 3  # jacobi, triad, npb-cg


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM '/etc/passwd'",
        "COPY cells TO '{away}'", "ATTACH '{away}' AS other", "SET enable_external_access = true",
        "SELECT * FROM folders",  # a variable of the program
    ],
)  # fmt: skip
def test_a_question_reads_and_writes_no_other_file(
    where: list[str], tmp_path: Path, cli_says: Says, sql: str
) -> None:
    away = tmp_path / "away"
    said = cli_says("query", sql.format(away=away), *where[:2], code=2).err
    assert "cannot be answered" in said and not away.exists()


def test_a_question_can_be_interrupted(where: list[str]) -> None:
    sql = "SELECT count(*) FROM range(1000000000) a, range(1000000) b WHERE a.range > b.range % 5"
    asked = subprocess.Popen([sys.executable, str(RUN_ALL), "query", sql, *where[:2]])
    try:
        with pytest.raises(subprocess.TimeoutExpired):
            asked.wait(8)
        asked.send_signal(signal.SIGINT)
        assert asked.wait(60) == 130
    finally:
        asked.kill()
        asked.wait()


def test_query_answers(where: list[str], cli_says: Says) -> None:
    assert "fastest:" in cli_says("query", *where[:2]).out
    sql = "SELECT count(DISTINCT run) AS runs FROM cells"
    assert json.loads(cli_says("query", sql, *where[:2], "--json").out) == [{"runs": 2}]
    assert "jacobi" in cli_says("query", "fastest", "20261121-base", *where[:2]).out
