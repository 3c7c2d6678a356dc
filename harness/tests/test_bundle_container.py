"""The container that holds a bundle: linted, and its lines executed where there is little."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import fakes
import pytest
from bundles import packed
from test_bundle_bare import can_enter, clean_root, prefix

from league import cli
from league.base import locks
from league.base.errors import LeagueError, UsageError
from league.bundle import archive, container
from league.records import store

HADOLINT = Path(sys.executable).parent / "hadolint"

_ENTER = """
set -e
root=$1; shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" /bin/sh -c "$@"
"""


def lines_of(file: Path) -> dict[str, str]:
    """Return the instructions of a Dockerfile, each of which stands there once."""
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    return {word: rest for word, _, rest in (line.partition(" ") for line in lines)}


def linted(file: Path) -> str:
    done = subprocess.run([HADOLINT, "--no-color", file], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_a_dockerfile_is_written_beside_the_archive(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    packed(tmp_path, tmp_path / "b.tar.gz", containerise=True)
    identity = archive.unpack(tmp_path / "b.tar.gz", tmp_path / "away").name
    lines = lines_of(tmp_path / "b.Dockerfile")
    assert lines["FROM"] == "python:3.11-slim-bookworm"
    assert lines["ADD"] == "b.tar.gz /opt/"
    assert f"python3 /opt/{identity}/run.py --dry-run" in lines["RUN"]
    assert linted(tmp_path / "b.Dockerfile") == ""
    broken = tmp_path / "x.Dockerfile"
    broken.write_text((tmp_path / "b.Dockerfile").read_text().replace("RUN ", "RUN cd /tmp && "))
    assert "DL3003" in linted(broken)


def manifest(**needs: Any) -> dict[str, Any]:
    told = {"glibc": [2, 36], "libraries": [], **needs}
    of = {"record": {"device": needs.pop("device", "host")}, "needs": told}
    return {"id": "0123456789ab", "league": "1.0", "source": "1f3c2ab", "dirty": True,
            "toolchains": {"a": of}}  # fmt: skip


def told(image: str = "", **needs: Any) -> str:
    return container.definition(Path("b.tar.xz"), manifest(**needs), image)


def test_what_the_image_must_have_follows_from_the_bundle() -> None:
    text = told()
    assert "nvidia" not in text.lower() and "--gpus" not in text and "Expected" not in text
    assert "1f3c2ab-dirty" in text
    gpu = told(device="nvptx", libraries=["libcuda.so.1", "libcublas.so.13"])
    assert "# Expected of the machine or the base image: libcublas.so.13, libcuda.so.1\n" in gpu
    assert "--gpus all" in gpu
    assert "slim-bookworm" in told(glibc=[2, 17]) and "trixie" in told(glibc=[2, 37])
    with pytest.raises(LeagueError, match=r"need glibc 2\.99; name an image that has it with --b"):
        told(glibc=[2, 99])
    assert "registry.site:5000/py@sha256:ab" in told("registry.site:5000/py@sha256:ab")


def test_names_that_would_say_something_else_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=r"use another -o"):
        container.check(Path("a b.tar.gz"), "")
    with pytest.raises(UsageError, match=r"is no name of an image"):
        container.check(Path("b.tar.gz"), "x\nRUN y")
    assert cli.main(["bundle", "-o", str(tmp_path / "b.tar.gz"), "--base", "x"]) == 2
    assert cli.main(["bundle", "-o", "a b.tar.gz", "--container", "docker", "--dry-run"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


# ---- for real ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bundle of real programs, and its Dockerfile."""
    if not shutil.which("g++-12") or not can_enter():
        pytest.skip("no g++-12, or no user namespaces here")
    folder = tmp_path_factory.mktemp("container")
    locks.PREFIX = f"league-test-container-{os.getpid()}-"
    words = ["-t", "gcc-12-host", "-b", "saxpy", "-v", "serial,omp", "-o", str(folder / "b.tar.gz")]
    words += ["--build-root", str(folder / "build")]
    assert cli.main(["bundle", *words, "--container", "docker"]) == 0
    return folder


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root such as the base image has: a C library, Python, a shell, rm."""
    root = clean_root(tmp_path_factory.mktemp("image") / "root")
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


def inside(root: Path, script: str) -> subprocess.CompletedProcess[str]:
    command = ["unshare", "-Urmn", "sh", "-c", _ENTER, "sh", str(root), script, "sh"]
    command += ["-c", "S", "-l", "1", "-r", "1", "-w", "0", "--precision", "fp64"]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TMPDIR": "/tmp"}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=300
    )


def records_of(results: Path, home: Path) -> list[dict[str, Any]]:
    (packed_results,) = results.glob("results-*.tar.gz")
    return store.read_records(archive.import_results(packed_results, home)[0])


def passed(records: list[dict[str, Any]]) -> set[str]:
    good = {"pass", "noisy", "too-short"}
    timed = [one for one in records if one["kind"] == "launch" and one["mode"] == "timed"]
    return {one["variant"] for one in timed if one["worst"].partition("(")[0] in good}


@pytest.mark.slow
def test_the_lines_of_a_dockerfile_run_in_a_clean_root(
    made: Path, image: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    shutil.copytree(image, root, symlinks=True)
    lines = lines_of(made / "b.Dockerfile")
    with tarfile.open(made / "b.tar.gz") as packed_bundle:
        packed_bundle.extractall(root / "opt", filter="data")
    done = inside(root, lines["RUN"])
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "launches" in done.stdout.splitlines()[-1]
    start = " ".join(json.loads(lines["ENTRYPOINT"])) + ' "$@"'
    done = inside(root, start)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert passed(records_of(root / "results", tmp_path / "home")) == {"serial", "omp"}
    # What was changed in the image is refused before anything is launched.
    program = next((root / "opt").rglob("saxpy.omp"))
    program.write_bytes(program.read_bytes()[:-1] + b"x")
    done = inside(root, start)
    assert done.returncode == 2 and "saxpy.omp of the bundle is missing or damaged" in done.stderr
    assert inside(root, lines["RUN"]).returncode == 1
