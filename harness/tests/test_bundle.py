"""Bundles: what a machine must have, the way out and back, and archives that mean harm."""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from saying import Says, called

from league import cli
from league.base import locks
from league.base.errors import ToolchainError, UsageError
from league.base.progress import Progress
from league.bundle import archive, contents, pack, run
from league.records import store
from league.run.build import Built
from league.run.options import Options
from league.run.select import Selection
from league.toolchains import levels
from tests import fakes
from tests.bundles import Found, Work, packed

# ---- what a machine must have --------------------------------------------------------------------


def lacking(**changes: Any) -> tuple[str, str]:
    needs = {
        "machine": "x86_64", "glibc": [2, 36], "glibc_without_cxx": [2, 34], "march": "x86-64-v3",
        "cpu": ["avx2", "fma"],
    }  # fmt: skip
    machine = {"machine": "x86_64", "glibc": (2, 36), "flags": {"avx2", "fma", "sse2"}, **changes}
    return run.lacking(needs, **machine)


def test_a_machine_that_lacks_something_is_told_what_and_what_helps() -> None:
    assert lacking() == ("", "")
    assert lacking(glibc=(2, 100)) == ("", "")
    old = "glibc too old: it is 2.31 here and 2.36 is needed"
    assert lacking(glibc=(2, 31)) == (old, "use a newer system")
    assert "--leave-libstdcxx" in lacking(glibc=(2, 35))[1]
    assert "not glibc" in lacking(glibc=())[0]
    assert "built for x86_64 and this is aarch64" in lacking(machine="aarch64")[0]
    assert "lacks fma (built with -march=x86-64-v3)" in lacking(flags={"avx2"})[0]
    assert lacking(flags=set()) == ("", "")  # the kernel could not be asked
    assert run.glibc_version() >= (2, 17)
    assert platform.machine() != "x86_64" or "sse2" in levels.cpu_flags()


def test_levels_contain_those_below_and_native_means_this_machine() -> None:
    second, third = (set(levels.features(f"x86-64-v{n}", set())) for n in (2, 3))
    assert "sse4_2" in second < third
    here = {"avx2", "avx512f", "hypervisor", "xsaveerptr", "sse4_2"}
    assert levels.features("native", here) == ["avx2", "avx512f", "sse4_2"]
    assert levels.with_march("-O3 -march=native -g", "x86-64-v2") == "-O3 -march=x86-64-v2 -g"
    assert levels.with_march("-O3", "x86-64-v2") == "-O3 -march=x86-64-v2"
    assert levels.march_of("-O3 -foffload-options=-march=sm_80") == ""


# ---- out and back --------------------------------------------------------------------------------


# Starts run.py with locks of its own, so that nothing waits for what else runs on the machine.
_START = """
import runpy, sys
sys.path.insert(0, sys.argv[1] + "/harness")
from league.base import locks, paths
locks.PREFIX = sys.argv[2]
sys.argv = [sys.argv[1] + "/run.py", *sys.argv[3:]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def run_py(folder: Path, *words: str, flags: str = "-B") -> subprocess.CompletedProcess[str]:
    """Run an unpacked bundle by its own run.py."""
    command = [sys.executable, flags, "-c", _START, str(folder), locks.PREFIX, *words]
    return called(command, cwd="/", timeout=300)


@pytest.fixture(autouse=True)
def _own_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PREFIX", f"league-test-bundle-{os.getpid()}-")


@pytest.fixture()
def patchelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts have no run path: any patchelf will do."""
    monkeypatch.setattr(pack, "find_patchelf", lambda project: "patchelf")


@pytest.fixture()
def project(tmp_path: Path, patchelf: None) -> Path:
    folder = tmp_path / "project"
    for variant in ("serial", "omp"):
        fakes.add_program(folder / "build", variant)
    return folder


def test_a_bundle_runs_elsewhere_and_its_records_come_back(project: Path, tmp_path: Path) -> None:
    made = packed(project, tmp_path / "b.tar.xz")
    away = archive.unpack(made, tmp_path / "away")
    shutil.rmtree(project)
    done = run_py(away, "-l", "2", "--precision", "fp64", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "Results: " in done.stdout
    results = next((away / "results").glob("results-*.tar.gz"))
    home = tmp_path / "home" / "runs"
    folder, count, fresh = archive.import_results(results, home)
    records = store.read_records(folder)
    assert (len(records), fresh) == (count, True)
    assert results.name == f"results-{folder.name}.tar.gz"
    launches = [one for one in records if one["kind"] == "launch"]
    assert {one["worst"] for one in launches} == {"pass"}
    assert sum(one["mode"] == "timed" for one in launches) == 2 * 2 + 2
    session = records[0]
    manifest = contents.read(away)
    assert (session["source"], session["dirty"]) == (manifest["source"], manifest["dirty"])
    text = (folder / store.FILE_NAME).read_text()
    assert str(away) not in text
    # A second import says that all is there already.
    assert archive.import_results(folder, home)[1:] == (count, False)


def test_only_what_was_chosen_is_packed_and_equal_builds_give_equal_bytes(
    project: Path, tmp_path: Path
) -> None:
    one, two = (packed(project, tmp_path / f"{name}.tar.gz").read_bytes() for name in "ab")
    assert one == two
    fakes.add_program(project / "build", "serial", toolchain="other", benchmark="second")
    made = packed(project, tmp_path / "b.tar.gz", selection=Selection(variants=("omp",)))
    away = archive.unpack(made, tmp_path / "away")
    assert [one.name for one in (away / "build").iterdir()] == ["fake"]
    done = run_py(away, "-b", "second")
    assert done.returncode == 2
    assert "unknown benchmark 'second'" in done.stderr
    # -S: without site-packages, so only what is packed and the standard library can be imported
    done = run_py(away, "--dry-run", "-l", "3", flags="-BS")
    assert done.returncode == 0, done.stderr
    assert "3 x toy.omp W fp64 fake" in done.stdout
    away = archive.unpack(made, tmp_path / "again")
    target = away / "build/fake/kernels/toy/toy.omp"
    target.write_bytes(target.read_bytes()[:-1] + b" ")
    done = run_py(away)
    assert done.returncode == 2
    assert "toy.omp of the bundle is missing or damaged" in done.stderr
    assert not (away / "results").exists()


def test_a_variant_that_was_not_built_is_recorded_with_its_verdict(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(self: Work, toolchain: str, chosen: Sequence[Any]) -> list[Any]:
        results = fakes.FakeFolders.build(self, toolchain, chosen)
        bad = Built(results[0].variant, "compiler-crash", "it crashed", "the log")
        return [bad, *results[1:]]

    monkeypatch.setattr(Work, "build", build)
    away = archive.unpack(packed(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    assert not (away / "build/fake/kernels/toy/toy.serial").exists()
    done = run_py(away, "-l", "1")
    assert done.returncode == 1
    records = store.read_records(away / "results")
    builds = {one["variant"]: one for one in records if one["kind"] == "build"}
    assert builds["omp"]["verdict"] == "ok"
    bad = builds["serial"]
    assert (bad["verdict"], bad["reason"]) == ("compiler-crash", "it crashed")


def test_what_cannot_run_here_is_said_before_anything_is_launched(
    project: Path, tmp_path: Path
) -> None:
    away = archive.unpack(packed(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    file = away / contents.MANIFEST
    manifest = json.loads(file.read_text())
    needs = manifest["toolchains"]["fake"]["needs"]
    needs["glibc"] = needs["glibc_without_cxx"] = [99, 1]
    manifest["id"] = contents.identity(manifest)
    file.write_text(json.dumps(manifest))
    done = run_py(away)
    assert done.returncode == 5
    assert "glibc too old" in done.stderr
    assert not (away / "results").exists()
    with pytest.raises(ToolchainError, match="fake cannot run here: glibc too old"):
        run.opened(away, Options(project=away, verb="run", toolchains=("fake",)), Progress())
    for given in ({"jobs": 2}, {"junit": tmp_path}, {"extra_dirs": (tmp_path,)}):
        with pytest.raises(UsageError, match="means nothing for a bundle"):
            run.opened(tmp_path, Options(project=tmp_path, verb="run", **given), Progress())


def test_another_level_builds_in_a_folder_of_its_own(tmp_path: Path) -> None:
    options = Options(project=tmp_path, verb="bundle")
    tuned: Any = Found("tuned", host="-O3 -march=native")
    plain: Any = Found("plain", host="-O3 -march=x86-64-v3")
    work = pack.PortableFolders(options, Progress(), [tuned, plain], level="x86-64-v3")
    assert work.folder("tuned").name == "tuned-x86-64-v3"
    assert work.folder("plain").name == "plain"
    native = pack.PortableFolders(options, Progress(), [tuned, plain], level="native")
    assert native.folder("tuned").name == "tuned"
    assert native.march(tuned) == "native"


def test_without_patchelf_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    error = cli_says("bundle", "-o", str(tmp_path / "b.tar.xz"), code=2).err
    assert error.count("\n") == 1
    assert "apt-get install patchelf" in error


def test_a_run_of_a_bundle_goes_on_with_the_toolchains_it_began_with(tmp_path: Path) -> None:
    """Without naming them again; the others of the bundle are not launched."""
    for toolchain in ("fake", "other"):
        fakes.add_program(tmp_path / "build", "serial", toolchain=toolchain)
    archive_of = packed(tmp_path, tmp_path / "b.tar.gz")
    words = ["run-bundle", str(archive_of), "--precision", "fp64"]
    assert cli.main([*words, "-t", "fake", "-l", "2", "--out", str(tmp_path / "runs")]) == 0
    (folder,) = (one for one in (tmp_path / "runs").iterdir() if one.is_dir())
    before = (folder / store.FILE_NAME).read_text().splitlines()
    cut = max(n for n, one in enumerate(before) if '"mode":"timed"' in one)
    (folder / store.FILE_NAME).write_text("\n".join(before[:cut]) + "\n")
    assert cli.main([*words[:2], "--resume", str(folder)]) == 0
    made = [one for one in store.read_records(folder) if one["kind"] == "launch"]
    assert {one["toolchain"] for one in made} == {"fake"}
    assert len(made) == sum('"kind":"launch"' in one for one in before)
