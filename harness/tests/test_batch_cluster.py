"""A real Slurm of four unlike nodes on this machine, on which much goes wrong at once."""

import shlex
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import fakes
import pytest
import slurm
import test_devices
import test_ranks
from batches import collected, python_of, resumed, submitted
from fakes import launches
from test_batch_slurm import complete, job_of, until

from league.base.errors import LeagueError
from league.batch.scheduler import Resources
from league.batch.slurm import Slurm
from league.records import store
from league.records.view import view
from league.show.together import together

pytestmark = [
    pytest.mark.skipif(bool(slurm.missing()), reason=f"no {slurm.missing()} here"),
    pytest.mark.cluster,
]

# Starts a task on a node that has a processor of its own.
_NODE = """#!/bin/sh
exec unshare -m sh -c 'mount --bind "$0/$SLURMD_NODENAME" /proc/cpuinfo && exec "$@"' \\
  {folder} {python} "$@"
"""


@pytest.fixture
def cluster() -> Iterator[slurm.Cluster]:
    with slurm.cluster(4) as made:
        yield made


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, which can be full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def unlike_nodes(folder: Path, cluster: slurm.Cluster, python: str) -> str:
    """Return a Python that starts a task where /proc/cpuinfo is that of its node alone."""
    folder.mkdir()
    usual = Path("/proc/cpuinfo").read_text()
    for number, node in enumerate(cluster.nodes):
        lines = [
            f"model name\t: Processor {number}" if one.startswith("model name") else one
            for one in usual.splitlines()
        ]
        (folder / node).write_text("\n".join(lines) + "\n")
    return str(fakes.script(folder / "enter", _NODE.format(folder=folder, python=python)))


def fill(disk: Path) -> Path:
    """Fill a file system; the file that does is to be removed."""
    file = disk / "filling"
    with file.open("wb", buffering=0) as sink:
        try:
            while sink.write(b"x" * 2**16):
                pass
        except OSError:
            return file
    raise AssertionError("never full")


def test_500_launches_of_which_none_is_lost_doubled_or_misjudged(
    cluster: slurm.Cluster, small_disk: Path, tmp_path: Path
) -> None:
    """A node is killed in mid-task, a task cancelled, one requeued, the disk is full for a while.

    All the while other starts of League look for what killed runs left behind.
    """
    log = tmp_path / "log"
    body = f"open({str(log)!r}, 'a').write('x'); time.sleep(0.3)"
    for number in range(10):
        fakes.add_program(small_disk / "build", f"serial-{number}", body)
    _, folder = submitted(
        small_disk, Slurm(), "--precision", "fp64", "-l", "48", "--seed", "5", per_task=22,
        python=unlike_nodes(tmp_path / "nodes", cluster, python_of(small_disk)),
        # What set-up lines start must not be taken for a leftover either.
        setup=("sleep 0.2",), resources=Resources(minutes=30),
    )  # fmt: skip
    planned = collected(folder, Slurm())[0].planned
    assert planned >= 500
    over = threading.Event()

    def beside() -> None:
        start = "from league.run.launch import Launcher\nLauncher().__exit__()"
        while not over.wait(2.0):
            subprocess.run([sys.executable, "-c", start], check=True)

    others = threading.Thread(target=beside)
    others.start()
    try:
        job = job_of(folder, 1)
        until(lambda: any(one["mode"] == "timed" for one in seen(folder)))
        running = cluster.call("squeue", "-h", "-j", job, "-r", "-t", "R", "-o", "%K %N")
        on = {node: task for task, node in map(str.split, running.splitlines())}
        first, second, third = list(on)[:3]
        cluster.kill_node(first)
        cluster.call("scancel", f"{job}_{on[second]}")
        cluster.call("scontrol", "requeue", f"{job}_{on[third]}")
        filling = fill(small_disk)
        until(lambda: stopped_for_want_of_room(folder))
        filling.unlink()
        until(lambda: first in cluster.call("sinfo", "-h", "-N", "-t", "down", "-o", "%N"))
        cluster.start_node(first)
        standing, code = complete(folder, 900.0)
        assert (standing.lost > 0, code) == (True, 1)
        reasons = {one["reason"] for one in launches(folder) if one["batch"]["lost"]}
        assert any("cancelled" in one for one in reasons), reasons
        assert any("no space left on device" in one for one in reasons), reasons
        resumed(small_disk, folder, Slurm(), setup=("sleep 0.2",),
                python=str(tmp_path / "nodes" / "enter"))  # fmt: skip
        standing, code = complete(folder, 900.0)
    finally:
        over.set()
        others.join()
    assert (standing.lost, code) == (0, 0)
    every = launches(folder)
    keys = Counter(map(store.key_of, every))
    assert (len(keys), set(keys.values())) == (planned, {1})
    assert {one["verdict"]["answer"] for one in every} == {"pass"}
    # Made twice is what ran when its task ended, and what could not be written.
    print(f"{planned} launches planned, {len(log.read_text())} made", file=sys.stderr)
    assert planned <= len(log.read_text()) <= planned + 20
    sizes = {key.letter for key in view(store.read_records(folder)).cells}
    assert len(sizes) == 4, "four processors, never two in one cell"


def test_srun_starts_several_processes_over_nodes(cluster: slurm.Cluster, tmp_path: Path) -> None:
    """Each learns its number from Slurm, and is on a node of its own."""
    options = Resources(options=("--nodes=2", "--ntasks=2"))
    words = shlex.split("srun --overlap --cpu-bind=none --ntasks={ranks}")
    _, folder = submitted(
        test_ranks.project_of(tmp_path), Slurm(), *test_ranks.WORDS, "--ranks", "2",
        launcher=tuple(words), resources=options,
    )  # fmt: skip
    standing, code = complete(folder, 300.0)
    assert (standing.lost, code) == (0, 0)
    made = sorted(test_ranks.told(folder), key=lambda one: one["index"])
    assert [one["together"]["rank"] for one in made] == [0, 1, 0, 1]
    assert [one["together"]["node"] for one in made] == [0, 1, 0, 1]
    assert [one["binding"]["device"] for one in made] == [0] * 4  # the first of each node
    (row,) = together(view(store.read_records(folder)))
    assert (row.ranks, row.nodes) == (2, 2)


def seen(folder: Path) -> list[dict[str, object]]:
    try:
        collected(folder, Slurm())
    except LeagueError:  # the disk is full
        return []
    return launches(folder)


def stopped_for_want_of_room(folder: Path) -> bool:
    files = (folder / "batch" / "log").glob("*.txt")
    return any("no space left" in one.read_text(errors="replace").lower() for one in files)


def test_every_device_of_a_node_is_checked_by_tasks_of_slurm(
    cluster: slurm.Cluster, tmp_path: Path
) -> None:
    project = test_devices.project_of(tmp_path, "time.sleep(0.2)")
    words = ("--device", "all", "--precision", "fp64", "-l", "3", "-c", "W", "-v", "target*")
    _, folder = submitted(project, Slurm(), *words)
    standing, code = complete(folder, 300.0)
    assert (standing.lost, code) == (0, 0)
    every = test_devices.launches(folder)
    checks = Counter((one["variant"], one["binding"]["device"]) for one in every
                     if one["mode"] == "check")  # fmt: skip
    devices = range(test_devices.COUNT)
    assert checks == {(x, n): 1 for x in ("target-data", "target-loop") for n in devices}
    timed = [one for one in every if one["mode"] == "timed"]
    assert all(one["binding"]["device"] == one["index"] % len(devices) for one in timed)
