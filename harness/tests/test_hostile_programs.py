"""Programs that do their worst: to their scratch folder, to their record, to what outlives them."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes import add_program, run, script
from saying import called, until
from synthetic import whole
from test_launch import gone, python

from league.base import process, reaper, scratch
from league.base.errors import LeagueError
from league.records import store
from league.run import build, launch, manifest

HERE = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}


@pytest.fixture()
def launcher() -> Iterator[launch.Launcher]:
    with launch.Launcher() as made:
        yield made


@pytest.mark.parametrize(
    ("mishap", "told"),
    [
        ("os.mkdir(name)", "no plain file"),
        ("os.mkfifo(name)", "no plain file"),
        ("os.symlink('/etc/passwd', name)", "it is a link"),
        ("os.symlink('/dev/zero', name)", "it is a link"),
        ("open('other', 'w').write('{}'); os.link('other', name)", "second name"),
        ("open(name, 'w').truncate(32 << 20)", "too large"),
        ("import socket; s = socket.socket(socket.AF_UNIX); s.bind(name)", "cannot be read"),
        ("shutil.rmtree(os.getcwd())", ""),
        ("shutil.rmtree(os.path.dirname(os.getcwd()))", ""),
        ("os.chmod('.', 0)", ""),
        ("[(os.mkdir('d'), os.chdir('d')) for _ in range(1500)]", ""),
        ("os.remove('output'); os.symlink('/etc/passwd', 'output')", ""),
    ],
)
def test_a_program_may_do_to_its_folder_what_it_likes(
    launcher: launch.Launcher, mishap: str, told: str
) -> None:
    script = f"import os, shutil, sys; name = sys.argv[2]; {mishap}"
    outcome = launcher.start(python(script), timeout_s=30)
    assert (outcome.exit_code, outcome.record_text, outcome.output) == (0, "", "")
    assert told in outcome.unreadable
    assert bool(told) == bool(outcome.unreadable)
    # the next launch has a folder of its own again
    again = launcher.start(python("import sys; open(sys.argv[2], 'w').write('{}')"), timeout_s=30)
    assert (again.exit_code, again.record_text) == (0, "{}")
    assert [one.name for one in launcher._scratch.path.iterdir()] == []


ESCAPES = {
    "setsid": "os.setsid()",
    "double fork": "os.setsid()\n    if os.fork(): os._exit(0)",
    "no mark": "os.setsid()\n    os.execve(sys.executable, [sys.executable, '-ISc',"
    " 'import time; time.sleep(600)'], {})",
}


@pytest.mark.parametrize("way", ESCAPES)
def test_nothing_that_leaves_its_group_outlives_its_launch(
    launcher: launch.Launcher, tmp_path: Path, way: str
) -> None:
    file = tmp_path / "pid"
    script = f"""
import os, sys, time
if os.fork() == 0:
    {ESCAPES[way]}
    open({str(file)!r}, "w").write(str(os.getpid()))
    time.sleep(600)
while not os.path.exists({str(file)!r}) or not open({str(file)!r}).read():
    time.sleep(0.01)
time.sleep(0.1)
"""
    if way == "no mark":
        told = f"open({str(file)!r}, 'w').write(str(os.getpid()))"
        script = script.replace(ESCAPES[way], f"{told}\n    {ESCAPES[way]}")
    outcome = launcher.start(python(script), timeout_s=60)
    assert outcome.exit_code == 0
    assert gone(int(file.read_text()))
    assert len(outcome.left) == 1
    assert "python" in outcome.left[0]


def test_what_others_started_is_left_alone(launcher: launch.Launcher) -> None:
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    try:
        assert stranger.pid in reaper._children(os.getpid())
        assert stranger.pid in reaper._children_by_parent(os.getpid())
        assert launcher.start(python("pass"), timeout_s=60).left == ()
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def fled(child: reaper.Child) -> bool:
    """Whether something that a program started has left its session."""
    mine = reaper._descendants(child.process.pid)
    return any(one.session != child.process.pid for one in mine.values())


def test_launches_side_by_side_end_only_their_own(tmp_path: Path) -> None:
    """What flees from one launch is no business of another that ends meanwhile."""
    script = (
        "import os, time\nheard, said = os.pipe()\n"
        "if os.fork() == 0:\n    os.setsid(); os.write(said, b'x'); time.sleep(600)\n"
        "os.read(heard, 1)  # it has fled before this one ends"
    )
    first = reaper.start(["sh", "-c", "setsid sleep 600 & exec sleep 600"], os.environ)
    try:
        until(lambda: fled(first))
        second = reaper.start(python(script).command, os.environ)
        second.process.wait()
        assert len(reaper.clear(second)) == 1
        assert fled(first)
    finally:
        process.end_group(first.process)
        left = reaper.clear(first)
    assert left == ("sleep",)


def test_a_build_that_ignores_term_and_flees_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    line = f"trap '' TERM; setsid sh -c 'echo $$ > {file}; exec sleep 600' & sleep 600"
    said: list[str] = []
    code, log, stalled = build._run(["sh", "-c", line], 1.0, say=said.append)
    assert stalled
    assert code == -signal.SIGKILL
    assert gone(int(file.read_text()))
    assert build.LEFT_RUNNING in log
    assert said == [f"{build.LEFT_RUNNING} sleep"]


def test_a_build_does_not_wait_for_what_it_left_behind() -> None:
    began = time.monotonic()
    code, log, stalled = build._run(["sh", "-c", "echo done; setsid sleep 600 &"], 100.0)
    assert (code, stalled) == (0, False)
    assert log.startswith("done\n")
    assert time.monotonic() - began < 20


def test_a_compiler_that_never_ends_is_ended_with_its_children(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    line = f"trap '' TERM; (echo $$ > {file}; exec sleep 600) & wait; sleep 600"
    said = process.ask(["sh", "-c", line], os.environ, 1.0)
    assert said.timed_out
    assert gone(int(file.read_text()))


def test_a_long_line_costs_its_length_once() -> None:
    """Twice the output takes about twice the time, and a bounded part of it is kept."""
    spent = []
    for megabytes in (16, 64):
        script = f"import sys\nfor _ in range({megabytes}): sys.stdout.write('x' * 2**20)"
        began = time.process_time()
        code, log, _ = build._run(python(script).command, 60.0)
        spent.append(time.process_time() - began)
        assert code == 0
        assert len(log) <= 2**16
    assert spent[1] < 4 + 12 * spent[0]
    code, log, _ = build._run(python("for n in range(400_000): print('line', n)").command, 60.0)
    assert log.startswith("line 0\n")
    assert log.endswith("line 399999\n")
    assert len(log) < 3 * process.KEPT


DESCRIBE = {
    "brackets": "print('[' * 100_000)",
    "much": "[sys.stdout.write('x' * 2**20) for _ in range(200)]",
    "classes": 'print(\'{"schema": "league-describe-1", "classes": [{"letter": 7}],'
    ' "precisions": []}\')',
    "number": 'print(\'{"schema": "league-describe-1", "classes": [{"letter": "S", "n": 1e999}],'
    ' "precisions": []}\')',
    "a child that holds the pipe": "os.fork() or time.sleep(600)",
}


@pytest.mark.parametrize("answer", DESCRIBE)
def test_an_answer_to_describe_is_bounded(tmp_path: Path, answer: str) -> None:
    add_program(tmp_path, "serial", before_describe=f"{DESCRIBE[answer]}; sys.exit(0)")
    began = time.monotonic()
    with pytest.raises(LeagueError, match="does not answer --describe") as caught:
        manifest.describe(manifest.variants(tmp_path / "fake")[0])
    assert len(str(caught.value)) < 500
    assert time.monotonic() - began < 25


RECORDS = {
    "infinite": "record['index'] = 'X'; text = json.dumps(record).replace('\"X\"', '1e999')",
    "digits": "record['index'] = 'X'; text = json.dumps(record).replace('\"X\"', '9' * 400)",
    "typed": "record['samples'][0]['compute'] = 'x'; text = json.dumps(record)",
    "deep": "record['more'] = 0; text = json.dumps(record)[:-2] + '[' * 900 + ']' * 900 + '}'",
    "long": "record['reason'] = 'x' * 10**6; text = json.dumps(record)",
    "half": "record['reason'] = 'X'; text = json.dumps(record).replace('X', chr(92) + 'ud800')",
    "zero": "record['samples'][0]['compute'] = 0; text = json.dumps(record)",
    "tolerance": "record['answer'] = 'wrong'; record['checks'][0].update(tolerance=None,"
    " passed=False); text = json.dumps(record); code = 1",
    "structural": "record['checks'][0]['structural'] = True; text = json.dumps(record)",
    # what says that it passed, and cannot have: the numbers of its check, its time, its work
    "far": "record['checks'][0]['error'] = 1e9; text = json.dumps(record)",
    "unknown": "record['checks'][0]['error'] = None; text = json.dumps(record)",
    "negative": "record['checks'][0].update(error=-2, tolerance=-1); text = json.dumps(record)",
    "eternal": "record['samples'][0].update(compute=10**15, total=10**15);"
    " text = json.dumps(record)",
    "other": "record['model'] = 'omp'; text = json.dumps(record)",
    "many": "record['samples'] *= 20000; text = json.dumps(record)",
    "none": "record['samples'][0]['warmup'] = True; text = json.dumps(record)",
}
#: With the warm-up that a check asks for.
WARM = "record['samples'].append({**record['samples'][0], 'warmup': True}); "
WRITE = "; open(value('--record', ''), 'w').write(text); record = None"


def test_a_record_that_is_no_good_is_the_verdict_of_its_cell(tmp_path: Path) -> None:
    """The run goes on to its end, can be read, and can be resumed."""
    for number, body in enumerate(RECORDS.values()):
        add_program(tmp_path / "build", f"serial-{number}", WARM + body + WRITE)
    add_program(tmp_path / "build", "serial")
    done, folder = run(tmp_path, ["--precision", "fp64"], verb="check")
    assert done.exit_code == 1
    said: list[str] = []
    made = (one for one in store.read_records(folder, said.append) if one["kind"] == "launch")
    found = {one["variant"]: one for one in made}
    assert said == []
    assert len(found) == len(RECORDS) + 1
    for number, name in enumerate(RECORDS):
        answer = "wrong" if name == "tolerance" else "not-checked"
        assert found[f"serial-{number}"]["verdict"]["answer"] == answer, name
        assert found[f"serial-{number}"]["reason"], name
    assert found["serial"]["worst"] == "pass"
    assert "structural checks" in found["serial-8"]["reason"]
    again, _ = run(tmp_path, ["--resume", str(folder)], verb="check")
    assert again.exit_code == 1


def test_what_cannot_be_judged_costs_its_own_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from league.verdicts import judging

    real = judging.answer_stage

    def broken(record: dict[str, Any] | None, *, launch: str) -> tuple[str, str]:
        if record is not None and record["variant"] == "serial-odd":
            raise OverflowError("int too large to convert to float")
        return real(record, launch=launch)

    monkeypatch.setattr(judging, "answer_stage", broken)
    add_program(tmp_path / "build", "serial-odd")
    add_program(tmp_path / "build", "serial")
    done, folder = run(tmp_path, ["--precision", "fp64"], verb="check")
    records = [one for one in store.read_records(folder) if one["kind"] == "launch"]
    assert [one["worst"] for one in records] == ["not-checked", "pass"]
    assert "judging its record failed: OverflowError" in records[0]["reason"]
    assert done.exit_code == 1


def test_what_a_program_leaves_running_is_named_in_its_record(tmp_path: Path) -> None:
    flee = "if os.fork() == 0:\n    os.setsid(); time.sleep(600)\ntime.sleep(0.2)"
    add_program(tmp_path / "build", "serial", flee)
    _, folder = run(tmp_path, ["--precision", "fp64"], verb="check")
    (record,) = (one for one in store.read_records(folder) if one["kind"] == "launch")
    assert record["worst"] == "pass"
    assert "running, which was killed" in record["reason"]


def test_texts_of_a_program_cannot_deceive(tmp_path: Path) -> None:
    odd = "'a\\u202eb\\x9bc\\u2066d\\u061c'"
    body = (
        f"record['reason'] = {odd}; record['checks'][0]['name'] = {odd};"
        f"record['device']['name'] = {odd}; record['class'][{odd}] = 1"
    )
    add_program(tmp_path / "build", "serial", body)
    _, folder = run(tmp_path, ["--precision", "fp64"], verb="check")
    text = (folder / "records.jsonl").read_text(encoding="utf-8")
    assert "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c" in text
    for character in "\u202e\x9b\u2066\u061c":
        assert character not in text
    hostile = whole({"kind": "launch", "reason": "\u202e\x9bevil"})
    (folder / "records.jsonl").write_text(json.dumps(hostile) + "\n")
    (read,) = store.read_records(folder)
    assert read["reason"] == 2 * "\N{REPLACEMENT CHARACTER}" + "evil"


def test_scratch_folders_of_the_dead_are_swept_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = (
        "import os, signal\nfrom league.base.scratch import Scratch\n"
        "made = Scratch(); (made.path / 'file').write_text('x')\n"
        "print(made.path, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = called([sys.executable, "-c", script], env={**HERE, "TMPDIR": str(tmp_path)})
    dead = Path(killed.stdout.strip())
    stranger = tmp_path / "league-notes"
    stranger.mkdir()
    link = tmp_path / "league-999999999-link"
    link.symlink_to(stranger)
    assert (dead / "file").is_file()
    with scratch.Scratch() as mine, launch.Launcher():
        assert mine.path.is_dir()
        assert not dead.exists()
        assert stranger.is_dir()
        assert link.is_symlink()


def test_what_a_killed_run_left_behind_is_ended_at_the_next_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = f"{reaper.MARK}_{os.getpid()}"  # what starts beside this test would end it, too
    monkeypatch.setattr(reaper, "MARK", mark)
    script = (
        f"import os, signal, sys\nfrom league.base import reaper\nreaper.MARK = {mark!r}\n"
        "reaper._watched = lambda pid: None  # killed, too\n"
        "child = reaper.start(['setsid', '--fork', 'sh', '-c', 'echo $$; exec sleep 600'],"
        " os.environ)\nchild.process.wait()\n"
        "signal.pause() if len(sys.argv) > 1 else os.kill(os.getpid(), signal.SIGKILL)"
    )
    command = [sys.executable, "-c", script]
    alive = subprocess.Popen([*command, "x"], env=HERE, stdout=subprocess.PIPE, text=True)
    killed = subprocess.Popen(command, env=HERE, stdout=subprocess.PIPE, text=True)
    assert alive.stdout is not None
    assert killed.stdout is not None
    kept, left = int(alive.stdout.readline()), int(killed.stdout.readline())
    try:
        assert killed.wait() == -signal.SIGKILL
        assert Path(f"/proc/{left}").is_dir()
        with launch.Launcher():
            assert gone(left)
        # A shell until it has become what it executes.
        assert re.fullmatch(
            rf"league: ended what a run that was killed left behind: (sh|sleep) \({left}\)\n",
            capsys.readouterr().err,
        )
        assert Path(f"/proc/{kept}").is_dir()
    finally:
        for pid in (alive.pid, kept):
            os.kill(pid, signal.SIGKILL)
        for one in (alive, killed):
            one.wait()
            one.stdout.close()


def test_what_a_killed_run_had_started_ends_with_it(tmp_path: Path) -> None:
    """A compiler, what that has started, and what has left its group; nobody starts again."""
    text = "#!/bin/sh\nsleep 600 &\nsetsid sh -c 'echo $$ $1; exec sleep 600' sh $! &\nwait\n"
    compiler = script(tmp_path / "compiler", text)
    source = (
        "import os, signal\nfrom league.base import process\n"
        "def killed(line):\n    print(line, flush=True); os.kill(os.getpid(), signal.SIGKILL)\n"
        f"process.ask([{str(compiler)!r}], os.environ, on_line=killed)\n"
    )
    said = called([sys.executable, "-c", source], env=HERE)
    assert said.returncode == -signal.SIGKILL
    left = [int(one) for one in said.stdout.split()]
    assert len(left) == 2
    assert all(map(gone, left))


def test_who_waits_for_a_killed_run_goes_when_it_ends_well() -> None:
    source = (
        "import os, pathlib\nfrom league.base import process, reaper\n"
        "process.ask(['true'], os.environ)\n"
        "print(*reaper._children(os.getpid()))\n"
    )
    (watcher,) = map(int, called([sys.executable, "-c", source], env=HERE).stdout.split())
    assert gone(watcher)
