"""What is on this machine: compilers, CUDA, LLVM runtimes, device libraries, GPUs."""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from league.base import process
from league.toolchains import runtimes

# Where compilers live that no PATH names, newest last.  {v} is the version asked for.
USUAL_PLACES: Mapping[str, tuple[str, ...]] = {
    "GNU": ("/usr/bin", "/usr/local/bin", "/opt/gcc-{v}*/bin"),
    "Clang": ("/usr/bin", "/usr/lib/llvm-{v}/bin", "/usr/local/bin", "/opt/llvm-{v}*/bin"),
    "Flang": ("/usr/bin", "/usr/lib/llvm-{v}/bin", "/usr/local/bin", "/opt/llvm-{v}*/bin"),
    "NVIDIA": ("/usr/local/cuda-*/bin", "/usr/local/cuda/bin", "/usr/bin", "/opt/cuda/bin"),
    "NVHPC": ("/opt/nvidia/hpc_sdk/Linux_*/*/compilers/bin",),
    "IntelLLVM": ("/opt/intel/oneapi/compiler/*/bin", "/opt/intel/oneapi/compiler/*/linux/bin"),
    "AMDClang": ("/opt/rocm*/bin", "/opt/rocm*/llvm/bin"),
    "CrayClang": ("/opt/cray/pe/cce/*/bin", "/opt/cray/pe/craype/*/bin"),
    "XL": ("/opt/ibm/xlC/*/bin",),
}
# How each compiler says who it is and which version; a compiler of another make does not match.
_IDENTITY: Mapping[str, str] = {
    "GNU": r"\)\s+(\d+(?:\.\d+)+).*\n(?:.*\n)?.*Free Software Foundation",
    "Clang": r"^(?!.*(?:AMD|Cray|Intel|Apple)).*clang version (\d+(?:\.\d+)*)",
    "Flang": r"flang(?:-new)? version (\d+(?:\.\d+)*)",
    "NVIDIA": r"release [\d.]+, V(\d+(?:\.\d+)*)",
    "NVHPC": r"nvc\+\+ (\d+(?:\.\d+)*(?:-\d+)?)",
    "IntelLLVM": r"oneAPI DPC\+\+/C\+\+ Compiler (\d+(?:\.\d+)*)",
    "AMDClang": r"AMD clang version (\d+(?:\.\d+)*)",
    "CrayClang": r"Cray clang version (\d+(?:\.\d+)*)",
    "XL": r"IBM XL C/C\+\+[^\n]*?V?(\d+\.\d+(?:\.\d+)*)",
}
#: How the Fortran compiler of a family says who it is, where not as the others of it do.
FORTRAN_FAMILY: Mapping[str, str] = {"Clang": "Flang"}


@dataclass(frozen=True)
class Compiler:
    """A compiler that is here."""

    path: Path
    version: str


@dataclass(frozen=True)
class Search:
    """The outcome of looking for a compiler: found, or what stood in its place."""

    compiler: Compiler | None
    note: str = ""  # e.g. "clang++ is version 14.0.6"


def find(family: str, names: Iterable[str], version: str) -> Search:
    """Find the first of `names` that is of this make and version.

    `version` is a leading part, such as "19" for 19.1.7; empty accepts any.  Looks on the PATH,
    then where installers of that make put things.
    """
    note = ""
    for name in names:
        for path in _places(family, name, version):
            has = identify(family, path)
            if has and matches(has, version):
                return Search(Compiler(path, has))
            note = note or (f"{path.name} is version {has}" if has else "")
    return Search(None, note)


def matches(has: str, wanted: str) -> bool:
    """Whether version `has` is `wanted` or a release of it: 19.1.7 is a 19, 190.0 is not."""
    return not wanted or has == wanted or has.startswith((wanted + ".", wanted + "-"))


def _places(family: str, name: str, version: str) -> list[Path]:
    """All executables of that name, in the order in which they are preferred."""
    if Path(name).is_absolute():
        return [Path(name)] if os.access(name, os.X_OK) else []
    found: list[Path] = []
    on_path = shutil.which(name)
    if on_path:
        found.append(Path(on_path))
    if family == "NVIDIA":
        found += [folder / "bin" / name for folder in _named("CUDA_HOME", "CUDA_PATH")]
    for pattern in USUAL_PLACES[family]:
        where = pattern.replace("{v}", version)
        found += [one / name for one in sorted(Path("/").glob(where.lstrip("/")), reverse=True)]
    return [path for path in dict.fromkeys(found) if os.access(path, os.X_OK) and path.is_file()]


def _named(*variables: str) -> list[Path]:
    """The folders that variables name, of those that are set."""
    return [Path(os.environ[name]) for name in variables if os.environ.get(name)]


def identify(family: str, compiler: Path) -> str:
    """The version of a compiler of that make; empty when it is of another make or does not run."""
    try:
        changed = compiler.stat().st_mtime_ns
    except OSError:
        return ""
    said = _version_text(compiler, changed, "-qversion" if family == "XL" else "--version")
    found = re.search(_IDENTITY[family], said, re.MULTILINE)
    return found.group(1) if found else ""


@functools.cache
def _version_text(compiler: Path, _changed: int, option: str) -> str:
    """What a compiler answers when asked for its version."""
    try:
        said = process.ask([str(compiler), option], {**os.environ, "LC_ALL": "C"}, 60)
    except OSError:
        return ""
    return "" if said.timed_out else said.text


def cuda_root() -> Path | None:
    """The CUDA toolkit: $CUDA_HOME, the one whose nvcc is on the PATH, or the usual folder."""
    guesses = _named("CUDA_HOME", "CUDA_PATH")
    nvcc = shutil.which("nvcc")
    if nvcc:
        guesses.append(Path(nvcc).resolve().parent.parent)
    guesses += [Path("/usr/local/cuda"), *sorted(Path("/usr/local").glob("cuda-*"), reverse=True)]
    guesses.append(Path("/usr/lib/nvidia-cuda-toolkit"))
    for root in guesses:
        if (root / "bin" / "ptxas").exists() and (root / "nvvm" / "libdevice").is_dir():
            return root
    return None


def content(family: str, compiler: Path) -> str:
    """Return a hash of what compiles: the compiler, the program it calls, libraries beside it.

    Two builds of a compiler may say the same version.
    """
    real = compiler.resolve()
    files = [real]
    if family == "GNU":
        said = process.ask([str(compiler), "-print-prog-name=cc1plus"], dict(os.environ), 60)
        files.append(Path(said.text.strip()))
    for pattern in ("libLLVM*.so*", "libclang*.so*"):
        files += sorted((real.parent.parent / "lib").glob(pattern))
    digest = hashlib.sha256()
    for file in dict.fromkeys(one.resolve() for one in files if one.is_file()):
        with file.open("rb") as source:
            for block in iter(lambda: source.read(2**20), b""):
                digest.update(block)
    return digest.hexdigest()


def llvm_runtime(project: Path, version: int, compiler: Path | None) -> Path | None:
    """The OpenMP runtime of LLVM `version` with libomptarget.

    The project's own side-by-side copy first, then an installed package of the same version, then
    what lies beside the compiler.
    """
    own = runtimes.folder(project, version)
    if runtimes.is_ready(own):
        return own
    installed = Path("/usr/lib") / f"llvm-{version}"
    if library_folder(installed) is not None:
        return installed
    return runtime_beside(compiler) if compiler is not None else None


def runtime_beside(compiler: Path) -> Path | None:
    """The OpenMP runtime that lies beside a compiler somebody built."""
    prefix = compiler.resolve().parent.parent
    return prefix if library_folder(prefix) is not None else None


def library_folder(runtime: Path) -> Path | None:
    """Where in a runtime's prefix libomp and libomptarget are; None unless both are there."""
    for folder in (runtime / "lib", *sorted((runtime / "lib").glob("*-linux-gnu"))):
        if (folder / "libomp.so").exists() and any(folder.glob("libomptarget.so*")):
            return folder
    return None


def rocm_bitcode() -> Path | None:
    """The folder of AMD's device libraries in bitcode."""
    guesses = [folder / "amdgcn/bitcode" for folder in _named("ROCM_PATH")]
    guesses.append(Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"))
    guesses += sorted(Path("/opt").glob("rocm*/amdgcn/bitcode"), reverse=True)
    return next((folder for folder in guesses if (folder / "ockl.bc").exists()), None)


def gpus(device: str) -> list[str]:
    """The device files of GPUs of that kind on this machine; the CPU needs none.

    Device files and not a vendor's tool: they are what a runtime opens, and reading a folder cannot
    hang on a broken driver.
    """
    patterns = {
        "nvptx": "nvidia[0-9]*",
        "amdgcn": "kfd",
        "spir64": "dri/renderD*",
    }
    if device not in patterns:
        return []
    return sorted(str(path) for path in Path("/dev").glob(patterns[device]))
