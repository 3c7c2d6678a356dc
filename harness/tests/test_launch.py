"""Launches: environment, limits, timer, and what is left of a process afterwards."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import fakes
import pytest
from saying import until

from league.base import process
from league.run import launch
from league.verdicts import judging

VARIANT = fakes.variant("target-data")


@pytest.fixture()
def launcher() -> Iterator[launch.Launcher]:
    with launch.Launcher() as made:
        yield made


def python(script: str, **settings: Any) -> launch.Program:
    # What follows (--record FILE) are the script's arguments.
    return launch.Program((sys.executable, "-IS", "-c", script), {}, **settings)


def test_output_record_and_exit_code_come_back(launcher: launch.Launcher) -> None:
    script = "import sys; open(sys.argv[2], 'a').write('{}'); print('said'); sys.exit(3)"
    outcome = launcher.start(python(script), timeout_s=60)
    assert (outcome.exit_code, outcome.output, outcome.record_text) == (3, "said\n", "{}")
    assert not outcome.timed_out
    assert 0 < outcome.wall_ns < 60e9
    script = "import os, time\npid = os.fork()\nif pid == 0: time.sleep(600)\nprint(pid)"
    outcome = launcher.start(python(script), timeout_s=60)
    assert outcome.exit_code == 0
    assert gone(int(outcome.output)), "its child is ended too"


def test_a_process_that_hangs_is_ended_in_time(launcher: launch.Launcher) -> None:
    began = time.monotonic()
    outcome = launcher.start(python("import time; time.sleep(600)"), timeout_s=0.2)
    assert outcome.timed_out
    assert outcome.exit_code == -signal.SIGTERM
    assert time.monotonic() - began < 30


def test_one_that_ignores_term_is_killed_with_its_children(launcher: launch.Launcher) -> None:
    script = (
        "import os, signal, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print(os.fork(), flush=True); time.sleep(600)"
    )
    outcome = launcher.start(python(script), timeout_s=0.5, grace_s=0.2)
    assert outcome.timed_out
    assert outcome.exit_code == -signal.SIGKILL
    child = max(int(line) for line in outcome.output.split())
    assert gone(child)


def gone(pid: int) -> bool:
    """Whether a process has ended; what nobody has reaped yet counts as ended."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_an_interruption_ends_the_process(
    launcher: launch.Launcher, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "pid"
    real = process.exited
    calls: list[float] = []

    def interrupted(child: object, timeout_s: float) -> bool:
        calls.append(timeout_s)
        if len(calls) > 1:
            return real(child, timeout_s)  # type: ignore[arg-type]
        until(lambda: file.is_file() and file.read_text())
        raise KeyboardInterrupt

    monkeypatch.setattr(process, "exited", interrupted)
    script = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    with pytest.raises(KeyboardInterrupt):
        launcher.start(python(script), timeout_s=60)
    assert gone(int(file.read_text()))


def test_an_interruption_that_python_dropped_while_forking_is_not_lost(
    launcher: launch.Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_asked_to_stop", False)
    with pytest.raises(KeyboardInterrupt):
        process.stop(signal.SIGINT, None)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        launcher.start(python("import time; time.sleep(600)"), timeout_s=60)
    assert time.monotonic() - began < 30


def test_a_process_does_not_outlive_a_harness_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    inner = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    outer = (
        "from league.run import launch\n"
        f"program = launch.Program(({sys.executable!r}, '-IS', '-c', {inner!r}), {{}})\n"
        "launch.Launcher().start(program, timeout_s=600)"
    )
    here = {"PYTHONPATH": str(Path(__file__).parents[1]), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", outer]
    pid = os.spawnve(os.P_NOWAIT, sys.executable, command, {**os.environ, **here})
    until(lambda: file.is_file() and file.read_text())
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    assert gone(int(file.read_text()))


def test_memory_is_limited(launcher: launch.Launcher) -> None:
    script = "data = bytearray(400_000_000)"
    assert launcher.start(python(script, memory=200_000_000), timeout_s=60).exit_code == 1
    assert launcher.start(python(script, memory=900_000_000), timeout_s=60).exit_code == 0


def test_output_without_end_is_stopped_and_what_cannot_start_is_an_outcome(
    launcher: launch.Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "OUTPUT_LIMIT", 100_000)
    outcome = launcher.start(launch.Program(("sh", "-c", "yes"), {}), timeout_s=60)
    assert not outcome.timed_out
    assert len(outcome.output) <= 100_000
    outcome = launcher.start(launch.Program(("/nonexistent/program",), {}), timeout_s=60)
    assert outcome.exit_code == 127
    assert "no such file" in outcome.cannot_start


def test_the_scratch_folder_is_removed() -> None:
    with launch.Launcher() as made:
        folder = made._scratch.path
        assert folder.is_dir()
    assert not folder.exists()


def test_offload_models_run_with_mandatory_offload() -> None:
    user = {"OMP_TARGET_OFFLOAD": "DISABLED", "HOME": "/home/me", "OMP_NUM_TEAMS": "7"}
    made = launch.variables_of(VARIANT, {"LD_LIBRARY_PATH": "x"}, user)
    assert made == {"OMP_TARGET_OFFLOAD": "MANDATORY", "LD_LIBRARY_PATH": "x", "OMP_NUM_TEAMS": "7"}
    lenient = judging.Judge(allow_host=True)
    allowed = launch.variables_of(VARIANT, {}, user, judge=lenient)
    assert allowed["OMP_TARGET_OFFLOAD"] == "DEFAULT"


def test_host_threads_are_bound_unless_the_user_decided() -> None:
    omp = replace(VARIANT, model="omp", offloads=False)
    bound = {"OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}
    assert launch.variables_of(omp, {}, {}) == bound
    chosen = launch.variables_of(omp, {}, {"OMP_PROC_BIND": "false"})
    assert chosen["OMP_PROC_BIND"] == "false"


def test_memory_is_not_limited_for_gpus() -> None:
    assert launch.memory_limit(replace(VARIANT, device="nvptx")) is None
    assert launch.memory_limit(replace(VARIANT, model="cuda", device="host")) is None
    limit = launch.memory_limit(replace(VARIANT, device="x86_64"))
    assert limit is not None
    assert limit > 10**8
    # The host variants of a GPU toolchain have the limit of the host.
    assert launch.memory_limit(replace(VARIANT, device="nvptx", offloads=False)) == limit
