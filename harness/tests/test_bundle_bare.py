"""A bundle of three compilers in a root that holds a C library, Python, and nothing else."""

import atexit
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from bundles import change, lines_of
from saying import called

from league import cli
from league.base import locks, paths
from league.base.errors import LeagueError
from league.bundle import archive, contents, pack
from league.bundle.shared_objects import read_elf
from league.records import schema, store

TOOLCHAINS = {"gcc-12-host": "g++-12", "clang-19-x86_64": "clang++-19", "nvcc-13-sm_80": "nvcc"}

GOOD = {"pass", "noisy", "too-short"}

pytestmark = pytest.mark.slow

# Enters a root; what is mounted is gone with the process. With a network of its own it waits for no
# lock of this machine.
_ENTER = """
set -e
root=$1 python=$2; shift 2
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
[ -z "$python" ] || mount --rbind "$python" "$root$python"
exec chroot "$root" "$@"
"""
QUICK = ("-c", "S", "-l", "1", "-r", "1", "-w", "0", "--precision", "fp64")
# Says what the root has that would help a program that was not packed whole.
_HAS = "import shutil; print(*filter(shutil.which, ('sh', 'cc', 'g++', 'clang', 'nvcc', 'ldd')))"


def can_enter() -> bool:
    command = ["unshare", "-Urmn", "true"]
    return platform.machine() == "x86_64" and not subprocess.run(command, check=False).returncode


@cache
def prefix() -> Path:
    """Return where a Python lies beside which there are no other programs."""
    python = Path(sys.base_prefix)
    if not (python / "bin/sh").exists():
        return python
    alone = Path(tempfile.mkdtemp(prefix="league-python-"))
    atexit.register(shutil.rmtree, alone, ignore_errors=True)
    library = Path("lib") / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    ignored = shutil.ignore_patterns("__pycache__", "dist-packages", "sitecustomize.py")
    shutil.copytree(python / library, alone / library, ignore=ignored)
    (alone / "bin").mkdir()
    shutil.copy2((python / "bin/python3").resolve(), alone / "bin/python3")
    return alone


def clean_root(folder: Path) -> Path:
    """Make a root with the loader, what Python loads, and places to write."""
    python = prefix()
    for name in ("proc", "dev", "tmp", str(python)[1:]):
        (folder / name).mkdir(parents=True)
    modules = (python / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}").rglob("*.so")
    loads = [python / "bin" / "python3", *modules]
    told = called(["ldd", *map(str, loads)])
    wanted = {word for word in told.stdout.split() if word.startswith("/lib")}
    for word in sorted(wanted):
        place = folder / word[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(word, place)
    # Part of glibc, and loaded by programs, not by Python.
    for name in ("libdl.so.2", "libpthread.so.0", "librt.so.1"):
        place = folder / "lib" / "x86_64-linux-gnu" / name
        if not place.exists():
            shutil.copy(Path("/") / place.relative_to(folder), place)
    return folder


def entered(root: Path, python: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a root, with a folder of this machine in it if one is named."""
    command = ["unshare", "-Urmn", "sh", "-c", _ENTER, "sh", str(root), python, *words]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TMPDIR": "/tmp"}
    return called(command, env=environment, timeout=300)


def bare(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run this machine's Python in the root."""
    python = str(prefix())
    return entered(root, python, f"{python}/bin/python3", *words)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of a benchmark from GCC, Clang and nvcc, with a Dockerfile beside it."""
    cuda = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    where = os.environ.get("PATH", "") + f":{cuda}/bin"
    lacks = [one for one in TOOLCHAINS.values() if not shutil.which(one, path=where)]
    if lacks or not can_enter():
        pytest.skip(f"no {lacks[0]} here" if lacks else "no user namespaces here")
    try:
        pack.find_patchelf(paths.project_root())
    except LeagueError as error:
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("bare")
    words = ["-t", ",".join(TOOLCHAINS), "-b", "saxpy", "-v", "serial,omp,target-data,cuda"]
    out = folder / "b.tar.gz"
    locks.PREFIX = f"league-test-bare-{os.getpid()}-"
    words += ["-o", str(out), "--build-root", str(folder / "build"), "--container", "docker"]
    assert cli.main(["bundle", *words]) == 0
    return out


def test_three_compilers_run_where_there_is_only_libc_and_python(
    made: Path, tmp_path: Path
) -> None:
    """The records that come home say whose sources and compilers they are of, and which machine."""
    root = clean_root(tmp_path / "root")
    assert bare(root, "-c", _HAS).stdout.strip() == ""
    away = archive.unpack(made, root / "tmp" / "away")
    manifest = contents.read(away)
    assert set(manifest["toolchains"]) == set(TOOLCHAINS)
    inside = f"/{away.relative_to(root)}/run.py"
    done = bare(root, inside, *QUICK)
    assert done.returncode == 0, (done.stdout, done.stderr)
    (results,) = (away / "results").glob("results-*.tar.gz")
    home, _, _ = archive.import_results(results, tmp_path / "home")
    records = store.read_records(home)
    assert [fault for one in records for fault in schema.validate(one)] == []
    launches = [one for one in records if one["kind"] == "launch" and one["mode"] == "timed"]
    ended = Counter((one["toolchain"], one["worst"].partition("(")[0]) for one in launches)
    host = {name: what for name, what in ended if not name.startswith("nvcc")}
    assert set(host) == {"gcc-12-host", "clang-19-x86_64"} and set(host.values()) <= GOOD
    offloaded = [one for one in launches if one["variant"] == "target-data"]
    assert {one["benchmark"] for one in offloaded} == {"saxpy"}
    assert {one["verdict"]["place"] for one in offloaded} == {"device"}
    # The programs of nvcc start there, too: they say that there is no device, and nothing else.
    cuda = [one for one in records if one["kind"] == "launch" and one["variant"] == "cuda"]
    assert cuda and {one["worst"] for one in cuda} <= GOOD | {"no-device", "skipped(no-device)"}
    begun = records[0]
    assert (begun["source"], begun["dirty"]) == (manifest["source"], manifest["dirty"])
    versions = {one["toolchain"]: one["version"] for one in records if one["kind"] == "toolchain"}
    told = manifest["toolchains"].items()
    assert versions == {name: entry["record"]["version"] for name, entry in told}
    builds = [one for one in records if one["kind"] == "build" and one["verdict"] == "ok"]
    assert all(len(one["executable_sha256"]) == 64 for one in builds)
    assert sum(one["kind"] == "machine" for one in records) == 1


@pytest.mark.parametrize("share", [0.2, 0.7, 0.999])
def test_a_truncated_archive_is_refused_whole(made: Path, tmp_path: Path, share: float) -> None:
    data = made.read_bytes()
    short = tmp_path / "short.tar.gz"
    short.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(LeagueError) as error:
        archive.unpack(short, tmp_path / "away")
    assert "\n" not in str(error.value)
    assert list((tmp_path / "away").rglob("run.py")) == []


def test_a_changed_byte_of_a_library_is_refused_there(made: Path, tmp_path: Path) -> None:
    root = clean_root(tmp_path / "root")
    away = archive.unpack(made, root / "tmp" / "away")
    library = next(one for one in (away / "build").rglob("libomptarget.so*") if one.is_file())
    data = bytearray(library.read_bytes())
    data[len(data) // 2] ^= 1
    library.write_bytes(bytes(data))
    done = bare(root, f"/{away.relative_to(root)}/run.py")
    assert done.returncode == 2
    assert f"{library.name} of the bundle is missing or damaged" in done.stderr
    assert not (away / "results").exists()


@pytest.mark.parametrize(("what", "told"), [
    ({"glibc": [99, 0], "glibc_without_cxx": [99, 0]}, "glibc too old"),
    ({"cpu": ["avx99"], "march": "x86-64-v9"}, "this processor lacks avx99 (built with -march=x86"),
])  # fmt: skip
def test_one_toolchain_that_cannot_run_there_leaves_the_others(
    made: Path, tmp_path: Path, what: dict[str, object], told: str
) -> None:
    root = clean_root(tmp_path / "root")
    away = archive.unpack(made, root / "tmp" / "away")
    change(away, lambda all_: all_["toolchains"]["clang-19-x86_64"]["needs"].update(what))
    words = (*QUICK, "-v", "serial")
    done = bare(root, f"/{away.relative_to(root)}/run.py", *words)
    assert done.returncode == 0, done.stderr
    assert f"clang-19-x86_64 cannot run here: {told}" in done.stderr + done.stdout
    launches = [one for one in store.read_records(away / "results") if one["kind"] == "launch"]
    assert {one["toolchain"] for one in launches} == {"gcc-12-host"}


def test_programs_start_by_hand_without_any_environment(made: Path, tmp_path: Path) -> None:
    away = archive.unpack(made, tmp_path)
    one = away / "build/gcc-12-host/kernels/saxpy/saxpy.omp"
    loaded = called(["ldd", str(one)], check=True).stdout
    assert f"libgomp.so.1 => {away}" in loaded.replace("kernels/saxpy/../../", "")
    assert read_elf(one).rpath == ("$ORIGIN/../../lib",)
    command = [str(one), "--class", "S", "--repeat", "1"]
    assert subprocess.run(command, env={}, capture_output=True, check=False).returncode == 0


@pytest.fixture()
def image(tmp_path: Path) -> Path:
    """A root such as the base image has: a C library, Python, a shell, rm."""
    root = clean_root(tmp_path / "root")
    python = prefix()
    inside = root / python.relative_to("/")
    name = f"python3.{sys.version_info[1]}"
    for place in (*root.parents[:0], root, *inside.parents[: len(python.parts) - 1], inside):
        place.chmod(0o755)
    (inside / "bin").mkdir()
    shutil.copy((python / "bin" / "python3").resolve(), inside / "bin" / name)
    left_out = ("site-packages", "test", "config-*", "idlelib", "ensurepip", "__pycache__")
    ignored = shutil.ignore_patterns(*left_out)
    shutil.copytree(python / "lib" / name, inside / "lib" / name, ignore=ignored)
    for library in (python / "lib").glob("libpython*.so*"):
        shutil.copy(library, inside / "lib")
    for folder in ("opt", "bin", "usr/local/bin", "results"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    (root / "usr/local/bin/python3").symlink_to(python / "bin" / name)
    for program in ("/bin/dash", "/bin/rm"):
        shutil.copy(program, root / "bin")
    (root / "bin/sh").symlink_to("dash")
    (root / "tmp").chmod(0o1777)
    return root


def test_the_lines_of_a_dockerfile_run_in_a_clean_root(made: Path, image: Path) -> None:
    lines = lines_of(made.with_name("b.Dockerfile"))
    with tarfile.open(made) as packed:
        packed.extractall(image / "opt", filter="data")

    def inside(script: str) -> subprocess.CompletedProcess[str]:
        return entered(image, "", "/bin/sh", "-c", script, "sh", *QUICK)

    done = inside(lines["RUN"])
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "launches" in done.stdout.splitlines()[-1]
    start = " ".join(json.loads(lines["ENTRYPOINT"])) + ' "$@"'
    done = inside(start)
    assert done.returncode == 0, (done.stdout, done.stderr)
    (results,) = (image / "results").glob("results-*.tar.gz")
    home, _, _ = archive.import_results(results, image / "home")
    launches = [one for one in store.read_records(home) if one["kind"] == "launch"]
    good = {one["variant"] for one in launches if one["worst"].partition("(")[0] in GOOD}
    assert {"serial", "omp"} <= good
    # What was changed in the image is refused before anything is launched.
    program = next((image / "opt").rglob("saxpy.omp"))
    program.write_bytes(program.read_bytes()[:-1] + b"x")
    done = inside(start)
    assert done.returncode == 2 and "saxpy.omp of the bundle is missing or damaged" in done.stderr
    assert inside(lines["RUN"]).returncode == 1
