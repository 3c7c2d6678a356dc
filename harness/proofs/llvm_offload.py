"""Run the tests of LLVM's offload runtime on the emulated NVIDIA device, by LLVM's own libraries.

The tests are nothing of ours and stay outside: SOURCE is the folder `offload/test` of LLVM 19's
sources (Debian: the `.orig.tar.xz` of the source package llvm-toolchain-19, which `apt-get source
--download-only` fetches where a line `deb-src` is; only that folder of it is needed).  The runner
of the tests, lit, reads the suite's own `lit.cfg` and is told the compiler, flags and libraries of
toolchain clang-19-emulated; each test is a run of it, with all checks on, but for races that leave
the same value.  What LLVM leaves out for NVIDIA GPUs, or for what is not installed, counts as n/a.
What is known to fail stands in harness/proofs/llvm_offload.toml, with whose defect it is and why.
Exit code: 0 nothing failed that is not known, 1 something did, 2 usage or a tool is not there.
"""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from league.base.errors import UsageError
from league.run import emulator
from league.toolchains import discovery, files
from proofs import suites
from proofs.planter import ROOT, End, call, flag

SUITE = suites.Suite("llvm-offload", "LLVM 19's offload tests", "Folder")
TOOLCHAIN = "clang-19-emulated"
#: As the suite names it; what its programs are compiled for by default is told by flags.
TARGET = "nvptx64-nvidia-cuda"
#: Others that tests name; commands for them are left out by the suite's own rule.
OTHERS = ("aarch64-unknown-linux-gnu", "amdgcn-amd-amdhsa", "powerpc64-ibm-linux-gnu",
          "powerpc64le-ibm-linux-gnu", "x86_64-pc-linux-gnu")  # fmt: skip
_SUFFIXES = {".c", ".cpp", ".cc", ".f90"}  # of tests, as the suite says
#: Names of kernels begin with numbers of the file system.
_NUMBERS = re.compile(r"(__omp_offloading_)[0-9a-f]+_[0-9a-f]+_")
#: What a failed test says that is worth a look; the first kind that is there.
_TELLING = tuple(
    re.compile(rf"^# \|(?: check:\S+)? +(?:\d+: )?((?!FileCheck).*\b(?:{words}).*)$", re.M)
    for words in ("fatal|Assertion|undefined", "error:")
)
_ENDED = re.compile(r"^# error: (command failed with exit status: (?!0$).*)$", re.M)
_COMPILERS = ("clang-", "clang++-")


@dataclass(frozen=True)
class Tools:
    """What the runner of the tests is told, and what a test has in its environment."""

    source: Path
    #: variables of the suite's configuration
    settings: Mapping[str, object]
    environment: Mapping[str, str]


def newest(name: str) -> str:
    """A tool of LLVM that Debian keeps off the PATH.  Raises UsageError if it is nowhere."""
    kept = Path("/usr/lib").glob(f"llvm-*/bin/{name}")
    found = [*filter(None, [shutil.which(name)]), *sorted(map(str, kept), reverse=True)]
    if not found:
        raise UsageError(f"there is no {name}; install llvm-19-tools")
    return found[0]


def tools(source: Path, scratch: Path) -> Tools:
    """What tests are run with, on this machine.  Raises UsageError if something is not there."""
    described = files.load(ROOT / f"harness/toolchains/{TOOLCHAIN}.toml")
    found = discovery.discover([described], project=ROOT, probing=False)[0]
    if found.state != "usable" or not found.compiler:
        raise UsageError(f"{TOOLCHAIN}: {found.reason}; scripts/test_all.sh --setup gets it")
    compiler, library = str(found.compiler), emulator.library(ROOT).parent
    runtime = found.places["runtime_lib"]
    registers = scratch / "register.o"  # the back end, as programs of the toolchain do it
    call([compiler, "-O1", "-c", *found.flags("offload_link"), "-o", str(registers)], check=True)
    settings: dict[str, object] = {
        "test_c_compiler": compiler.replace("clang++", "clang"), "test_cxx_compiler": compiler,
        "test_fortran_compiler": "", "test_compiler_features": ["clang", "clang-19"],
        "test_openmp_flags": "-fopenmp",
        "test_extra_flags": " ".join([*found.flags("offload"), str(registers)]),
        "cuda_path": found.places["cuda"], "cuda_libdir": "",
        "cuda_test_arch": described.arch.removeprefix("sm_"), "amdgpu_test_arch": "",
        **dict.fromkeys(("library_dir", "llvm_library_dir", "llvm_library_intdir",
                         "omp_host_rtl_directory", "llvm_lib_directory"), runtime),
        "omp_header_directory": f"{found.places['runtime']}/include", "operating_system": "Linux",
        "libomptarget_all_targets": [TARGET, *OTHERS], "libomptarget_current_target": TARGET,
        "libomptarget_filecheck": newest("FileCheck"), "libomptarget_not": newest("not"),
        "libomptarget_debug": False, "has_libomptarget_ompt": True, "libomptarget_has_libc": False,
    }  # fmt: skip
    environment = {
        **suites.ENVIRONMENT, **discovery.launch_environment(found),
        "LD_LIBRARY_PATH": str(library),
        # Teams on the host have as many threads as tests ask for, however few processors there are.
        "KMP_TEAMS_THREAD_LIMIT": "64",
    }  # fmt: skip
    return Tools(source, settings, environment)


def configuration(with_: Tools, folder: Path) -> str:
    """The site's part of the suite's configuration, for a run in a folder."""
    settings = {**with_.settings, "libomptarget_obj_root": str(folder / "out")}
    findings = {"GPU_EMULATOR_FINDINGS": str(folder / "findings")}
    return "\n".join([
        *(f"config.{name} = {value!r}" for name, value in settings.items()),
        f"config.environment.update({dict(with_.environment) | findings!r})",
        f"config.substitutions.append(('%T', {str(folder)!r}))",  # newer runners have it no more
        f"lit_config.load_config(config, {str(with_.source / 'lit.cfg')!r})",
    ])  # fmt: skip


def tried(test: str, with_: Tools, limit: int) -> End:
    """Run a test, named from SOURCE, and say what it came to."""
    with tempfile.TemporaryDirectory() as name:
        folder, told = Path(name), Path(name) / "told.json"
        (folder / "lit.site.cfg").write_text(configuration(with_, folder))
        lit = [
            sys.executable,
            "-c",
            "from lit.main import main; main()",
            "-j1",
            "-q",
            "-o",
            str(told),
            str(folder),
        ]
        only = ["--filter", f":: {re.escape(test)}$"]
        call(["timeout", "-k5", str(limit), *lit, *only], folder, env={**os.environ})
        if not told.is_file():
            return {"outcome": "too long", "said": f"more than {limit} s"}
        (one,) = (one for one in json.loads(told.read_text())["tests"] if one["code"] != "EXCLUDED")
        said = one["output"].replace(f"{with_.source}/", "").replace(f"{folder}/", "")
        found = suites.lines_of(folder / "findings")
    return judged(
        one["code"], _NUMBERS.sub(r"\1", said), [_NUMBERS.sub(r"\1", one) for one in found]
    )


def judged(code: str, said: str, found: list[str]) -> End:
    """What a test came to, by the runner's word for it, what was printed and what was found."""
    if code in ("UNSUPPORTED", "XFAIL"):
        why = "LLVM expects a failure" if code == "XFAIL" else " ".join(said.split())
        return {"outcome": "n/a", "said": why}
    # What a test demands to be ended by is no fault of it.
    counted = [line for line in found if code != "PASS" or not line.startswith("trap:")]
    if blamed := suites.blamed(said, counted):
        return blamed
    if code == "PASS":
        return {"outcome": "right", "said": ""}
    telling = [line[1].strip() for kind in (*_TELLING, _ENDED) for line in kind.finditer(said)]
    commands = re.findall(r"^# executed command: (?:env )?(\S+)", said, re.M)
    compiling = bool(commands) and Path(commands[-1]).name.startswith(_COMPILERS)
    first = telling[0] if telling else code
    return {"outcome": "not built" if compiling else "wrong", "said": first[:200]}


OPTIONS = (
    flag("source", type=Path, help="the folder offload/test of LLVM 19's sources"),
    *suites.OPTIONS,
)


def run(args: argparse.Namespace) -> int:
    """Run what is selected."""
    source = args.source.resolve()
    if not (source / "lit.cfg").is_file():
        raise UsageError(f"{source} holds no lit.cfg; give offload/test of LLVM 19")
    tests = [file.relative_to(source) for file in sorted(source.rglob("*.*"))
             if file.suffix in _SUFFIXES and "Inputs" not in file.parts]  # fmt: skip
    named = {f"{test.parent} {test.name}": str(test) for test in tests}
    runs = suites.chosen(named, args)
    with tempfile.TemporaryDirectory() as scratch:
        told = tools(source, Path(scratch))
        jobs: dict[str, Callable[[], End]] = {
            name: partial(tried, test, told, args.limit) for name, test in runs.items()
        }
        return suites.tried(SUITE, jobs, args)
