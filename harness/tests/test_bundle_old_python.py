"""A bundle in a root of its own, as an ordinary user with a Python 3.9 and nothing else."""

import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest
from saying import called, run_all
from test_cli import old_python

from league import cli
from league.base import locks, paths
from league.base.errors import LeagueError
from league.bundle import archive, pack
from league.records import store

pytestmark = pytest.mark.slow

USER = 4711
#: Enters a root as that user; what is mounted is gone with the process.
_ENTER = """
set -e
root=$1 cpuinfo=$2 prefix=$3; shift 3
mount --rbind /proc "$root/proc"
[ -z "$cpuinfo" ] || mount --bind "$cpuinfo" "$root/proc/cpuinfo"
mount --rbind /dev "$root/dev"
mount --bind "$prefix" "$root$prefix"
exec chroot --userspec=4711:4711 "$root" "$@"
"""
WORDS = ("-c", "S", "-l", "14", "-r", "1", "-w", "0", "--precision", "fp64")


class Root:
    """A root that holds a C library, a Python, and a bundle that belongs to the user."""

    def __init__(self, folder: Path, python: Path, bundle: Path, cpuinfo: str = "") -> None:
        self.folder, self._cpuinfo = folder, cpuinfo
        self._python = python.resolve()
        is_pypy = "pypy" in self._python.name
        self._prefix = Path("/usr/lib/pypy3.9") if is_pypy else self._python.parents[1]
        for name in ("proc", "dev", "tmp", f"{self._prefix}"[1:], "usr/bin"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        if is_pypy:
            shutil.copy(self._python, folder / str(self._python)[1:])
        loads = [self._python, *self._prefix.rglob("*.so")]
        libraries = {word for word in called(["ldd", *map(str, loads)]).stdout.split()
                     if word.startswith("/") and word.rstrip(":") != word[:-1]}  # fmt: skip
        for word in sorted(libraries):
            place = folder / word[1:]
            if Path(word).is_file() and not word.startswith(str(self._prefix)):
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(word, place)
        self.bundle = archive.unpack(bundle, folder / "tmp" / "away")
        for parent in (*self._prefix.parents, *(folder / "tmp").parents[:2]):
            inside = folder / str(parent)[1:] if parent in self._prefix.parents else parent
            inside.chmod(0o755)
        called(["chown", "-R", f"{USER}:{USER}", str(folder / "tmp")], check=True)

    def started(self, *words: str) -> subprocess.Popen[str]:
        """Start the bundle's runner there."""
        run = f"/{self.bundle.relative_to(self.folder)}/run.py"
        line = ["unshare", "-mn", "sh", "-c", _ENTER, "sh", str(self.folder), self._cpuinfo,
                str(self._prefix), str(self._python), "-I", "-S", run, *words]  # fmt: skip
        return subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TMPDIR": "/tmp"},
        )  # fmt: skip

    def ended(self, *words: str) -> tuple[int, str]:
        """Run it to its end."""
        process = self.started(*words)
        said, _ = process.communicate(timeout=300)
        return process.returncode, said

    def run(self) -> Path:
        """The folder of the only run."""
        (folder,) = (one for one in (self.bundle / "results").iterdir() if one.is_dir())
        return folder

    def launches(self) -> int:
        """How many launches are recorded."""
        files = (self.bundle / "results").glob("*/records.jsonl")
        return sum(file.read_text().count('"kind":"launch"') for file in files)

    def stopped(self, how: signal.Signals, *words: str) -> int:
        """Run it until it has recorded two launches more, and end it."""
        before, process = self.launches(), self.started(*words)
        while self.launches() < before + 2:
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.01)
        os.killpg(process.pid, how)
        process.communicate(timeout=60)
        return process.returncode


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if os.geteuid() != 0:
        pytest.skip("only root can enter another root as somebody else")
    if not shutil.which("g++-12"):
        pytest.skip("no g++-12 here")
    try:
        pack.find_patchelf(paths.project_root())
    except LeagueError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("old")
    locks.PREFIX = f"league-test-old-{os.getpid()}-"
    words = ["-t", "gcc-12-host", "-b", "vadd", "-v", "serial,omp", "-o", str(folder / "b.tar.gz")]
    assert cli.main(["bundle", *words, "--build-root", str(folder / "build")]) == 0
    return folder / "b.tar.gz"


@pytest.mark.parametrize("names", [
    ("python3.9", "pypy3"), pytest.param(("pypy3",), marks=pytest.mark.cluster)
])  # fmt: skip
def test_interrupted_killed_resumed_and_merged_with_another_machines(
    bundle: Path, tmp_path: Path, names: tuple[str, ...]
) -> None:
    python = Path(old_python(*names))
    root = Root(tmp_path / "root", python, bundle)
    assert root.stopped(signal.SIGINT, *WORDS) == 130
    again = ("--resume", f"/{root.run().relative_to(root.folder)}")
    root.stopped(signal.SIGKILL, *again)
    code, said = root.ended(*again)
    assert code in (0, 4), said
    assert root.run().stat().st_uid == USER
    # Another machine, which has another processor.
    text = "".join(
        "model name\t: Another\n" if line.startswith("model name") else line
        for line in Path("/proc/cpuinfo").read_text().splitlines(keepends=True)
    )
    (tmp_path / "cpuinfo").write_text(text)
    other = Root(tmp_path / "other", python, bundle, str(tmp_path / "cpuinfo"))
    code, said = other.ended(*WORDS)
    assert code in (0, 4), said

    archives = [next((one.bundle / "results").glob("*.tar.gz")) for one in (root, other)]
    merged = run_all("merge", *map(str, archives), "-o", str(tmp_path / "merged"))
    assert merged.returncode == 0, merged.stderr
    cpus = set()
    for run in store.runs_in(tmp_path / "merged"):
        records = store.read_records(run)
        keys = Counter(store.key_of(one) for one in records if one["kind"] == "launch")
        assert set(keys.values()) == {1}
        assert sum(key[5:7] == ("timed", "") for key in keys) == 28
        assert {one["worst"] for one in records if one["kind"] == "launch"} <= {
            "pass", "noisy", "too-short"
        }  # fmt: skip
        cpus |= {one["cpu"] for one in records if one["kind"] == "machine"}
    assert len(cpus) == 2 and "Another" in cpus
