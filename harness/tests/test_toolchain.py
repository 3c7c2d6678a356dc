"""The search for compilers, runtimes and CUDA, the CMake line and the record."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fake_machine import OFFLOADING, calls, fake_compiler, find_one, offloading, write
from fakes import script

from league.base import models
from league.toolchains import compilers, discovery
from league.toolchains.discovery import discover
from league.toolchains.files import load


@pytest.mark.parametrize(
    ("family", "says", "version"),
    [
        ("Clang", "Debian clang version 19.1.7 (3~deb12u1)", "19.1.7"),
        ("Clang", "clang version 23.0.0git (a url and a hash)", "23.0.0"),
        ("Clang", "AMD clang version 17.0.0 (roc-6.0.2)", ""),
        ("Clang", "g++-12 (Debian 12.2.0-14) 12.2.0", ""),
        ("GNU", "g++ (GCC) 11.4.1 20230605\\nCopyright 2021 Free Software Foundation", "11.4.1"),
        ("GNU", "Debian clang version 14.0.6", ""),
        ("AMDClang", "AMD clang version 17.0.0 (roc-6.0.2)", "17.0.0"),
        ("NVIDIA", "nvcc\\nCuda compilation tools, release 13.0, V13.0.88", "13.0.88"),
        ("NVHPC", "nvc++ 24.1-0 64-bit target on x86-64 Linux", "24.1-0"),
        ("IntelLLVM", "Intel(R) oneAPI DPC++/C++ Compiler 2024.2.0 (2024.2)", "2024.2.0"),
        ("CrayClang", "Cray clang version 17.0.1 (abc)", "17.0.1"),
    ],
)
def test_a_compiler_is_known_by_what_it_says(
    machine: Path, family: str, says: str, version: str
) -> None:
    path = script(machine / "one", f"#!/bin/sh\nprintf '%b\\n' '{says}'\n")
    assert compilers.identify(family, path) == version


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [("19.1.7", "19", True), ("19", "19", True), ("24.1-0", "24.1", True), ("1.2", "", True),
     ("190.1", "19", False), ("1.9", "19", False)],
)  # fmt: skip
def test_a_version_is_matched_by_whole_numbers(version: str, wanted: str, fits: bool) -> None:
    assert compilers.matches(version, wanted) == fits


def test_an_absent_compiler_comes_with_the_line_to_type(machine: Path, tmp_path: Path) -> None:
    found = find_one(offloading(tmp_path), tmp_path)
    assert found.state == "absent"
    assert "fakecxx 19 was not found" in found.reason
    assert found.remedy == "apt-get install --no-install-recommends clang-19 clang-tools-19"
    assert all(can.fatal for can in found.capabilities.values())


def test_what_to_use_instead_stands_apart_from_the_reason(machine: Path, tmp_path: Path) -> None:
    toolchain = offloading(tmp_path)
    told = {**toolchain.why_not, "acc": "no OpenACC here: use GCC"}
    can = find_one(replace(toolchain, why_not=told), tmp_path).capabilities["acc"]
    assert (can.reason, can.remedy) == ("no OpenACC here", "use GCC")


@pytest.mark.parametrize(
    ("says", "told"), [("clang version 14.0.6", "fakecxx is version 14.0.6"), ("hello", "fakecxx")]
)
def test_another_version_or_a_script_is_not_taken(
    machine: Path, tmp_path: Path, says: str, told: str
) -> None:
    fake_compiler(machine, says=says)
    found = find_one(offloading(tmp_path), tmp_path)
    assert found.state == "absent"
    assert told in found.reason
    assert calls(machine) == []


# --- runtimes and CUDA -------------------------------------------------------------------------


def lay_runtime(prefix: Path, *, own: bool) -> None:
    (prefix / "lib").mkdir(parents=True)
    (prefix / "include").mkdir()
    for name in ("libomp.so", "libomptarget.so"):
        (prefix / "lib" / name).touch()
    (prefix / "include" / "omp.h").touch()
    if own:
        (prefix / "stamp.json").touch()


WITH_RUNTIME = OFFLOADING.replace("{device}", "x86_64").replace("{arch}", "") + (
    "[runtime]\nllvm = 19\n"
)
WITH_RUNTIME = WITH_RUNTIME.replace(
    'omp = ["-fopenmp"]',
    'omp = ["-isystem", "{runtime}/include"]\nomp_link = ["-Wl,-rpath,{runtime}/lib"]',
)


def test_of_two_runtimes_the_projects_own_is_taken(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    one = load(write(tmp_path, "fake", WITH_RUNTIME))
    lay_runtime(tmp_path, own=False)  # beside the compiler: <prefix>/bin, <prefix>/lib
    project = tmp_path / "project"
    found = compilers.llvm_runtime(project, 9919, machine / "fakecxx")
    assert found == tmp_path
    own = project / ".deps" / "llvm-openmp" / "19"
    lay_runtime(own, own=True)
    assert find_one(one, project).flags("omp_link") == [f"-Wl,-rpath,{own}/lib"]


def test_a_runtime_in_a_folder_of_its_architecture_is_found(machine: Path, tmp_path: Path) -> None:
    lib = tmp_path / "lib" / "x86_64-linux-gnu"
    lib.mkdir(parents=True)
    (lib / "libomp.so").touch()
    assert compilers.library_folder(tmp_path) is None
    (lib / "libomptarget.so").touch()
    assert compilers.library_folder(tmp_path) == lib
    places = {"runtime": str(tmp_path), "runtime_lib": str(lib)}
    assert discovery.fill("-L{runtime}/lib", places) == f"-L{lib}"
    assert discovery.fill("{runtime}/include", places) == f"{tmp_path}/include"


def test_without_a_runtime_the_toolchain_is_broken_with_the_line_to_type(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_compiler(machine)
    monkeypatch.setattr(compilers, "llvm_runtime", lambda *_: None)
    found = find_one(load(write(tmp_path, "fake", WITH_RUNTIME)), tmp_path)
    assert found.state == "broken"
    assert "runtime of LLVM 19 is missing" in found.reason
    assert found.remedy == "python3 scripts/run_all.py --setup -t fake"
    assert calls(machine) == []


def lay_cuda(root: Path, version: str) -> None:
    (root / "bin").mkdir(parents=True)
    (root / "nvvm" / "libdevice").mkdir(parents=True)
    fake_compiler(root / "bin", name="nvcc", says=f"release {version[:4]}, V{version}")
    (root / "bin" / "ptxas").touch()


def ahead_of_time(flags: str) -> str:
    text = OFFLOADING.replace("{device}", "nvptx").replace("{arch}", "sm_90")
    return text.replace('"-fopenmp-targets=somewhere"', f'"--cuda-path={{cuda}}"{flags}')


@pytest.mark.parametrize(
    ("cuda", "llvm", "flags", "state"),
    [
        ("13.0.88", "19.1.7", "", "broken"),
        ("12.4.99", "19.1.7", "", "usable"),
        ("13.0.88", "19.1.7", ', "-fopenmp-target-jit"', "usable"),
        ("13.0.88", "16.0.6", "", "usable"),
        ("13.0.88", "21.1.0", "", "usable"),
    ],
)
def test_machine_code_that_the_runtime_will_refuse_is_found_without_a_gpu(
    machine: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cuda: str,
    llvm: str,
    flags: str,
    state: str,
) -> None:
    lay_cuda(tmp_path / "cuda", cuda)
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    fake_compiler(machine, says=f"clang version {llvm}")
    text = ahead_of_time(flags).replace('version = "19"', f'version = "{llvm}"')
    found = find_one(load(write(tmp_path, "fake", text)), tmp_path)
    assert found.state == state
    assert found.flags("offload")[0] == f"--cuda-path={tmp_path}/cuda"
    if state == "broken":
        assert "refuses machine code of CUDA 13" in found.reason
        assert "-fopenmp-target-jit" in found.remedy


def test_a_missing_cuda_toolkit_breaks_what_needs_it(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_compiler(machine)
    monkeypatch.setattr(compilers, "cuda_root", lambda: None)
    found = find_one(load(write(tmp_path, "fake", ahead_of_time(""))), tmp_path)
    assert (found.state, found.reason) == ("broken", "no CUDA toolkit was found")
    assert "CUDA_HOME" in found.remedy


NVCC = """
schema = 1
title = "nvcc"
device = "nvptx"
arch = "sm_90"
version = "13"
[compiler]
family = "NVIDIA"
cuda = ["nvcc"]
host_cxx = ["fakegcc"]
[flags]
host = ["-O3"]
cuda = ["-O3"]
[why_not]
serial = "CUDA only"
"""


def test_nvcc_needs_a_host_compiler(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine, name="nvcc", says="release 13.0, V13.0.88")
    one = load(write(tmp_path, "fake", NVCC))
    found = find_one(one, tmp_path)
    assert found.state == "broken"
    assert "host compiler" in found.reason
    fake_compiler(machine, name="fakegcc", says="g++ (GCC) 12.2.0\nFree Software Foundation")
    found = find_one(one, tmp_path)
    assert found.state == "usable"
    line = discovery.configure_line(found, source=tmp_path, build=tmp_path / "b")
    assert f"-DCMAKE_CUDA_COMPILER={machine}/nvcc" in line
    assert f"-DCMAKE_CUDA_HOST_COMPILER={machine}/fakegcc" in line
    assert "-DCMAKE_CUDA_ARCHITECTURES=90" in line
    assert "-DLEAGUE_OMP_FLAGS=" in line
    compiled = next(call for call in calls(machine) if "cuda.cu" in call)
    assert f"-arch=sm_90 -ccbin {machine}/fakegcc -O3" in compiled


# --- what others get ---------------------------------------------------------------------------


def test_the_configure_line_is_complete_and_quoted(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    project = tmp_path / "a project"
    lay_runtime(project / ".deps" / "llvm-openmp" / "19", own=True)
    found = find_one(load(write(tmp_path, "fake", WITH_RUNTIME)), project)
    line = discovery.configure_line(
        found, source=project, build=project / "build" / "fake", extra_dirs=[Path("/x/mine")]
    )
    assert line[:7] == [
        "cmake",
        "-S",
        str(project),
        "-B",
        str(project / "build/fake"),
        "-G",
        "Ninja",
    ]
    assert f"-DCMAKE_CXX_COMPILER={machine}/fakecxx" in line
    assert "-DLEAGUE_TOOLCHAIN=fake" in line
    assert "-DLEAGUE_DEVICE=x86_64" in line
    assert "-DLEAGUE_ONLY=" in line
    assert "-DLEAGUE_EXTRA_DIRS=/x/mine" in line
    # One word in spite of the space.  In quotation marks it would not be: CMake removes those that
    # stand around the whole value of a -D.
    rpath = f"-Wl,-rpath,{tmp_path}/a\\ project/.deps/llvm-openmp/19/lib"
    assert f"-DLEAGUE_OMP_LINK_FLAGS={rpath}" in line


def test_variants_in_fortran_have_a_compiler_or_a_reason(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    found = find_one(load(write(tmp_path, "fake", WITH_RUNTIME)), tmp_path)
    found = replace(found, toolchain=replace(found.toolchain, no_fortran="it does not link"))
    line = discovery.configure_line(found, source=tmp_path, build=tmp_path / "b")
    assert "-DLEAGUE_FORTRAN=" in line
    assert any(w.startswith("-DLEAGUE_WHY_NOT=") and "fortran=it does not link" in w for w in line)
    found = replace(found, fortran_compiler=machine / "fakefc")
    line = discovery.configure_line(found, source=tmp_path, build=tmp_path / "b")
    assert f"-DLEAGUE_FORTRAN={machine}/fakefc" in line


def test_what_a_probe_found_unusable_is_left_out_with_its_reason(
    machine: Path, tmp_path: Path
) -> None:
    fake_compiler(
        machine, compiling='case "$*" in *target*.cpp*) echo "error: a; b=c"; exit 1;; esac'
    )
    found = find_one(offloading(tmp_path), tmp_path)
    line = discovery.configure_line(found, source=tmp_path, build=tmp_path / "b")
    why = next(word for word in line if word.startswith("-DLEAGUE_WHY_NOT="))
    reasons = dict(entry.split("=") for entry in why.split("=", 1)[1].split(";"))
    assert reasons["target"] == "error: a, b,c"
    assert reasons["acc"] == "no OpenACC here"
    assert "omp" not in reasons


def test_the_environment_of_launches_is_filled_in(
    machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_cuda(tmp_path / "cuda", "12.0.1")
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "cuda"))
    fake_compiler(machine)
    text = ahead_of_time("") + '[environment]\nPATH = "{cuda}/bin:{PATH}"\nX = "1"\n'
    found = find_one(load(write(tmp_path, "fake", text)), tmp_path)
    assert discovery.launch_environment(found) == {
        "PATH": f"{tmp_path}/cuda/bin:{machine}:/usr/bin:/bin",
        "X": "1",
    }


def test_the_record_holds_no_path_of_this_machine(machine: Path, tmp_path: Path) -> None:
    fake_compiler(
        machine,
        compiling='case "$*" in *target*.cpp*)'
        f' echo "{tmp_path}/x.cpp:1: error: no"; exit 1;; esac',
    )
    lay_runtime(tmp_path / ".deps" / "llvm-openmp" / "19", own=True)
    record = find_one(load(write(tmp_path, "fake", WITH_RUNTIME)), tmp_path).record()
    text = json.dumps(record)
    assert str(tmp_path) not in text
    assert record["kind"] == "toolchain"
    assert record["state"] == "broken"
    assert record["capabilities"]["target"]["reason"] == "x.cpp:1: error: no"
    assert record["flags"]["omp_link"] == ["-Wl,-rpath,{runtime}/lib"]
    assert set(record["capabilities"]) == {
        name for name, model in models.registry().items() if not model.package
    }


def test_paths_are_cut_out_of_messages() -> None:
    cut = discovery.without_paths
    assert cut("/somewhere/deep/a b/x.cpp:3: error") == "a b/x.cpp:3: error"
    assert cut("install it in {runtime}/lib/x") == "install it in {runtime}/lib/x"
    assert cut("scripts/run_all.py --setup") == "scripts/run_all.py --setup"
    assert cut("target -> target/usm") == "target -> target/usm"


def test_discovering_without_probing_compiles_nothing(machine: Path, tmp_path: Path) -> None:
    fake_compiler(machine)
    found = discover([offloading(tmp_path)], project=tmp_path, probing=False)
    assert found[0].state == "usable"
    assert found[0].capabilities == {}
    assert calls(machine) == []
