"""Containers that hold a bundle: linted, built, and their lines executed where there is little."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fakes
import pytest
from bundles import packed
from spython.main.parse.parsers import get_parser
from test_bundle_bare import can_enter, clean_root, prefix

from league import cli
from league.base import locks
from league.base.errors import LeagueError, UsageError
from league.bundle import archive, container
from league.records import store

KINDS = tuple(container.KINDS)
HADOLINT = Path(sys.executable).parent / "hadolint"
BASE = "docker.io/library/python:3.11-slim-bookworm"

_ENTER = """
set -e
root=$1; shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" /bin/sh -c "$@"
"""


def read(file: Path) -> Any:
    """Return a definition as Singularity Python understands it."""
    kind = "docker" if file.suffix == ".Dockerfile" else "singularity"
    return get_parser(kind)(str(file)).recipe["spython-base"]  # parsed when it is made


def linted(file: Path) -> str:
    done = subprocess.run([HADOLINT, "--no-color", file], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The folder of a bundle of one script, with both definitions."""
    fakes.add_program(tmp_path / "build", "serial")
    packed(tmp_path, tmp_path / "b.tar.gz", containers=KINDS)
    return tmp_path


def test_each_kind_is_written_beside_the_archive_and_is_what_its_reader_takes(
    written: Path,
) -> None:
    identity = archive.unpack(written / "b.tar.gz", written / "away").name
    docker, apptainer = read(written / "b.Dockerfile"), read(written / "b.def")
    assert docker.fromHeader == apptainer.fromHeader == "python:3.11-slim-bookworm"
    assert docker.files == [["b.tar.gz", "/opt/"]]
    assert [one.split() for one in apptainer.files] == [["b.tar.gz", "/opt/b.tar.gz"]]
    for told in (docker.install, apptainer.install):
        assert f"python3 /opt/{identity}/run.py --dry-run" in "\n".join(map(str, told))
    assert linted(written / "b.Dockerfile") == ""
    broken = written / "x.Dockerfile"
    broken.write_text((written / "b.Dockerfile").read_text().replace("RUN ", "RUN cd /tmp && "))
    assert "DL3003" in linted(broken)


def manifest(**needs: Any) -> dict[str, Any]:
    told = {"glibc": [2, 36], "libraries": [], **needs}
    of = {"record": {"device": needs.pop("device", "host")}, "needs": told}
    return {"id": "0123456789ab", "league": "1.0", "source": "1f3c2ab", "dirty": True,
            "toolchains": {"a": of}}  # fmt: skip


def told(kind: str, image: str = "", **needs: Any) -> str:
    return container.definition(kind, Path("b.tar.xz"), manifest(**needs), image)


@pytest.mark.parametrize("kind", KINDS)
def test_what_the_image_must_have_follows_from_the_bundle(kind: str) -> None:
    text = told(kind)
    assert "nvidia" not in text.lower() and "--nv" not in text and "Expected" not in text
    assert "1f3c2ab-dirty" in text
    gpu = told(kind, device="nvptx", libraries=["libcuda.so.1", "libcublas.so.13"])
    assert "# Expected of the machine or the base image: libcublas.so.13, libcuda.so.1\n" in gpu
    assert ("--gpus all" if kind == "docker" else "run --nv") in gpu
    assert "slim-bookworm" in told(kind, glibc=[2, 17]) and "trixie" in told(kind, glibc=[2, 37])
    with pytest.raises(LeagueError, match=r"need glibc 2\.99; name an image that has it with --b"):
        told(kind, glibc=[2, 99])
    assert "registry.site:5000/py@sha256:ab" in told(kind, "registry.site:5000/py@sha256:ab")


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
    """The folder of a bundle of real programs, with both definitions."""
    if not shutil.which("g++-12") or not can_enter():
        pytest.skip("no g++-12, or no user namespaces here")
    folder = tmp_path_factory.mktemp("container")
    locks.PREFIX = f"league-test-container-{os.getpid()}-"
    words = ["-t", "gcc-12-host", "-b", "saxpy", "-v", "serial,omp", "-o", str(folder / "b.tar.gz")]
    words += ["--build-root", str(folder / "build")]
    assert cli.main(["bundle", *words, "--container", "docker", "--container", "apptainer"]) == 0
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
def test_the_lines_of_an_apptainer_definition_run_in_a_clean_root(
    made: Path, image: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    shutil.copytree(image, root, symlinks=True)
    recipe = read(made / "b.def")
    for one in recipe.files:
        source, target = one.split()
        shutil.copy(made / source, root / target[1:])
    done = inside(root, "\n".join(recipe.install))
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "launches" in done.stdout.splitlines()[-1]
    assert [one.name for one in (root / "opt").iterdir()] == [archive.unpack(
        made / "b.tar.gz", tmp_path).name]  # fmt: skip
    done = inside(root, f"cd /tmp\n{recipe.cmd}")
    assert done.returncode == 0, (done.stdout, done.stderr)
    records = records_of(root / "tmp/league-results", tmp_path / "home")
    assert passed(records) == {"serial", "omp"}
    # What was changed in the image is refused before anything is launched.
    program = next((root / "opt").rglob("saxpy.omp"))
    program.write_bytes(program.read_bytes()[:-1] + b"x")
    done = inside(root, f"cd /tmp\n{recipe.cmd}")
    assert done.returncode == 2 and "saxpy.omp of the bundle is missing or damaged" in done.stderr
    assert inside(root, recipe.install[-1]).returncode == 1


@pytest.fixture
def buildah(tmp_path: Path) -> Iterator[list[str]]:
    """The command that builds images, with a storage of its own."""
    if not shutil.which("buildah"):
        pytest.skip("no buildah here")
    folders = ["--root", str(tmp_path / "storage"), "--runroot", str(tmp_path / "run")]
    yield ["buildah", "--storage-driver", "vfs", *folders]
    subprocess.run(["rm", "-rf", str(tmp_path / "storage"), str(tmp_path / "run")], check=False)


@pytest.mark.slow
def test_an_image_is_built_from_the_dockerfile_and_runs(
    made: Path, image: Path, buildah: list[str], tmp_path: Path
) -> None:
    """By buildah, from a stand-in of the base image: there is no registry and no daemon."""

    def call(*words: str) -> str:
        done = subprocess.run([*buildah, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout.strip()

    try:
        base = call("from", "scratch")
        call("copy", base, str(image), "/")
        call("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", base)
        call("commit", base, BASE)
    except AssertionError as error:
        pytest.skip(f"buildah cannot work here: {str(error)[:200]}")
    call("bud", "--isolation", "chroot", "--pull-never", "-f", str(made / "b.Dockerfile"),
         "-t", "league-bundle", str(made))  # fmt: skip
    one = call("from", "--pull-never", "league-bundle")
    entry = json.loads(call("inspect", one))["OCIv1"]["config"]["Entrypoint"]
    words = ["-c", "S", "-l", "1", "-r", "1", "-w", "0", "--precision", "fp64"]
    results = tmp_path / "results"
    results.mkdir()
    call("run", "--isolation", "chroot", "-v", f"{results}:/results", one, "--", *entry, *words)
    assert passed(records_of(results, tmp_path / "home")) == {"serial", "omp"}
