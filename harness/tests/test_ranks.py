"""Several processes of a cell at the same moment: who they are, when they begin, what is shown."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import fakes
import pytest
from batches import Here, collected, submitted
from saying import run_all

from league.base import locks
from league.base.errors import UsageError
from league.records import schema, store
from league.records.view import view
from league.run import rank, session
from league.run.timing import Timing
from league.show.text import league_table_text
from league.show.together import together

DEVICES = 4
#: Arrives at each repetition when it says, and computes then.
BODY = f"""record["device"]["count"] = {DEVICES}
if "LEAGUE_GATE" in os.environ:
    number = int(os.path.basename(os.getcwd()))  # each has a folder of its own
    for _ in range(int(value("--warmup", "0")) + int(value("--repeat", "1"))):
        time.sleep(0.1 * number)
        arrived = time.time_ns()
        with open(os.environ["LEAGUE_GATE"]) as gate:
            gate.read()
        with open(LOG, "a") as out:
            out.write(json.dumps([number, arrived, time.time_ns()]) + "\\n")
"""
WORDS = ("--precision", "fp64", "-c", "W", "-l", "2", "-r", "2", "-w", "1", "--seed", "3")


@pytest.fixture(autouse=True)
def no_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in rank.NUMBERS:
        monkeypatch.delenv(name, raising=False)


def project_of(folder: Path, body: str = "") -> Path:
    log = f"LOG = {str(folder / 'log')!r}\n"
    fakes.add_program(
        folder / "build", "target-data", log + BODY + body, model="target", device="x86_64"
    )
    return folder


def told(folder: Path) -> list[dict[str, Any]]:
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    return [one for one in records if one["kind"] == "launch" and one["mode"] == "ranks"]


def made_with(project: Path, launcher: tuple[str, ...], *words: str) -> tuple[int, Path]:
    """Make a run whose toolchain has a launcher."""
    plan = fakes.over_fakes(Timing(fakes.asked(project, (*WORDS, *words), "run")))
    found = fakes.FakeFound("fake", launcher=launcher)
    done = session.carry_out(plan, find=lambda _: [found])
    return done.exit_code, done.folder


def test_each_repetition_begins_when_all_processes_have_come(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    done, folder = fakes.run(project, [*WORDS, "--ranks", "2"])
    assert done.exit_code == 0
    made = told(folder)
    assert [(one["index"], one["together"]["rank"], one["binding"]["device"]) for one in made] == [
        (0, 0, 0), (1, 1, 1), (2, 0, 0), (3, 1, 1)
    ]  # fmt: skip
    assert {one["together"]["ranks"] for one in made} == {2}
    every = [json.loads(line) for line in (project / "log").read_text().splitlines()]
    assert Counter(number for number, *_ in every) == {0: 6, 1: 6}
    # Whoever came first has waited for the other.
    turns = [[one for one in every if one[0] == number] for number in range(2)]
    for first, second in zip(*turns):
        assert max(first[1], second[1]) <= min(first[2], second[2])
    assert all(len(one["together"]["began"]) == 3 for one in made)
    if len(os.sched_getaffinity(0)) > 1:
        cpus = [set(one["binding"]["cpus"].split(",")) for one in made[:2]]
        assert not cpus[0] & cpus[1]
    # Gone on with, nothing is left to do, and what it began with counts.
    again, _ = fakes.run(project, ["--resume", str(folder)])
    assert again.exit_code == 0 and len(told(folder)) == len(made)
    with pytest.raises(UsageError, match="--ranks says otherwise"):
        fakes.run(project, ["--resume", str(folder), "--ranks", "3"])
    assert not list(folder.glob("ranks-*"))


def test_more_processes_than_devices_take_them_in_turn(tmp_path: Path) -> None:
    done, folder = fakes.run(project_of(tmp_path), [*WORDS, "--ranks", "5", "-l", "1"])
    assert done.exit_code == 0
    assert [one["binding"]["device"] for one in told(folder)] == [0, 1, 2, 3, 0]


def test_a_process_that_fails_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    body = """
if "LEAGUE_GATE" in os.environ and number == 1:
    os.kill(os.getpid(), signal.SIGSEGV)
"""
    done, folder = fakes.run(project_of(tmp_path, body), [*WORDS, "--ranks", "2", "-l", "1"])
    assert done.exit_code == 1
    assert [one["worst"] for one in told(folder)] == ["pass", "crash(SIGSEGV)"]
    (row,) = together(view(store.read_records(folder)))
    assert (row.all, row.gain, bool(row.reason)) == (None, None, True)
    assert "it ended" in league_table_text(store.read_records(folder))


def test_a_process_that_never_computes_does_not_hold_the_others(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    program = next((project / "build").rglob("*.target-data"))
    text = program.read_text()
    start = "    for _ in range("
    assert start in text
    program.write_text(text.replace(start, f"    if number: sys.exit(7)\n{start}", 1))
    done, folder = fakes.run(project, [*WORDS, "--ranks", "2", "-l", "1"])
    assert done.exit_code == 1
    assert [one["worst"] for one in told(folder)] == ["pass", "nonzero(7)"]


ALL = """#!/bin/sh
# Starts a program so often, as mpirun -n does.
echo $1 >> {log}
count=$1; shift; number=0
while [ $number -lt $count ]; do {name}=$number "$@" & number=$((number + 1)); done
wait
"""


def test_a_launcher_with_a_place_for_their_number_starts_all_processes(tmp_path: Path) -> None:
    text = ALL.format(log=tmp_path / "starts", name="OMPI_COMM_WORLD_RANK")
    script = fakes.script(tmp_path / "mpirun", text)
    code, folder = made_with(project_of(tmp_path), (str(script), "{ranks}"), "--ranks", "2")
    assert code == 0
    launches = [one for one in store.read_records(folder) if one["kind"] == "launch"]
    assert {tuple(one["launcher"]) for one in launches} == {("mpirun", "{ranks}")}
    assert [one["together"]["rank"] for one in told(folder)] == [0, 1, 0, 1]
    starts = Counter((tmp_path / "starts").read_text().split())
    assert starts == {"1": len(launches) - 4, "2": 2}


def test_another_launcher_stands_before_each_process(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    script = fakes.script(tmp_path / "each", f'#!/bin/sh\necho "$1" >> {log}\nexec "$@"\n')
    code, folder = made_with(project_of(tmp_path), (str(script),), "--ranks", "2", "-l", "1")
    assert code == 0 and len(told(folder)) == 2
    program = str(next((tmp_path / "build").rglob("*.target-data")))
    launches = [one for one in store.read_records(folder) if one["kind"] == "launch"]
    assert log.read_text().split() == [program] * len(launches)


@pytest.mark.parametrize(("name", "value", "words"), [
    ("OTHER", "$number", "the launcher tells a process no number"),
    ("SLURM_PROCID", "0", "the launcher tells two processes number 0"),
    ("PMI_RANK", "7", "PMI_RANK is 7, and 2 processes were asked for"),
])  # fmt: skip
def test_a_launcher_that_tells_no_good_numbers_is_the_reason(
    tmp_path: Path, name: str, value: str, words: str
) -> None:
    text = ALL.format(log=tmp_path / "starts", name=name).replace("=$number ", f"={value} ")
    script = fakes.script(tmp_path / "mpirun", text + "[ $count = 1 ] || exit 3\n")
    launcher = (str(script), "{ranks}")
    code, folder = made_with(project_of(tmp_path), launcher, "--ranks", "2", "-l", "1")
    assert code == 1
    assert {one["worst"] for one in told(folder)} == {"nonzero(3)"}
    assert all(words in one["output_tail"] for one in told(folder))


def test_a_launcher_that_starts_too_few_is_the_reason(tmp_path: Path) -> None:
    script = fakes.script(tmp_path / "mpirun", '#!/bin/sh\n[ $1 = 2 ] || { shift; exec "$@"; }\n')
    launcher = (str(script), "{ranks}")
    code, folder = made_with(project_of(tmp_path), launcher, "--ranks", "2", "-l", "1")
    assert code == 1
    assert {one["reason"] for one in told(folder)} == {"the launcher started too few processes"}


def test_a_batch_starts_them_in_its_tasks(tmp_path: Path) -> None:
    project, here = project_of(tmp_path), Here()
    _, folder = submitted(project, here, *WORDS, "--ranks", "2")
    here.run_all()
    standing, code = collected(folder, here)
    assert (standing.complete, standing.lost, code) == (True, 0, 0)
    made = told(folder)
    assert sorted((one["index"], one["binding"]["device"]) for one in made) == [
        (0, 0), (1, 1), (2, 0), (3, 1)
    ]  # fmt: skip
    assert all(one["batch"]["lost"] is False for one in made)
    again, code = collected(folder, here)
    assert (again.fresh, code) == (0, 0)


def test_what_is_asked_for_in_vain_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--ranks takes the devices in turn"):
        fakes.run(project_of(tmp_path), [*WORDS, "--ranks", "2", "--device", "1"])
    done = run_all("check", "--ranks", "2", "-b", "vadd")
    assert done.returncode == 2 and "--ranks" in done.stderr


@pytest.mark.parametrize(("told_by", "number"), [
    ({"OMPI_COMM_WORLD_RANK": "1", "SLURM_PROCID": "0"}, 1), ({"SLURM_PROCID": "3"}, 3),
    ({"PMI_RANK": "2"}, 2), ({"LEAGUE_RANK": "0", "PMI_RANK": "2"}, 0),
])  # fmt: skip
def test_the_number_is_what_the_nearest_launcher_tells(
    told_by: Mapping[str, str], number: int
) -> None:
    assert rank.number_of(told_by, 4) == number


def test_places_are_told_apart_by_node_and_by_what_a_process_was_given() -> None:
    def one(node: str, cpus: list[int]) -> dict[str, Any]:
        return {"node": node, "cpus": cpus}

    every = [one("a", [0, 1]), one("a", [0, 1]), one("b", [0, 1]), one("b", [2])]
    found = [rank.place_among(every, number, "node", "cpus") for number in range(4)]
    assert found == [(0, 2), (1, 2), (0, 1), (0, 1)]


def test_throughput_is_that_of_the_span_in_which_all_computed(tmp_path: Path) -> None:
    """By hand: both take 50 us, the second begins 10 us later; alone it took 50 us, too."""
    done, folder = fakes.run(project_of(tmp_path), [*WORDS, "--ranks", "2", "-r", "1", "-w", "0"])
    assert done.exit_code == 0
    records = store.read_records(folder)
    for one in records:
        if one.get("mode") == "ranks":
            one["together"]["began"] = [10**9 + 10_000 * one["together"]["rank"]]
        if one["kind"] == "launch":  # long enough to count
            one["verdict"] = {**one["verdict"], "noise": "ok"}
    (row,) = together(view(records))
    assert (row.ranks, row.nodes, row.all, row.alone) == (2, 1, 60_000.0, 50_000.0)
    assert row.at_once == pytest.approx(40 / 60) and row.gain == pytest.approx(100 / 60)
    assert row.rate("bytes") == pytest.approx(2 / 60_000)
    assert "Processes" in league_table_text(records) and "1.67×" in league_table_text(records)
    for one in records:  # one after the other is not at once
        if one.get("mode") == "ranks":
            one["together"]["began"] = [10**9 + 50_000 * one["together"]["rank"]]
    (row,) = together(view(records))
    assert (row.at_once, row.gain, row.rate("bytes")) == (0.0, None, None)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("clang++-19"), reason="no clang++-19 here")
def test_two_processes_on_the_plug_in_device(tmp_path: Path) -> None:
    """Each has a device and processors of its own, and begins with the other."""
    locks.PREFIX = f"league-test-ranks-{os.getpid()}-"
    words = ("-t", "clang-19-x86_64", "-b", "saxpy", "-v", "target-data", "-c", "S", "-l", "2",
             "--precision", "fp64", "--ranks", "2", "--out", str(tmp_path))  # fmt: skip
    done = run_all("run", *words)
    assert done.returncode in (0, 4), done.stderr
    (folder,) = tmp_path.iterdir()
    made = told(folder)
    assert [one["together"]["rank"] for one in made] == [0, 1, 0, 1]
    assert [one["binding"]["device"] for one in made] == [0, 1, 0, 1]
    assert {one["verdict"]["answer"] for one in made} == {"pass"}
    assert {one["verdict"]["place"] for one in made} == {"device"}
    if len(os.sched_getaffinity(0)) > 1:
        assert made[0]["binding"]["cpus"] != made[1]["binding"]["cpus"]
    for one in made:
        assert len(one["together"]["began"]) == len(one["record"]["samples"])
