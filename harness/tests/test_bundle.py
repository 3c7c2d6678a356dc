"""Bundles: the libraries a program loads, the way out and back, and archives that mean harm."""

from __future__ import annotations

import io
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from league import bundle, bundle_archive, bundle_levels, bundle_libs, bundle_runner, cli, locks
from league import store
from league.bundle_libs import Resolver, closure, read_elf
from league.errors import LeagueError, StoreError, ToolchainError, UsageError
from league.options import Options
from league.progress import Progress
from tests import fakes

COMPILER = shutil.which("g++-12") or shutil.which("g++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no g++")
PROJECT = Path(__file__).resolve().parents[2]


# ---- the loader's rules --------------------------------------------------------------------------


def link(out: Path, source: str, *flags: str) -> Path:
    """Compile and link one C++ source text without the C++ library."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [str(COMPILER), "-x", "c++", "-", "-nostdlib++", "-shared-libgcc", "-o", str(out)]
    subprocess.run([*command, "-Wl,--no-as-needed", *flags], input=source, text=True, check=True)
    return out


def library(folder: Path, name: str, *flags: str) -> Path:
    flags = ("-shared", "-fPIC", f"-Wl,-soname,{name}", *flags)
    return link(folder / name, f"int in_{abs(hash(name))};", *flags)


def program(path: Path, *flags: str) -> Path:
    return link(path, "int main() { return 0; }", *flags)


def resolve(path: Path, *system: Path, device: str = "host") -> bundle_libs.Closure:
    return closure([path], device, Resolver(system))


@needs_compiler
def test_libraries_of_libraries_are_found_and_the_base_system_is_left_out(tmp_path: Path) -> None:
    inner = library(tmp_path / "in", "libinner.so.1")
    outer = library(tmp_path / "out", "libouter.so.2", str(inner), "-Wl,-rpath,$ORIGIN/../in")
    one = program(tmp_path / "bin" / "one", str(outer), f"-Wl,-rpath,{tmp_path / 'out'}")
    found = resolve(one)
    assert {name: path.resolve() for name, path in found.libraries.items()} == {
        "libinner.so.1": inner,
        "libouter.so.2": outer,
    }
    assert not found.missing
    assert found.glibc >= (2, 2)
    assert read_elf(outer).soname == "libouter.so.2"


@needs_compiler
def test_rpath_serves_what_a_library_needs_and_runpath_does_not(tmp_path: Path) -> None:
    inner = library(tmp_path / "lib", "libinner.so.1")
    outer = library(tmp_path / "lib", "libouter.so.2", str(inner))
    path = f"-Wl,-rpath,{tmp_path / 'lib'}"
    old = program(tmp_path / "old", str(outer), path, "-Wl,--disable-new-dtags")
    new = program(
        tmp_path / "new", str(outer), path, "-Wl,--enable-new-dtags", "-Wl,--allow-shlib-undefined"
    )
    assert set(resolve(old).libraries) == {"libinner.so.1", "libouter.so.2"}
    assert resolve(new).missing == {"libinner.so.1": "libouter.so.2"}


@needs_compiler
def test_the_system_comes_last_and_a_missing_library_names_who_asks(tmp_path: Path) -> None:
    near, far = (library(tmp_path / place, "libx.so.1") for place in ("near", "far"))
    one = program(tmp_path / "one", str(near), f"-Wl,-rpath,{near.parent}")
    assert resolve(one, far.parent).libraries["libx.so.1"] == near
    near.unlink()
    assert resolve(one, far.parent).libraries["libx.so.1"] == far
    near.write_text("not a library")  # the loader would go on as well
    assert resolve(one, far.parent).libraries["libx.so.1"] == far
    far.unlink()
    assert resolve(one, far.parent).missing == {"libx.so.1": "one"}


@needs_compiler
def test_plug_ins_are_packed_for_the_device_and_drivers_never(tmp_path: Path) -> None:
    lib = tmp_path / "lib"
    gomp = library(lib, "libgomp.so.1")
    driver = library(tmp_path / "driver", "libcuda.so.1")
    for name in ("libgomp-plugin-nvptx.so.1", "libgomp-plugin-gcn.so.1"):
        library(lib, name, str(driver))
    one = program(tmp_path / "one", str(gomp), f"-Wl,-rpath,{lib}")
    assert set(resolve(one, device="host").libraries) == {"libgomp.so.1"}
    found = resolve(one, driver.parent, device="nvptx")
    assert set(found.libraries) == {"libgomp.so.1", "libgomp-plugin-nvptx.so.1"}
    assert found.expected == {"libcuda.so.1"}


@needs_compiler
def test_a_runtime_gets_the_second_name_that_it_opens(tmp_path: Path) -> None:
    lib = tmp_path / "lib"
    omp = library(lib, "libomp.so.5")
    (lib / "libomp.so").symlink_to(omp.name)
    target = library(lib, "libomptarget.so.16", str(omp), "-Wl,-rpath,$ORIGIN")
    plugin = library(lib, "libomptarget.rtl.x86_64.so.16")
    (lib / "libomptarget.rtl.x86_64.so").symlink_to(plugin.name)
    one = program(tmp_path / "one", str(target), f"-Wl,-rpath,{lib}")
    names = set(resolve(one, device="x86_64").libraries)
    assert names == {
        *("libomptarget.so.16", "libomp.so.5", "libomp.so", "libomptarget.rtl.x86_64.so"),
    }


@needs_compiler
def test_siblings_that_load_different_files_are_an_error(tmp_path: Path) -> None:
    programs = []
    for place in ("a", "b"):
        one = library(tmp_path / place, "libx.so.1")
        programs.append(program(tmp_path / f"p{place}", str(one), f"-Wl,-rpath,{one.parent}"))
    with pytest.raises(LeagueError, match="another libx.so.1"):
        closure(programs, "host", Resolver([]))


def test_versions_of_glibc_are_compared_as_numbers() -> None:
    names = ["GLIBC_2.9", "GLIBC_2.34", "GLIBC_PRIVATE", "GLIBCXX_3.4.30", "GLIBC_2.2.5"]
    assert bundle_libs.newest_glibc(names) == (2, 34)
    assert bundle_libs.newest_glibc(["GLIBC_2.34", "GLIBC_ABI_DT_RELR"]) == (2, 36)


def test_what_is_no_program_is_said_to_be_none(tmp_path: Path) -> None:
    for content in (
        b"#!/bin/sh\n",
        b"",
        b"\x7fELF\x02\x01" + b"\xff" * 200,
        b"\x7fELF\x01\x01" * 20,
    ):
        file = tmp_path / "file"
        file.write_bytes(content)
        assert not bundle_libs.is_dynamic(file)


def test_the_loaders_configuration_is_read_with_its_includes(tmp_path: Path) -> None:
    (tmp_path / "etc/ld.so.conf.d").mkdir(parents=True)
    (tmp_path / "etc/ld.so.conf").write_text("/first # why\ninclude /etc/ld.so.conf.d/*.conf\n")
    (tmp_path / "etc/ld.so.conf.d/b.conf").write_text("/third\n")
    (tmp_path / "etc/ld.so.conf.d/a.conf").write_text("/second\ninclude ../ld.so.conf\n")
    names = [str(one.relative_to(tmp_path)) for one in bundle_libs.system_folders(tmp_path)]
    assert names == ["first", "second", "third", "lib64", "usr/lib64", "lib", "usr/lib"]


# ---- what a machine must have --------------------------------------------------------------------


def lacking(**changes: Any) -> str:
    needs = {
        "machine": "x86_64",
        "glibc": [2, 36],
        "glibc_without_cxx": [2, 34],
        "march": "x86-64-v3",
    }
    needs["cpu"] = ["avx2", "fma"]
    machine = {"machine": "x86_64", "glibc": (2, 36), "flags": {"avx2", "fma", "sse2"}, **changes}
    return bundle_runner.lacking(needs, **machine)


def test_a_machine_that_lacks_something_is_told_what_and_what_helps() -> None:
    assert lacking() == ""
    assert lacking(glibc=(2, 100)) == ""
    assert "2.31 here and 2.36 is needed; use a newer system" in lacking(glibc=(2, 31))
    assert "--leave-libstdcxx" in lacking(glibc=(2, 35))
    assert "not glibc" in lacking(glibc=())
    assert "built for x86_64 and this is aarch64" in lacking(machine="aarch64")
    assert "lacks fma (built with -march=x86-64-v3)" in lacking(flags={"avx2"})
    assert lacking(flags=set()) == ""  # the kernel could not be asked


def test_this_machine_is_known() -> None:
    assert bundle_runner.glibc_version() >= (2, 17)
    flags = bundle_runner.cpu_flags()
    if platform.machine() == "x86_64":
        assert "sse2" in flags


def test_levels_contain_those_below_and_native_means_this_machine() -> None:
    second, third = (set(bundle_levels.features(f"x86-64-v{n}", set())) for n in (2, 3))
    assert "sse4_2" in second < third
    here = {"avx2", "avx512f", "hypervisor", "xsaveerptr", "sse4_2"}
    assert bundle_levels.features("native", here) == ["avx2", "avx512f", "sse4_2"]
    assert (
        bundle_levels.with_march("-O3 -march=native -g", "x86-64-v2") == "-O3 -march=x86-64-v2 -g"
    )
    assert bundle_levels.with_march("-O3", "x86-64-v2") == "-O3 -march=x86-64-v2"
    assert bundle_levels.march_of("-O3 -foffload-options=-march=sm_80") == ""


# ---- out and back --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found(fakes.FakeFound):
    """A toolchain that is said to be there, with flags."""

    host: str = "-O3 -march=x86-64-v3"

    def flags(self, kind: str) -> list[str]:
        return self.host.split() if kind == "host" else []


class Work(fakes.FakeWorkspace, bundle.PortableWorkspace):
    """Builds that nobody makes."""


def pack(project: Path, out: Path, level: str = "native", **what: Any) -> Path:
    """Pack the build folders of a project."""
    locks.PREFIX = f"league-test-bundle-{os.getpid()}-"
    options = Options(project=project, verb="bundle", **what)
    found: list[Any] = [Found(one.name) for one in sorted((project / "build").iterdir())]
    for one in found:
        one.toolchain.device = "host"
    work = Work(options, Progress(no_color=True), found, level=level)
    return bundle.make(options, out, level, work=work)


def run_py(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "run.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


@pytest.fixture()
def patchelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts have no run path: any patchelf will do."""
    monkeypatch.setattr(bundle, "find_patchelf", lambda project: "patchelf")


@pytest.fixture()
def project(tmp_path: Path, patchelf: None) -> Path:
    folder = tmp_path / "project"
    for variant in ("serial", "omp"):
        fakes.add_program(folder / "build", variant)
    return folder


def test_a_bundle_runs_elsewhere_and_its_records_come_back(project: Path, tmp_path: Path) -> None:
    archive = pack(project, tmp_path / "b.tar.xz")
    away = bundle_archive.unpack(archive, tmp_path / "away")
    shutil.rmtree(project)
    done = run_py(away, "-l", "2", "--precision", "fp64", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "Results: " in done.stdout
    results = next((away / "results").glob("results-*.tar.gz"))
    home = tmp_path / "home" / "runs"
    folder, count, fresh = bundle_archive.import_results(results, home)
    records = store.read_records(folder)
    assert (len(records), fresh) == (count, True)
    assert results.name == f"results-{folder.name}.tar.gz"
    launches = [one for one in records if one["kind"] == "launch"]
    assert {one["worst"] for one in launches} == {"pass"}
    assert sum(one["mode"] == "timed" for one in launches) == 2 * 2 + 2
    session = records[0]
    manifest = bundle_archive.load_manifest(away)
    assert (session["source"], session["dirty"]) == (manifest["source"], manifest["dirty"])
    text = (folder / store.FILE_NAME).read_text()
    assert str(away) not in text
    # A second import says that all is there already.
    assert bundle_archive.import_results(folder, home)[1:] == (count, False)


def test_equal_builds_give_equal_bytes(project: Path, tmp_path: Path) -> None:
    one, two = (pack(project, tmp_path / f"{name}.tar.gz").read_bytes() for name in "ab")
    assert one == two


def test_only_what_was_chosen_is_packed(project: Path, tmp_path: Path) -> None:
    from league.select import Selection

    fakes.add_program(project / "build", "serial", toolchain="other", benchmark="second")
    archive = pack(project, tmp_path / "b.tar.gz", selection=Selection(variants=("omp",)))
    away = bundle_archive.unpack(archive, tmp_path / "away")
    assert [one.name for one in (away / "build").iterdir()] == ["fake"]
    done = run_py(away, "-b", "second")
    assert done.returncode == 2
    assert "unknown benchmark 'second'" in done.stderr


def test_a_variant_that_was_not_built_is_recorded_with_its_verdict(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(self: Work, toolchain: str, chosen: Sequence[Any]) -> list[Any]:
        results = fakes.FakeWorkspace.build(self, toolchain, chosen)
        bad = fakes.Built(results[0].variant, "compiler-crash", "it crashed", "the log")
        return [bad, *results[1:]]

    monkeypatch.setattr(Work, "build", build)
    away = bundle_archive.unpack(pack(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    assert not (away / "build/fake/kernels/toy/toy.serial").exists()
    done = run_py(away, "-l", "1")
    assert done.returncode == 1
    records = store.read_records(away / "results")
    builds = {one["variant"]: one for one in records if one["kind"] == "build"}
    assert builds["omp"]["verdict"] == "ok"
    assert (builds["serial"]["verdict"], builds["serial"]["reason"]) == (
        "compiler-crash",
        "it crashed",
    )


def test_a_damaged_bundle_is_refused_and_lost_links_are_mended(
    project: Path, tmp_path: Path
) -> None:
    away = bundle_archive.unpack(pack(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    manifest = bundle_archive.load_manifest(away)
    lib = away / "build/fake/lib"
    manifest["files"].append({"path": "build/fake/lib/second", "link": "../manifest.json"})
    (lib / "second").write_text("a copy")
    bundle_archive.verify(away, manifest)
    assert str((lib / "second").readlink()) == "../manifest.json"
    target = away / "build/fake/kernels/toy/toy.omp"
    target.write_bytes(target.read_bytes()[:-1] + b" ")
    done = run_py(away)
    assert done.returncode == 2
    assert "toy.omp of the bundle is missing or damaged" in done.stderr


def test_what_cannot_run_here_is_said_before_anything_is_launched(
    project: Path, tmp_path: Path
) -> None:
    away = bundle_archive.unpack(pack(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    file = away / bundle_archive.MANIFEST
    manifest = json.loads(file.read_text())
    needs = manifest["toolchains"]["fake"]["needs"]
    needs["glibc"] = needs["glibc_without_cxx"] = [99, 1]
    file.write_text(json.dumps(manifest))
    done = run_py(away)
    assert done.returncode == 5
    assert "glibc too old" in done.stderr
    assert not (away / "results").exists()
    with pytest.raises(ToolchainError, match="fake cannot run here: glibc too old"):
        bundle_runner.run(away, Options(project=away, verb="run", toolchains=("fake",)))


def test_the_runner_needs_no_module_that_is_not_packed(project: Path, tmp_path: Path) -> None:
    away = bundle_archive.unpack(pack(project, tmp_path / "b.tar.gz"), tmp_path / "away")
    packed = {
        one.relative_to(away / "harness").as_posix() for one in (away / "harness").rglob("*.py")
    }
    assert {"league/cli.py", "league/store.py", "league/report/text.py"} <= packed
    assert not {"league/stats.py", "league/plot.py", "league/bundle.py"} & packed
    # -S: without site-packages, so only what is packed and the standard library can be imported
    done = subprocess.run(
        [sys.executable, "-S", str(away / "run.py"), "--dry-run", "-l", "3"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr
    assert "3 x toy.omp W fp64 fake" in done.stdout


def test_options_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    for given in ({"jobs": 2}, {"junit": tmp_path}, {"extra_dirs": (tmp_path,)}):
        with pytest.raises(UsageError, match="means nothing for a bundle"):
            bundle_runner.run(tmp_path, Options(project=tmp_path, verb="run", **given))  # type: ignore[arg-type]


def test_another_level_builds_in_a_folder_of_its_own(tmp_path: Path) -> None:
    options = Options(project=tmp_path, verb="bundle")
    tuned: Any = Found("tuned", host="-O3 -march=native")
    plain: Any = Found("plain", host="-O3 -march=x86-64-v3")
    work = bundle.PortableWorkspace(options, Progress(), [tuned, plain], level="x86-64-v3")
    assert work.folder("tuned").name == "tuned-x86-64-v3"
    assert work.folder("plain").name == "plain"
    native = bundle.PortableWorkspace(options, Progress(), [tuned, plain], level="native")
    assert native.folder("tuned").name == "tuned"
    assert native.march(tuned) == "native"


def test_without_patchelf_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundle.shutil, "which", lambda name, path=None: None)
    assert cli.main(["bundle", "-o", str(tmp_path / "b.tar.xz")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "apt-get install patchelf" in error


def test_the_name_of_the_archive_must_say_how_it_is_compressed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="end it in .tar.xz or .tar.gz"):
        bundle.make(Options(project=tmp_path, verb="bundle"), tmp_path / "b.zip")


# ---- archives that mean harm ---------------------------------------------------------------------

TOP = "league-bundle-0123456789ab"


def evil(path: Path, *entries: tuple[str, str, str]) -> Path:
    """Write an archive of (kind, name, content or target of a link)."""
    kinds = {"file": tarfile.REGTYPE, "link": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE}
    kinds["device"] = tarfile.CHRTYPE
    with tarfile.open(path, "w:gz") as archive:
        for kind, name, content in entries:
            entry = tarfile.TarInfo(name)
            entry.type = kinds[kind]
            if kind == "file":
                entry.size = len(content)
            else:
                entry.linkname = content
            archive.addfile(entry, io.BytesIO(content.encode()))
    return path


@pytest.mark.parametrize(
    "entries",
    [
        [("file", "../out", "x")],
        [("file", f"{TOP}/../../out", "x")],
        [("file", "/tmp/league-test-out", "x")],
        [("file", f"{TOP}/ok", "x"), ("file", "league-bundle-ffffffffffff/out", "x")],
        [("link", f"{TOP}/away", "../.."), ("file", f"{TOP}/away/out", "x")],
        [("link", f"{TOP}/away", "/tmp")],
        [("link", f"{TOP}/in", "."), ("file", f"{TOP}/in/out", "x")],
        [("link", f"{TOP}/out", "x"), ("file", f"{TOP}/out", "x")],
        [("hard", f"{TOP}/out", "/etc/passwd")],
        [("device", f"{TOP}/out", "")],
        [("file", f"{TOP}/{bundle_archive.MANIFEST}", "{}")],
        [],
    ],
)
def test_nothing_is_written_outside(entries: list[tuple[str, str, str]], tmp_path: Path) -> None:
    archive = evil(tmp_path / "evil.tar.gz", *entries)
    into = tmp_path / "deep" / "into"
    with pytest.raises(LeagueError):
        bundle_archive.unpack(archive, into)
    assert list(into.iterdir()) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["deep", "evil.tar.gz"]
    assert not Path("/tmp/league-test-out").exists()


@pytest.mark.parametrize(
    "content", [b"", b"plain text\n", b"\xfd7zXZ\x00broken", b"\x1f\x8bbroken"]
)
def test_what_is_no_bundle_is_said_to_be_none(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "b.tar.xz"
    file.write_bytes(content)
    assert cli.main(["run-bundle", str(file)]) == 2
    with pytest.raises(LeagueError, match="is not a bundle or damaged"):
        bundle_archive.unpack(file, tmp_path / "into")
    with pytest.raises(StoreError):
        bundle_archive.import_results(file, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


def test_a_folder_that_is_no_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run-bundle", str(tmp_path)]) == 2
    assert "is not a bundle" in capsys.readouterr().err


# ---- import --------------------------------------------------------------------------------------


@pytest.fixture()
def results(tmp_path: Path) -> Path:
    """The folder of a run."""
    project = tmp_path / "measured"
    fakes.add_program(project / "build", "serial")
    _, folder = fakes.run(project, ["-l", "1", "--precision", "fp64"])
    return folder


def test_half_a_line_is_dropped(results: Path, tmp_path: Path) -> None:
    file = results / store.FILE_NAME
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:40])
    folder, count, _ = bundle_archive.import_results(file, tmp_path / "runs")
    assert (folder / store.FILE_NAME).read_bytes() == whole
    assert count == whole.count(b"\n")


def test_a_run_with_other_content_is_refused(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = str(tmp_path / "runs")
    assert cli.main(["import", str(results), "--out", runs]) == 0
    assert f"imported {results.name}: " in capsys.readouterr().out
    file = results / store.FILE_NAME
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))
    kept = (tmp_path / "runs" / results.name / store.FILE_NAME).read_bytes()
    assert cli.main(["import", str(results), "--out", runs]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "with other content" in error
    assert (tmp_path / "runs" / results.name / store.FILE_NAME).read_bytes() == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "gossip"), ("launches", -1), ("session", "../../evil"), ("suite", "changed")],
)
def test_records_that_are_none_are_refused(
    field: str, value: Any, results: Path, tmp_path: Path
) -> None:
    file = results / store.FILE_NAME
    lines = file.read_text().splitlines()
    changed = {**json.loads(lines[0]), field: value}
    file.write_text("\n".join([json.dumps(changed), *lines[1:], ""]))
    with pytest.raises(StoreError, match="line 1 of the records"):
        bundle_archive.import_results(file, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


def test_a_run_cannot_be_named_out_of_its_folder(results: Path, tmp_path: Path) -> None:
    from league.record import stamp

    file = results / store.FILE_NAME
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for one in lines:
        if one["kind"] == "session":
            one["session"] = "../../evil"
    file.write_text("".join(json.dumps(stamp(one)) + "\n" for one in lines))
    with pytest.raises(StoreError, match="is not the records of one run"):
        bundle_archive.import_results(file, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


# ---- the real thing ------------------------------------------------------------------------------


@pytest.mark.slow()
@needs_compiler
def test_real_programs_start_by_hand_without_any_environment(tmp_path: Path) -> None:
    """Builds one benchmark with GCC, packs it, and starts it where it was unpacked."""
    if shutil.which("patchelf") is None or shutil.which("g++-12") is None:
        pytest.skip("needs patchelf and g++-12")
    out = tmp_path / "b.tar.xz"
    words = ["bundle", "-t", "gcc-12-host", "-b", "jacobi", "-o", str(out)]
    assert cli.main([*words, "--build-root", str(tmp_path / "build")]) == 0
    away = bundle_archive.unpack(out, tmp_path / "away")
    one = away / "build/gcc-12-host/kernels/jacobi/jacobi.omp"
    loaded = subprocess.run(["ldd", str(one)], capture_output=True, text=True, check=True).stdout
    assert f"libgomp.so.1 => {away}" in loaded.replace("kernels/jacobi/../../", "")
    assert read_elf(one).rpath == ("$ORIGIN/../../lib",)
    command = [str(one), "--class", "S", "--repeat", "1"]
    assert subprocess.run(command, env={}, capture_output=True, check=False).returncode == 0
    done = run_py(away, "-c", "S", "-l", "1", "-r", "1")
    assert done.returncode == 0, done.stderr
