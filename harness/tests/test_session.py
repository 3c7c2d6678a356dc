"""Whole runs over programs that are scripts: what is recorded, and what a failure costs."""

import contextlib
import json
import os
import signal
import subprocess
from collections import Counter
from pathlib import Path

import fakes
import pytest
from fakes import launches
from saying import until

from league.base.errors import StoreError, UsageError
from league.records import schema, store

HARNESS = Path(__file__).parents[1]


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with two good programs."""
    return fakes.two_programs(tmp_path)


def run(project: Path, *words: str, verb: str = "run") -> tuple[int, Path]:
    made, folder = fakes.run(project, words, verb)
    return made.exit_code, folder


def test_a_good_run_is_checked_timed_and_recorded(project: Path) -> None:
    code, folder = run(project, "-l", "3", "--seed", "5")
    assert code == 0
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    assert Counter(one["kind"] for one in records) == {
        "session": 2, "machine": 1, "toolchain": 1, "build": 2,
        # checks (of omp in two shapes), timed, and the second members of the A/A pair
        "launch": 6 + 12 + 3,
    }  # fmt: skip
    assert [one["class"] for one in launches(folder, mode="check")] == ["S"] * 6
    assert [one["mode"] for one in launches(run(project, verb="check")[1])] == ["check"] * 6
    timed = launches(folder, mode="timed")
    assert {one["class"] for one in timed} == {"W"}
    assert sum(one["pair"] == "A2" for one in timed) == 3
    assert all(one["record"]["guard"] is False for one in timed)
    assert all(one["record"]["guard"] is True for one in launches(folder, mode="check"))
    started, finished = (one for one in records if one["kind"] == "session")
    assert (started["state"], started["seed"], started["exit_code"]) == ("started", 5, None)
    assert (finished["state"], finished["exit_code"]) == ("finished", 0)


def test_nothing_that_names_the_machine_is_recorded(project: Path) -> None:
    body = "print('at', os.path.abspath(sys.argv[0]), os.environ['HOME']); code = 1"
    fakes.add_program(project / "build", "serial-loud", body)
    _, folder = run(project, "-l", "1")
    text = (folder / "records.jsonl").read_text()
    assert "at kernels/toy/toy.serial-loud" in text
    assert str(project) not in text
    assert os.environ["HOME"] + '"' not in text


FAULTS = [
    ("os.kill(os.getpid(), signal.SIGSEGV)", "crash(SIGSEGV)", "launch"),
    ("sys.exit(2)", "nonzero(2)", "launch"),
    ("time.sleep(600)", "timeout", "launch"),
    ("code = 4; record['answer'] = 'not-checked'", "out-of-memory", "launch"),
    ("record = None; print('garbage')", "not-checked", "answer"),
    ("open(value('--record', ''), 'w').write('garbage'); os._exit(0)", "not-checked", "answer"),
    ("record['class']['letter'] = 'B'", "not-checked", "answer"),
    ("record['checks'] = []", "not-checked", "answer"),
    ("record['answer'] = 'wrong'; record['checks'][0]['passed'] = False; code = 1", "wrong",
     "answer"),
    ("record['answer'] = 'unwritten'; code = 1", "unwritten", "answer"),
    ("record['answer'] = 'nan'; code = 1", "nan", "answer"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "value", "stage"), FAULTS)
def test_a_failure_costs_its_own_cell(project: Path, body: str, value: str, stage: str) -> None:
    fakes.add_program(project / "build", "serial-faulty", body)
    code, folder = run(project, "-l", "2", "--precision", "fp64", "--timeout", "1")
    assert code == 1
    (checked,) = launches(folder, mode="check", variant="serial-faulty")
    assert checked["verdict"][stage] == checked["worst"] == value
    (skipped,) = launches(folder, mode="timed", variant="serial-faulty")
    assert skipped["verdict"]["launch"] == f"skipped(check failed: {value})"
    assert skipped["record"] is None
    for variant in ("serial", "omp"):
        good = launches(folder, mode="timed", variant=variant, pair="")
        assert [one["worst"] for one in good] == ["pass", "pass"]
    faults = [fault for one in store.read_records(folder) for fault in schema.validate(one)]
    assert faults == []


def test_a_variant_that_fails_when_timed_is_launched_once(project: Path) -> None:
    fakes.add_program(project / "build", "serial-late", "if value('--class', '') == 'W': code = 9")
    code, folder = run(project, "-l", "4", "--precision", "fp64", "-v", "serial-late")
    assert code == 1
    assert [one["worst"] for one in launches(folder, mode="timed")] == ["nonzero(9)"]


MUTE = {"body": "sys.exit(5)", "before_describe": "sys.exit(5)"}
NONE = "code = 77; record.update(answer='not-checked', place='unknown', samples=[], checks=[])"


@pytest.mark.parametrize(
    ("variant", "program", "code", "checked", "timed"),
    [
        # launched like its siblings, which tell its classes
        ("serial-mute", MUTE, 1, "nonzero(5)", "skipped(check failed: nonzero(5))"),
        ("target-data", {"body": NONE}, 0, "no-device", "skipped(no-device)"),
        # a pass that exits with the code of a fallback is not believed
        ("target-data", {"body": "code = 3"}, 1, "nonzero(3)", "skipped(check failed: nonzero(3))"),
    ],
)
def test_what_cannot_be_timed_is_told(
    project: Path, variant: str, program: dict[str, str], code: int, checked: str, timed: str
) -> None:
    fakes.add_program(project / "build", variant, **program)
    made, folder = run(project, "-l", "1", "--precision", "fp64")
    assert made == code
    for mode, worst in (("check", checked), ("timed", timed)):
        assert launches(folder, mode=mode, variant=variant)[0]["worst"] == worst


def test_without_its_device_nothing_is_comparable_and_one_that_was_named_is_required(
    project: Path,
) -> None:
    fakes.add_program(project / "build", "target-data", NONE)
    assert run(project, "-v", "target-data")[0] == 4
    assert run(project, "-v", "target-data", "--device", "1")[0] == 5


FALLBACK = """
if value('--record', '') and '--allow-host' not in words:
    code = 3
record['place'] = 'host-fallback'
"""


def test_unexpected_fallback_is_red_and_allowed_fallback_is_no_evidence(project: Path) -> None:
    fakes.add_program(project / "build", "target-data", FALLBACK)
    code, folder = run(project, "-v", "target-data", "--precision", "fp64")
    assert code == 1
    assert launches(folder)[0]["verdict"]["place"] == "host-fallback"
    assert launches(folder)[0]["environment"]["OMP_TARGET_OFFLOAD"] == "MANDATORY"
    words = ("-v", "target-data", "--precision", "fp64", "--allow-host", "-l", "1")
    code, folder = run(project, *words)
    assert code == 4
    assert launches(folder, mode="timed")[0]["environment"]["OMP_TARGET_OFFLOAD"] == "DEFAULT"


def test_fail_fast_stops_at_the_first_failure(project: Path) -> None:
    fakes.add_program(project / "build", "serial-faulty", "code = 1")
    code, folder = run(project, "--fail-fast", "-v", "serial*", "--precision", "fp64")
    assert code == 1
    assert [one["worst"] for one in launches(folder, mode="check")] == ["pass", "nonzero(1)"]
    assert not [one for one in launches(folder, mode="timed") if one["record"] is not None]


def test_a_finished_run_resumes_to_nothing_and_cannot_become_another(project: Path) -> None:
    _, folder = run(project, "-l", "2", "--seed", "7")
    before = launches(folder)
    assert run(project, "--resume", str(folder)) == (0, folder)
    for words in ("-l 3", "-c S", "--seed 1", "-v serial", "--precision fp32", "--device all"):
        with pytest.raises(UsageError, match="--resume goes on with what the run began with"):
            run(project, "--resume", str(folder), *words.split())
    same = ("-l", "2", "--seed", "7", "-v", "serial,omp", "-c", "W")
    assert run(project, "--resume", str(folder), *same)[0] == 0
    assert launches(folder) == before
    with (
        contextlib.closing(store.open_run(folder)),
        pytest.raises(UsageError, match=r"another run_all\.py is writing"),
    ):
        run(project, "--resume", str(folder))
    program = project / "build" / "fake" / "kernels" / "toy" / "toy.serial"
    program.write_text(program.read_text() + "# changed\n")
    with pytest.raises(UsageError, match=r"toy\.serial fake has changed since the run began"):
        run(project, "--resume", str(folder))


def keys(folder: Path) -> list[store.Key]:
    return [store.key_of(one) for one in launches(folder)]


def start(project: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(HARNESS)}
    return subprocess.Popen(
        fakes.command(project, *words), env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def wait_for_launches(out: Path, count: int) -> Path:
    def launches() -> int:
        found = out.glob("*/records.jsonl")
        return sum(file.read_bytes().count(b'"kind":"launch"') for file in found)

    until(lambda: launches() >= count)
    return next(out.glob("*/records.jsonl")).parent


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_resumes_without_losing_or_doubling(
    project: Path, number: signal.Signals
) -> None:
    go_on = project / "go-on"
    until = f"os.path.exists({str(go_on)!r})"
    body = f"while value('--class', '') == 'W' and not {until}: time.sleep(9)"
    fakes.add_program(project / "build", "serial-slow", body)
    out = project / "out"
    process = start(project, "-l", "4", "--out", str(out))
    folder = wait_for_launches(out, 6)
    process.send_signal(number)
    said, _ = process.communicate(timeout=60)
    if number == signal.SIGKILL:
        # as a write that was cut short
        with (folder / "records.jsonl").open("ab") as file:
            file.write(b'{"schema":1,"kind":"launch","id":"0123')
        assert process.returncode == -signal.SIGKILL
    else:
        assert process.returncode == 130
        assert f"--resume {folder}" in said
    before = launches(folder)
    assert 6 <= len(before) < 8 + 24 + 4
    go_on.touch()
    code, _ = run(project, "--resume", str(folder))
    assert code == 0
    after = launches(folder)
    assert after[: len(before)] == before
    assert len(set(keys(folder))) == len(after) == 8 + 24 + 4
    states = [one["state"] for one in store.read_records(folder) if one["kind"] == "session"]
    assert states[-2:] == ["resumed", "finished"]


def test_two_runs_at_once_do_not_launch_at_the_same_time(project: Path) -> None:
    log = project / "log"
    body = (
        "import fcntl\n"
        f"with open({str(log)!r}, 'a') as file:\n"
        "    try: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
        "    except OSError: os.write(file.fileno(), b'overlap ')\n"
        "    time.sleep(0.05)\n"
        "    os.write(file.fileno(), b'launch ')\n"
    )
    fakes.add_program(project / "build", "serial-alone", body)
    words = ("-v", "serial-alone", "-l", "4", "--precision", "fp64")
    pair = [start(project, *words, "--out", str(project / f"out{n}")) for n in (1, 2)]
    said = [process.communicate(timeout=120)[0] for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    done = log.read_text().split()
    assert done.count("launch") == 2 * (1 + 4 + 4)
    assert "overlap" not in done
    assert sum("waiting for another run_all.py" in text for text in said) <= 1


def mounted(project: Path, options: str) -> subprocess.CompletedProcess[str]:
    """Make a run whose results folder is a small file system of its own."""
    out = project / "out"
    words = " ".join(fakes.command(project, "-l", "200", "--out", str(out)))
    return fakes.mounted(
        out, options, words, f"cat {out}/*/records.jsonl > {project}/kept 2>/dev/null"
    )


def test_a_full_disk_ends_a_run_with_one_line_and_whole_records(project: Path) -> None:
    result = mounted(project, "size=100k")
    assert result.returncode == 2
    (error,) = [line for line in result.stderr.splitlines() if "error" in line]
    assert "no space left on device; make room" in error
    kept = (project / "kept").read_text().splitlines()
    assert len(kept) > 20
    assert all(isinstance(json.loads(line), dict) for line in kept)


def test_a_read_only_results_folder_ends_a_run_before_it_begins(project: Path) -> None:
    result = mounted(project, "size=100k,ro")
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("league: error: cannot create")
    assert "read-only" in result.stderr


def test_a_run_without_a_session_record_is_not_resumed(project: Path) -> None:
    with store.create_run(project / "out", "odd") as odd:
        odd.append({"kind": "machine", "cpu": "x"})
    with pytest.raises(StoreError, match="no session record"):
        run(project, "--resume", str(project / "out" / "odd"))


def test_a_budget_ends_a_run_cleanly_and_it_can_go_on(project: Path) -> None:
    """What is worth most comes first: every cell has had a launch before one has its second."""
    log, go_on = project / "log", project / "go-on"
    hang = f"""
if value('--class', '') == 'W':
    open({str(log)!r}, 'a').write('x')
    while os.path.getsize({str(log)!r}) > 2 and not os.path.exists({str(go_on)!r}):
        time.sleep(0.05)
"""
    fakes.add_program(project / "build", "serial", hang, benchmark="a")
    code, folder = run(project, "--precision", "fp64", "-l", "3", "--seed", "5", "--budget", "6s")
    assert code == 7
    made = [one["index"] for one in launches(folder, mode="timed")]
    assert made == sorted(made)
    cells = {one["benchmark"] + one["variant"] for one in launches(folder, mode="timed", index=0)}
    assert cells == {"aserial", "toyserial", "toyomp"}
    assert len(made) < 3 * 3
    sessions = [one for one in store.read_records(folder) if one["kind"] == "session"]
    assert [one["state"] for one in sessions] == ["started", "finished"]
    go_on.touch()
    code, again = run(project, "--resume", str(folder))
    assert (code, again) == (0, folder)
    assert len(launches(folder, mode="timed")) == 3 * (3 + 1)  # and the pair's second members


def test_a_budget_checks_what_offloads_first_and_records_no_launch_that_it_ends(
    project: Path,
) -> None:
    fakes.add_program(project / "build", "target-late")
    _, folder = run(project, "--precision", "fp64", "-l", "1", "--budget", "5m")
    assert launches(folder, mode="check")[0]["variant"] == "target-late"
    fakes.add_program(project / "build", "serial-slow", "time.sleep(600)")
    words = ("--precision", "fp64", "-v", "serial-slow", "--budget", "1s")
    code, folder = run(project, *words)
    assert (code, launches(folder)) == (7, [])


@pytest.mark.parametrize("text", ["0", "-1m", "1d", "25 m", "9e9", "nan", "99999999h"])
def test_what_is_no_budget(project: Path, text: str) -> None:
    with pytest.raises(UsageError, match="is not a time as 90s, 25m or 2h"):
        run(project, f"--budget={text}")
