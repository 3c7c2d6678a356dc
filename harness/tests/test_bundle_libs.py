"""The libraries a program loads, by the loader's rules."""

import os
import shutil
import subprocess
from pathlib import Path

import fakes
import pytest
from bundles import packed

from league.base.errors import LeagueError
from league.bundle import archive, contents, pack, shared_objects
from league.bundle.shared_objects import closure, loaded, read_elf
from league.run import emulator

COMPILER = shutil.which("g++-12") or shutil.which("g++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no g++")


def link(out: Path, source: str, *flags: str) -> Path:
    """Compile and link one C++ source text without the C++ library."""
    out.parent.mkdir(parents=True, exist_ok=True)
    command = [str(COMPILER), "-x", "c++", "-", "-x", "none", "-o", str(out), "-nodefaultlibs"]
    command += ["-Wl,--no-as-needed", *flags, "-lc"]
    subprocess.run(command, input=source, text=True, check=True)
    return out


def library(folder: Path, name: str, *flags: str) -> Path:
    flags = ("-shared", "-fPIC", f"-Wl,-soname,{name}", *flags)
    return link(folder / name, f"int in_{abs(hash(name))};", *flags)


def program(path: Path, *flags: str) -> Path:
    return link(path, "int main() { return 0; }", *flags)


def resolve(path: Path, device: str = "host") -> shared_objects.Closure:
    return closure([path], device)


@needs_compiler
def test_libraries_of_libraries_are_found_and_the_base_system_is_left_out(tmp_path: Path) -> None:
    inner = library(tmp_path / "in", "libinner.so.1")
    outer = library(tmp_path / "out", "libouter.so.2", str(inner), "-Wl,-rpath,$ORIGIN/../in")
    one = program(tmp_path / "bin" / "one", str(outer), f"-Wl,-rpath,{tmp_path / 'out'}")
    found = resolve(one)
    seen = {name: path.resolve() for name, path in found.libraries.items()}
    assert seen == {"libinner.so.1": inner, "libouter.so.2": outer}
    assert not found.missing
    assert found.glibc >= (2, 2)
    assert read_elf(outer).soname == "libouter.so.2"


@needs_compiler
def test_rpath_serves_what_a_library_needs_and_runpath_does_not(tmp_path: Path) -> None:
    inner = library(tmp_path / "lib", "libinner.so.1")
    outer = library(tmp_path / "lib", "libouter.so.2", str(inner))
    path = f"-Wl,-rpath,{tmp_path / 'lib'}"
    old = program(tmp_path / "old", str(outer), path, "-Wl,--disable-new-dtags")
    flags = ("-Wl,--enable-new-dtags", "-Wl,--allow-shlib-undefined")
    new = program(tmp_path / "new", str(outer), path, *flags)
    assert set(resolve(old).libraries) == {"libinner.so.1", "libouter.so.2"}
    assert resolve(new).missing == {"libinner.so.1": "libouter.so.2"}


@needs_compiler
def test_run_paths_come_before_the_rest_and_a_missing_library_names_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = (library(tmp_path / place, "libx.so.1") for place in ("near", "far"))
    path = f"-Wl,--disable-new-dtags,-rpath,{near.parent}"
    one = program(tmp_path / "one", str(near), path)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(far.parent))
    assert resolve(one).libraries["libx.so.1"] == near
    near.unlink()
    assert resolve(one).libraries["libx.so.1"] == far
    far.unlink()
    assert resolve(one).missing == {"libx.so.1": "one"}


@needs_compiler
def test_plug_ins_are_packed_for_the_device_and_drivers_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lib = tmp_path / "lib"
    gomp = library(lib, "libgomp.so.1")
    driver = library(tmp_path / "driver", "libcuda.so.1")
    for name in ("libgomp-plugin-nvptx.so.1", "libgomp-plugin-gcn.so.1"):
        library(lib, name, str(driver))
    one = program(tmp_path / "one", str(gomp), f"-Wl,-rpath,{lib}")
    assert set(resolve(one, device="host").libraries) == {"libgomp.so.1"}
    monkeypatch.setenv("LD_LIBRARY_PATH", str(driver.parent))
    found = resolve(one, device="nvptx")
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
    names = {"libomptarget.so.16", "libomp.so.5", "libomp.so", "libomptarget.rtl.x86_64.so"}
    assert set(resolve(one, device="x86_64").libraries) == names


@needs_compiler
def test_siblings_that_load_different_files_are_an_error(tmp_path: Path) -> None:
    programs = []
    for place in ("a", "b"):
        one = library(tmp_path / place, "libx.so.1")
        programs.append(program(tmp_path / f"p{place}", str(one), f"-Wl,-rpath,{one.parent}"))
    with pytest.raises(LeagueError, match=r"another libx\.so\.1"):
        closure(programs, "host")


def test_versions_of_glibc_are_compared_as_numbers() -> None:
    names = ["GLIBC_2.9", "GLIBC_2.34", "GLIBC_PRIVATE", "GLIBCXX_3.4.30", "GLIBC_2.2.5"]
    assert shared_objects.newest_glibc(names) == (2, 34)
    assert shared_objects.newest_glibc(["GLIBC_2.34", "GLIBC_ABI_DT_RELR"]) == (2, 36)


def test_what_is_no_program_is_said_to_be_none(tmp_path: Path) -> None:
    damaged = (b"\x7fELF\x02\x01" + b"\xff" * 200, b"\x7fELF\x01\x01" * 20)
    for content in (b"#!/bin/sh\n", b"", *damaged):
        file = tmp_path / "file"
        file.write_bytes(content)
        assert not shared_objects.is_dynamic(file)


@needs_compiler
def test_what_this_machine_lacks_is_found_out_before_a_launch(tmp_path: Path) -> None:
    one = library(tmp_path / "lib", "libleague-nowhere.so.1")
    path = f"-Wl,-rpath,{tmp_path / 'lib'}"
    here = program(tmp_path / "here", str(one), path)
    assert loaded(here)["libleague-nowhere.so.1"] == one
    one.unlink()
    assert loaded(here)["libleague-nowhere.so.1"] is None
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\n")
    assert loaded(script) == {}


@needs_compiler
def test_data_that_nobody_reads_is_blank_and_all_else_stays(tmp_path: Path) -> None:
    source = """extern "C" { extern const char icudt72_dat[64], other[64];
    const char icudt72_dat[64] = "tables of characters", other[64] = "what is read"; }"""
    flags = ("-shared", "-fPIC", "-Wl,-soname,libicudata.so.72")
    icu = link(tmp_path / "libicudata.so.72", source, *flags)
    before = icu.read_bytes()
    shared_objects.blank_unread(icu, "libother.so.72")
    assert icu.read_bytes() == before
    shared_objects.blank_unread(icu, icu.name)
    text = b"tables of characters"
    assert icu.read_bytes() == before.replace(text, bytes(len(text))) != before
    assert read_elf(icu).soname == "libicudata.so.72"


@needs_compiler
def test_a_library_of_which_nothing_is_called_travels_as_its_names(tmp_path: Path) -> None:
    source = 'extern "C" { int Z3_one() { return 1; } int Z3_two() { return 2; } int other; }'
    real = link(tmp_path / "libz3.so.4", source, "-shared", "-fPIC", "-Wl,-soname,libz3.so.4")
    made = tmp_path / "bundle" / "libz3.so.4"
    made.parent.mkdir()
    assert not shared_objects.stand_in(real, "libother.so.4", made) and not made.exists()
    assert shared_objects.stand_in(real, "libz3.so.4", made)
    calls = 'extern "C" { int Z3_two(); extern int other; } int main(int n, char**) { return n > 1 '
    path = f"-Wl,-rpath,{made.parent}"
    asks = link(tmp_path / "asks", calls + "? Z3_two() : 0; }", str(made), path)
    assert subprocess.run([asks], check=False).returncode == 0, "it is found and loaded"
    assert subprocess.run([asks, "call"], check=False).returncode < 0, "a call ends the program"
    assert (read_elf(made).soname, read_elf(made).needed) == ("libz3.so.4", ())
    again = made.read_bytes()
    assert shared_objects.stand_in(real, "libz3.so.4", made) and made.read_bytes() == again


@needs_compiler
def test_an_emulated_device_travels_with_what_its_toolchain_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = library(tmp_path / "device", "libcudart.so.13").parent
    (device / "libcuda.so").symlink_to("libcudart.so.13")
    (device / "amd").mkdir()  # what other programs find stays
    monkeypatch.setattr(pack, "find_patchelf", lambda project: "patchelf")
    monkeypatch.setattr(emulator, "library", lambda project, builds: device / "libcudart.so.13")
    project = tmp_path / "project"
    fakes.add_program(project / "build", "cuda")
    starts = fakes.script(project / "support" / "ptxas", "#!/bin/sh\n")
    environment = {"PATH": "{project}/support:{PATH}", "OTHER": "{project}"}
    toolchain = {"emulated": True, "environment": environment}
    made = packed(project, tmp_path / "b.tar.gz", toolchain=toolchain)
    away = archive.unpack(made, tmp_path / "away")
    assert not starts.samefile(away / "support/ptxas")
    assert os.access(away / "support/ptxas", os.X_OK)
    libraries = away / "build/fake/lib"
    assert (libraries / "libcuda.so").samefile(libraries / "libcudart.so.13")
    told = contents.read(away)["toolchains"]["fake"]
    assert told["environment"] == environment
    tops = {one.name for one in away.iterdir()}  # and not all of the project
    assert tops == {"MANIFEST.json", "README.txt", "build", "harness", "run.py", "support"}
