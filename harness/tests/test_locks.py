"""Locks: alone on a device, freed in whatever way a process ends."""

import contextlib
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.base import locks
from league.base.errors import UsageError

HOLD = """
import sys, time
from league.base import locks
with locks.devices([sys.argv[1]], print):
    print("held", flush=True)
    time.sleep(600)
"""


@contextlib.contextmanager
def holder(name: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, name],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def assert_free(name: str) -> None:
    free = locks.try_device(name)
    assert free is not None
    free.close()


def test_everything_on_the_processor_shares_one_lock() -> None:
    assert locks.device_lock_name("host") == locks.device_lock_name("x86_64", 3) == "cpu"
    assert locks.device_lock_name("nvptx", 1) == "gpu-1" != locks.device_lock_name("amdgcn", 0)


def test_a_lock_is_held_by_one_process_and_freed_when_it_is_killed() -> None:
    name = uuid.uuid4().hex
    with holder(name):
        assert locks.try_device(name) is None
    assert_free(name)


def test_who_waits_says_so_once_and_goes_on_when_the_other_ends() -> None:
    name = uuid.uuid4().hex
    other = locks.try_device(name)
    assert other is not None
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        other.close()

    began = time.monotonic()
    with locks.devices([name, name], say, timed=False):
        assert locks.try_device(name) is None
    assert len(said) == 1
    assert said[0].startswith(f"waiting for another run_all.py, which uses the {name}")
    assert said[0].endswith("; nothing is timed here: --no-wait goes on beside it")
    assert time.monotonic() - began < 5
    assert_free(name)


def test_a_build_folder_is_held_by_one_process(tmp_path: Path) -> None:
    script = (
        "import sys, time\nfrom pathlib import Path\nfrom league.base import locks\n"
        "with locks.build_folder(Path(sys.argv[1]), print):\n"
        "    print('held', flush=True)\n    sys.stdin.read()\n    print('freed', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1],
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "held\n"
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        process.stdin.close()  # type: ignore[union-attr]  # the other goes on and ends

    with locks.build_folder(tmp_path, say):
        assert process.stdout.readline() == "freed\n"
    process.stdout.close()
    process.wait()
    (line,) = said
    told = (
        f"waiting for another run_all.py, which builds in {tmp_path.name} (pid {process.pid}, for "
    )
    assert line.startswith(told)


def test_who_waits_is_told_by_whom_and_need_not_wait() -> None:
    name = uuid.uuid4().hex
    with holder(name) as process:
        who = locks.holder_of(name)
        assert who.startswith(f"pid {process.pid}, for ")
        assert "import sys, time" in who  # its command line
        refused = pytest.raises(UsageError, match=f"pid {process.pid}.*--no-wait")
        with refused, locks.devices([name], print, wait=False):
            pass
        said: list[str] = []
        with locks.devices([name], said.append, wait=False, timed=False):
            assert said == []  # it goes on, and the other's lock stays
        assert locks.holder_of(name).startswith(f"pid {process.pid}, for ")
    assert locks.holder_of(name) == ""
