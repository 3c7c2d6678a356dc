"""Command lines, terminals, folders and signals that nobody wants: one line and an exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fakes import add_program, command, run
from fakes import script as fakes_script
from saying import RUN_ALL, Says, called
from synthetic import write_run
from test_launch import gone

from league import cli
from league.base import exit_codes, process
from league.base.errors import StoreError, UsageError
from league.base.scrub import scrub, visible
from league.records import store
from league.run import build_folders, options

ROOT = Path(__file__).resolve().parents[2]


def tried(
    *words: str, shell: str = "", cwd: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a command line of run_all.py; ``shell`` goes behind it."""
    line = ["bash", "-c", f'exec "$@" {shell}', "bash", sys.executable, str(RUN_ALL), *words]
    return called(line, errors="replace", cwd=cwd, env={**os.environ, **variables}, timeout=120)


def one_line(result: subprocess.CompletedProcess[str], code: int = 2) -> str:
    assert "Traceback" not in result.stderr
    assert result.returncode == code, result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
    assert len(result.stderr) < 2500
    return result.stderr


def test_a_working_directory_that_is_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"cd {gone} && rmdir {gone} && exec {sys.executable} {RUN_ALL} list"
    result = called(["bash", "-c", line])
    assert "working directory is gone" in one_line(result)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_are_no_traceback(closed: str) -> None:
    result = tried("figures", "--list", shell=closed)
    assert result.returncode == 0
    assert "Traceback" not in result.stderr
    if closed == ">&-":
        full = tried("figures", "--list", shell="> /dev/full")
        assert "no space left" in one_line(full)


def test_a_stdout_of_another_encoding_shows_what_it_can(tmp_path: Path) -> None:
    result = tried(*COMPARE.split(), str(write_run(tmp_path)), PYTHONIOENCODING="ascii")
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr


def test_an_error_nobody_foresaw_is_one_line_unless_asked(
    monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    def broken(_: Any) -> int:
        raise KeyError("what\nelse")

    monkeypatch.setattr(cli, "run", broken)
    told = cli_says(code=2).err
    assert told.count("\n") == 1
    assert "KeyError" in told
    assert "test_hostile_surroundings.py line" in told
    monkeypatch.setenv(cli.TRACEBACK, "1")
    with pytest.raises(KeyError):
        cli.main([])


# Signals


def started(project: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start a run whose program hangs, and wait until that does."""
    file = project / "hangs"
    add_program(project / "build", "serial", f"open({str(file)!r}, 'w').close(); time.sleep(600)")
    made = subprocess.Popen(
        command(project), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "harness")},
    )  # fmt: skip
    while not file.is_file():
        assert made.poll() is None
        time.sleep(0.02)
    return made, file


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Who started the tests in the background had signals ignored, which programs inherit."""
    kept = {one: signal.getsignal(one) for one in process.STOPPING}
    for one, handler in kept.items():
        if handler == signal.SIG_IGN:
            signal.signal(one, signal.SIG_DFL)
    yield
    for one, handler in kept.items():
        signal.signal(one, handler)


#: Is asked to stop while it forks, where Python drops the exception; says when it stopped.
_FORKS = """
import os, signal
from league.base import process
process.handle_stop_signals()
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM) or list(range(9)))
if not os.fork():
    os._exit(0)
try:
    process.raise_if_stopped()
except KeyboardInterrupt:
    print("stopped")
"""


def test_what_asks_to_stop_while_it_forks_is_heard_without_a_traceback() -> None:
    made = subprocess.run(
        [sys.executable, "-c", _FORKS], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "harness")},
    )  # fmt: skip
    assert (made.stdout, made.stderr) == ("stopped\n", "")


@pytest.mark.parametrize("number", process.STOPPING)
@pytest.mark.parametrize("times", [1, 5])
def test_a_run_is_interrupted_without_a_traceback(
    tmp_path: Path, number: signal.Signals, times: int
) -> None:
    made, _ = started(tmp_path)
    for _ in range(times):
        made.send_signal(number)
    _, told = made.communicate(timeout=60)
    assert made.returncode == exit_codes.INTERRUPTED
    assert "Traceback" not in told
    (folder,) = (tmp_path / "results" / "runs").iterdir()
    last = store.read_records(folder)[-1]
    assert (last["state"], last["exit_code"]) == ("finished", exit_codes.INTERRUPTED)


@pytest.mark.parametrize("number", process.STOPPING)
def test_who_interrupts_in_the_first_moment_sees_no_traceback(number: signal.Signals) -> None:
    """While the package is being imported, before anything else handles signals."""
    script = (
        "import runpy, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(name, *_):\n"
        f"        if name == 'league': signal.raise_signal({int(number)})\n"
        "sys.meta_path.insert(0, Finder)\n"
        f"runpy.run_path({str(RUN_ALL)!r}, run_name='__main__')"
    )
    made = called([sys.executable, "-c", script], timeout=60)
    assert (made.returncode, made.stderr) == (exit_codes.INTERRUPTED, "")


def test_who_asks_again_while_it_tidies_up_ends_it_at_once(tmp_path: Path) -> None:
    script = (
        "import os, signal, time\nfrom league.base import process\n"
        "process.handle_stop_signals()\n"
        "try:\n    print('ready', flush=True); time.sleep(600)\n"
        "except KeyboardInterrupt:\n    print('tidies', flush=True); time.sleep(600)\n"
    )
    made = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "harness")},
    )  # fmt: skip
    assert made.stdout is not None
    assert made.stdout.readline() == "ready\n"
    made.send_signal(signal.SIGINT)
    assert made.stdout.readline() == "tidies\n"
    time.sleep(process._ONE_WISH_S + 0.2)
    made.send_signal(signal.SIGINT)
    _, told = made.communicate(timeout=30)
    assert (made.returncode, told) == (exit_codes.INTERRUPTED, "")


# Runs that cannot be gone on with, and records that are damaged


def test_a_run_that_does_not_say_how_it_began_is_not_resumed(tmp_path: Path) -> None:
    add_program(tmp_path / "build", "serial", "open('/launched', 'w')")
    for text in ("", '{"schema": 1, "kind": "sess'):
        folder = tmp_path / f"run{len(text)}"
        folder.mkdir()
        (folder / "records.jsonl").write_text(text)
        with pytest.raises(StoreError, match="it ended before it began"):
            run(tmp_path, ["--resume", str(folder)])
        assert (folder / "records.jsonl").is_file()
    folder = write_run(tmp_path / "runs")
    before = (folder / "records.jsonl").read_bytes()
    with pytest.raises(StoreError, match="does not say what it began with"):
        run(tmp_path, ["--resume", str(folder)])
    assert (folder / "records.jsonl").read_bytes() == before


def test_a_damaged_record_is_made_again_when_its_run_is_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_program(tmp_path / "build", "serial")
    _, folder = run(tmp_path, ["--precision", "fp64"], verb="check")
    file = folder / "records.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"index":0', b'"index":1e999'))
    done, _ = run(tmp_path, ["--resume", str(folder)], verb="check")
    assert done.exit_code == 0
    told = capsys.readouterr().err
    assert told.count("is left out: the number 1e999 is out of range") == 1
    found = store.read_records(folder, lambda _: None)
    assert [one["worst"] for one in found if one["kind"] == "launch"] == ["pass"]


COMPARE = "compare -t clang-19-x86_64 clang-22-x86_64"
DAMAGE = [
    b'{"kind": "launch", "index": 1e999}', b'{"kind": "launch", "index": ' + b"9" * 400 + b"}",
    b'{"kind": "launch", "index": "x"}', b'{"cpu": "x"}', b'{"kind": 7}', b'{"kind": NaN}',
    b"[" * 100_000, b'{"a": ' * 900 + b"1" + b"}" * 900, b"\xff\xfe",
    b'{"kind": "machine", "cpu": "' + b"x" * 10**6 + b'"}', b'"text"',
]  # fmt: skip


def test_every_reader_shows_the_rest_of_a_damaged_run(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    cli_says: Says,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = write_run(tmp_path)
    file = folder / "records.jsonl"
    head, *rest = file.read_bytes().splitlines()
    whole_text = cli.main(["export", "csv", str(folder)]), capsys.readouterr().out
    file.write_bytes(b"\n".join([head, *DAMAGE, *rest, b""]))
    assert (cli.main(["export", "csv", str(folder)]), capsys.readouterr().out) == whole_text
    for words in ("report", "export junit", "export csv", COMPARE):
        assert cli.main([*words.split(), str(folder)]) == 0, words
        told = capsys.readouterr().err.splitlines()
        assert len(told) == len(DAMAGE)
        for number, line in enumerate(told, 2):
            assert f"{file} line {number} is left out: " in line
            assert len(line) < 400
    assert "Traceback" not in cli_says("matrix", str(folder), code=4).err


@pytest.mark.parametrize("kind", ["session", "machine", "toolchain", "build", "launch"])
def test_a_kind_that_is_missing_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    folder = write_run(tmp_path)
    file = folder / "records.jsonl"
    lines = [
        one for one in file.read_bytes().splitlines() if f'"kind": "{kind}"'.encode() not in one
    ]
    file.write_bytes(b"\n".join([*lines, b""]))
    figures = f"figures --figure {tmp_path}/one.svg"
    drawn = [f"{figures} npb-offload-W", f"{figures} lambda"]
    for words in ("report", "export csv", COMPARE, "matrix", *drawn):
        assert cli.main([*words.split(), str(folder)]) in (0, 2, 4), words
        told = capsys.readouterr().err
        assert "a fault of this program" not in told, told
        assert told.count("\n") <= 1


# Paths


@pytest.mark.parametrize("letter", ["'", "(", "$", ";", "#", '"', "\\", "\n"])
def test_a_checkout_with_an_impossible_name_is_refused_at_once(tmp_path: Path, letter: str) -> None:
    project = tmp_path / f"a{letter}b"
    with pytest.raises(UsageError, match="builds cannot work; move it"):
        build_folders.find_toolchains(options.Options(project=project, verb="run"))
    odd = ("a folder", "größe-β", "a+b,c=d{*?!:%~^@")
    build_folders._refuse_paths([tmp_path / name for name in odd])  # no reason to refuse
    elsewhere = options.Options(project=tmp_path, verb="run", build_root=project)
    with pytest.raises(UsageError, match="builds cannot work; move it"):
        build_folders.find_toolchains(elsewhere)


def test_what_cannot_be_seen_is_replaced() -> None:
    unseen = "\x00\x1b\x7f\x80\x9b\x9f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ud800"
    assert visible(unseen) == "\N{REPLACEMENT CHARACTER}" * len(unseen)
    assert scrub(unseen) == visible(unseen)
    assert visible("tab\t line\n größe ∂ 漢字") == "tab\t line\n größe ∂ 漢字"


# Records that nobody expects


def test_a_cell_of_pairs_alone_and_names_without_end_are_shown(
    tmp_path: Path, cli_says: Says
) -> None:
    folder = write_run(tmp_path / "runs", "one")
    lines = [json.loads(one) for one in (folder / "records.jsonl").read_text().splitlines()]
    (names, *_) = [{k: one[k] for k in ("toolchain", "benchmark", "variant")}
                   for one in lines if one.get("pair") == "A2"]  # fmt: skip

    def of_it(one: dict[str, Any]) -> bool:
        return one["kind"] == "launch" and all(one[k] == names[k] for k in names)

    kept = [one for one in lines if not of_it(one) or one["pair"]]
    (folder / "records.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in kept))
    out = ("--out", str(tmp_path / "runs"))
    assert names["toolchain"] in cli_says("export", "league", "one", *out, code=0).out
    for one in lines:
        if one.get("variant") == names["variant"]:
            one["variant"] = "v" * 300
    (folder / "records.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    drawn = ("--folder", str(tmp_path / "drawn"), "-b", names["benchmark"])
    assert "figure: " in cli_says("figures", "launches", "one", *out, *drawn, code=0).out


def test_what_emulate_started_ends_with_it(tmp_path: Path) -> None:
    """A program, and what has left its group, by any signal that stops a command."""
    program = fakes_script(
        tmp_path / "program", "#!/bin/sh\nsetsid sleep 600 &\necho $! $$\nwait\n"
    )
    source = (
        "import pathlib, sys\nfrom league import cli\nfrom league.run import emulator\n"
        "emulator.library = lambda project: pathlib.Path('/nonexistent/lib')\n"
        f"sys.argv = ['run_all.py', 'emulate', {str(program)!r}]\nsys.exit(cli.main())\n"
    )
    for number in (signal.SIGTERM, signal.SIGUSR1):
        made = subprocess.Popen(
            [sys.executable, "-c", source], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "harness")},
        )  # fmt: skip
        assert made.stdout is not None
        started = [int(one) for one in made.stdout.readline().split()]
        made.send_signal(number)
        _, told = made.communicate(timeout=60)
        assert (made.returncode, told) == (exit_codes.INTERRUPTED, "")
        assert len(started) == 2
        assert all(map(gone, started))
