"""Toolchains on this machine: which are usable, how CMake is called for them, how they launch."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from league.base import models, paths
from league.toolchains import compilers
from league.toolchains.files import Toolchain
from league.toolchains.probes import EMULATED, NO_DEVICE, Capability, Job, probe

#: The word of a configure line that says which build of a compiler it is.
COMPILER_BUILD = "LEAGUE_COMPILER_BUILD"

#: The language beside the models, in the list of what a toolchain lacks.
FORTRAN = "fortran"
#: Flags that are a variable of CMake each.
_TOLD_TO_CMAKE = ("host", "omp", "omp_link", "offload", "offload_link", "usm", "acc", "cuda",
                 "cuda_link", "fortran", "fortran_link")  # fmt: skip

_ADVICE = {
    "runtime": (
        "the OpenMP runtime of LLVM {llvm} is missing",
        "python3 scripts/run_all.py --setup -t {name}",
    ),
    "cuda": ("no CUDA toolkit was found", "install the CUDA toolkit or set CUDA_HOME"),
    "rocm_bitcode": ("AMD's device libraries were not found", "apt-get install rocm-device-libs"),
}


@dataclass(frozen=True)
class Found:
    """A toolchain and what this machine has of it."""

    toolchain: Toolchain
    state: str  # usable, broken or absent
    compiler: Path | None = None  # C++ compiler; for nvcc its host compiler
    cuda_compiler: Path | None = None
    version: str = ""
    capabilities: Mapping[str, Capability] = field(default_factory=dict)
    reason: str = ""
    remedy: str = ""
    places: Mapping[str, str] = field(default_factory=dict)  # placeholder -> folder on this machine
    fortran_compiler: Path | None = None  # of the same release; few toolchains have one
    compiler_sha256: str = ""  # of a compiler that was put in the place of the pattern's

    @property
    def name(self) -> str:
        """The toolchain's name, which is also its build folder's."""
        return self.toolchain.name

    @property
    def runs_here(self) -> bool:
        """Whether what this toolchain exists for was seen to run on this machine.

        The emulated device is built together with the benchmarks and needs no hardware.
        """
        can = self.capabilities.get(self.toolchain.purpose())
        if self.state != "usable" or can is None or not can.ok:
            return False
        return self.toolchain.emulated or not can.reason

    def flags(self, kind: str) -> list[str]:
        """Flags of one kind with this machine's folders filled in."""
        return [fill(flag, self.places) for flag in self.toolchain.flags.get(kind, ())]

    @property
    def launcher(self) -> tuple[str, ...]:
        """The words before each of its programs, with this machine's folders filled in."""
        return tuple(fill(word, self.places) for word in self.toolchain.launcher)

    def record(self) -> dict[str, Any]:
        """The record of kind `toolchain`: no absolute path and no user name is in it."""
        built = {"pattern": self.toolchain.pattern, "compiler_sha256": self.compiler_sha256}
        return {
            "kind": "toolchain",
            "toolchain": self.name,
            "title": self.toolchain.title,
            "device": self.toolchain.device,
            "arch": self.toolchain.arch,
            "tried": self.toolchain.tried,
            "state": self.state,
            "compiler": self.toolchain.family,
            "version": self.version,
            "flags": {kind: list(words) for kind, words in self.toolchain.flags.items() if words},
            "capabilities": {
                model: {
                    **asdict(can),
                    "reason": without_paths(can.reason),
                    "remedy": without_paths(can.remedy),
                }
                for model, can in self.capabilities.items()
            },
            "reason": without_paths(self.reason),
            "remedy": without_paths(self.remedy),
            **(built if self.toolchain.pattern else {}),
        }


def fill(text: str, places: Mapping[str, str]) -> str:
    """Put this machine's folders in the place of ``{runtime}`` and its like."""
    if "{runtime}/lib" in text and "runtime_lib" in places:
        text = text.replace("{runtime}/lib", places["runtime_lib"])
    for name, folder in places.items():
        text = text.replace("{" + name + "}", folder)
    return text


def without_paths(text: str) -> str:
    """A message with the folders cut out of it; the last part of each path stays."""
    return re.sub(r"(?<![\w.}<])(?:~|/)(?:[\w.+~@-]*/)+", "", text)


def discover(
    toolchains: Sequence[Toolchain],
    *,
    project: Path,
    progress: Callable[[str], None] | None = None,
    probing: bool = True,
) -> list[Found]:
    """Look for each toolchain on this machine and find out what it can do.

    The first time, that compiles and runs a small program per toolchain and model (about three
    seconds for an offloading toolchain); later calls read the outcome.  `progress` is told in
    plain words what goes on.  Without `probing` the capabilities stay empty.
    """
    places = _common_places(project)
    located = [_stamped(_locate(toolchain, project, places)) for toolchain in toolchains]
    if not probing:
        return located
    jobs = {
        (found.name, model): _job(found, model)
        for found in located
        if found.state == "usable"
        for model in found.toolchain.models()
    }
    unique = {job.key(): job for job in jobs.values()}
    cache = paths.builds(project) / ".probes"
    if progress and any(not (cache / f"{key}.json").exists() for key in unique):
        progress(f"trying out {len({name for name, _ in jobs})} toolchains (once; kept in build/)")
    with ThreadPoolExecutor(max_workers=min(8, os.cpu_count() or 1)) as pool:
        outcome = dict(zip(unique, pool.map(lambda job: probe(job, cache), unique.values())))
    results = {place: outcome[job.key()] for place, job in jobs.items()}
    return [_judge(found, results) for found in located]


def _common_places(project: Path) -> dict[str, str]:
    """The folders that are the same for all toolchains."""
    places = {"project": str(project), "PATH": os.environ.get("PATH", "")}
    cuda, rocm = compilers.cuda_root(), compilers.rocm_bitcode()
    if cuda:
        places["cuda"] = str(cuda)
    if rocm:
        places["rocm_bitcode"] = str(rocm)
    return places


def _locate(toolchain: Toolchain, project: Path, common: Mapping[str, str]) -> Found:
    """Find the compilers and folders of one toolchain; `usable` here means complete so far."""
    family, places = toolchain.family, dict(common)
    wanted = toolchain.cuda or toolchain.cxx
    search = compilers.find(family, wanted, toolchain.version)
    if search.compiler is None:
        version = toolchain.version
        name = wanted[0] if version in wanted[0] else f"{wanted[0]} {version}"
        reason = f"{name} was not found" + (f" ({search.note})" if search.note else "")
        return Found(toolchain, "absent", reason=reason, remedy=_how_to_install(toolchain))
    compiler, version = search.compiler.path, search.compiler.version
    if toolchain.cuda:
        places["cuda"] = str(compiler.resolve().parent.parent)
        host = compilers.find("GNU", toolchain.host_cxx, "").compiler
        found = Found(
            toolchain, "usable", host.path if host else None, compiler, version, places=places
        )
        if host is None:
            reason, remedy = "no host compiler for nvcc was found", toolchain.host_cxx[0]
            return replace(found, state="broken", reason=reason, remedy=f"apt-get install {remedy}")
        return found
    if toolchain.llvm is not None:
        beside = compilers.runtime_beside(compiler) if toolchain.pattern else None
        runtime = beside or compilers.llvm_runtime(project, toolchain.llvm, compiler)
        if runtime is not None:
            places["runtime"] = str(runtime)
            places["runtime_lib"] = str(compilers.library_folder(runtime) or runtime / "lib")
    found = Found(toolchain, "usable", compiler, None, version, places=places)
    make = compilers.FORTRAN_FAMILY.get(family, family)  # of the same release, if there is one
    fortran = compilers.find(make, toolchain.fortran, version.partition(".")[0]).compiler
    if fortran is not None:
        found = replace(found, fortran_compiler=fortran.path)
    for name, (reason, remedy) in _ADVICE.items():
        if name not in places and _needs(toolchain, name):
            reason = reason.format(llvm=toolchain.llvm)
            remedy = remedy.format(name=toolchain.name)
            return replace(found, state="broken", reason=reason, remedy=remedy)
    return found


def _stamped(found: Found) -> Found:
    """Return it with the hash of its compiler, where that is one somebody built."""
    compiler = found.cuda_compiler or found.compiler
    if not found.toolchain.pattern or compiler is None:
        return found
    return replace(found, compiler_sha256=compilers.content(found.toolchain.family, compiler))


def _needs(toolchain: Toolchain, placeholder: str) -> bool:
    """Whether a flag or an environment variable names that folder."""
    texts = [flag for flags in toolchain.flags.values() for flag in flags]
    texts += toolchain.environment.values()
    return any("{" + placeholder + "}" in text for text in texts)


def _how_to_install(toolchain: Toolchain) -> str:
    """The line to type for an absent toolchain."""
    if toolchain.packages:
        return "apt-get install --no-install-recommends " + " ".join(toolchain.packages)
    what = toolchain.cuda or toolchain.cxx
    return f"install it and put {what[0]} on the PATH"


def _job(found: Found, model: str) -> Job:
    """The probe of one model of a toolchain."""
    toolchain = found.toolchain
    stamps = [found.version, *filter(None, [found.compiler_sha256])]
    for path in (found.compiler, found.cuda_compiler):
        stamps.append(str(path.stat().st_mtime_ns) if path else "")
    runtime = found.places.get("runtime_lib")
    if runtime and model != "serial":
        for library in ("libomp.so", "libomptarget.so"):
            path = Path(runtime) / library
            stamps.append(str(path.stat().st_mtime_ns) if path.exists() else "")
    on_cpu = not models.of(model).offloads or toolchain.device in ("host", "x86_64")
    files = [] if on_cpu else compilers.gpus(toolchain.device)
    if found.cuda_compiler is not None:
        command = [str(found.cuda_compiler), "-std=c++17", f"-arch={toolchain.arch}"]
        command += ["-ccbin", str(found.compiler), *found.flags("cuda")]
    else:
        command = [str(found.compiler), "-std=c++17", *_flags_of(found, model)]
    return Job(
        model=model,
        command=tuple(command),
        device_here=on_cpu or bool(files),
        environment=launch_environment(found),
        packages=toolchain.packages,
        fingerprint=" ".join([*stamps, *files]),
    )


def _flags_of(found: Found, model: str) -> list[str]:
    """All flags of a model for one command that compiles and links, in CMake's order."""
    kinds = {
        "serial": ("host",),
        "omp": ("host", "omp", "omp_link"),
        "target": ("host", "omp", "offload", "omp_link", "offload_link"),
        "target-usm": ("host", "omp", "offload", "usm", "omp_link", "offload_link"),
        "acc": ("host", "acc", "offload_link"),
        "cuda": ("host", "cuda", "cuda_link"),
    }
    return [flag for kind in kinds[model] for flag in found.flags(kind)]


def _judge(found: Found, results: Mapping[tuple[str, str], Capability]) -> Found:
    """Join the outcomes of the probes; a toolchain that misses its purpose is broken."""
    toolchain = found.toolchain
    capabilities: dict[str, Capability] = {}
    for model, about in models.registry().items():
        if about.package:
            continue  # whether a loop library is here is found out by CMake
        if found.state != "usable":
            lacks, instead = _lacks(toolchain, model)
            remedy = instead if lacks else found.remedy
            capabilities[model] = Capability(False, lacks or found.reason, remedy, fatal=True)
        elif model in toolchain.models():
            can = results[found.name, model]
            emulated = toolchain.emulated and can.reason == NO_DEVICE
            capabilities[model] = replace(can, reason=EMULATED) if emulated else can
        else:
            lacks, instead = _lacks(toolchain, model)
            lacks = lacks or "this toolchain has no flags for it"
            capabilities[model] = Capability(False, lacks, instead, fatal=True)
    if found.state == "usable":
        refused = _refused_ahead_of_time(found)
        if refused is not None:
            capabilities["target"] = refused
        for model in capabilities:  # what the model it extends cannot do, it cannot do either
            base = models.of(model).extends
            if base and capabilities[base].fatal and not capabilities[model].fatal:
                capabilities[model] = capabilities[base]
    purpose = capabilities[toolchain.purpose()]
    state, reason, remedy = found.state, found.reason, found.remedy
    if state == "usable" and purpose.fatal:
        state, reason, remedy = "broken", purpose.reason, purpose.remedy
    return replace(found, state=state, capabilities=capabilities, reason=reason, remedy=remedy)


def _lacks(toolchain: Toolchain, model: str) -> tuple[str, str]:
    """Why a toolchain has no such model, and what to use instead: apart, as the files join them."""
    lacks = toolchain.no_fortran if model == FORTRAN else toolchain.lacks(model)
    reason, use, instead = lacks.partition(": use ")
    return reason, f"use {instead}" if use else ""


def _refused_ahead_of_time(found: Found) -> Capability | None:
    """The one defect that a machine without a GPU cannot show by running.

    The runtimes of LLVM 17 to 20 refuse machine code written by CUDA 13 and later.
    """
    toolchain = found.toolchain
    flags = toolchain.flags.get("offload", ())
    if toolchain.family != "Clang" or toolchain.device != "nvptx" or not _needs(toolchain, "cuda"):
        return None
    if "-fopenmp-target-jit" in flags or not 17 <= int(found.version.split(".")[0]) <= 20:
        return None
    nvcc = Path(found.places["cuda"]) / "bin" / "nvcc"
    major = compilers.identify("NVIDIA", nvcc).split(".")[0]
    if not major.isdigit() or int(major) < 13:
        return None
    return Capability(
        False,
        f"LLVM {found.version} refuses machine code of CUDA {major} at run time",
        "compile at run time (-foffload-lto -fopenmp-target-jit) or set CUDA_HOME to a CUDA 12",
        fatal=True,
    )


def launch_environment(found: Found) -> dict[str, str]:
    """Variables that programs of this toolchain need at run time, beside those they inherit."""
    return {key: fill(value, found.places) for key, value in found.toolchain.environment.items()}


def cache_variables(toolchain: Toolchain, places: Mapping[str, str]) -> dict[str, str]:
    """The CMake cache variables that describe a toolchain, compilers aside.

    Flags are one string that CMake splits as a shell would.
    """

    def flags(kind: str) -> str:
        return " ".join(_quoted(fill(flag, places)) for flag in toolchain.flags.get(kind, ()))

    variables = {
        "LEAGUE_TOOLCHAIN": toolchain.name,
        "LEAGUE_DEVICE": toolchain.device,
        **{f"LEAGUE_{kind.upper()}_FLAGS": flags(kind) for kind in _TOLD_TO_CMAKE},
        "LEAGUE_WHY_NOT": why_not_list({**toolchain.why_not, FORTRAN: toolchain.no_fortran}),
    }
    if not toolchain.cxx:
        variables["LEAGUE_OMP_FLAGS"] = ""
    if toolchain.cuda:
        variables["CMAKE_CUDA_ARCHITECTURES"] = toolchain.arch.replace("sm_", "")
        if toolchain.emulated:
            variables["CMAKE_CUDA_ARCHITECTURES"] += "-virtual"  # PTX alone
    if toolchain.emulated:
        variables["LEAGUE_EMULATED_DEVICE"] = "ON"
    return variables


def _quoted(word: str) -> str:
    """A word with a backslash before what would split it.

    Not in quotation marks: CMake takes away those around the whole value of a -D.
    """
    return re.sub(r"([^\w@%+=:,./{}<>$-])", r"\\\1", word)


def why_not_list(reasons: Mapping[str, str]) -> str:
    """Reasons, of Fortran too, as ``model=reason;model=reason``, free of what would split it."""
    clean = {model: re.sub(r"[;=\"\\$\n]+", ",", reason) for model, reason in reasons.items()}
    known = (*models.names(), FORTRAN)
    return ";".join(f"{model}={clean[model]}" for model in known if clean.get(model))


def configure_line(
    found: Found, *, source: Path, build: Path, extra_dirs: Sequence[Path] = ()
) -> list[str]:
    """The command that configures a build folder for this toolchain, to be run or to be printed.

    A model that the probe found unusable is named in LEAGUE_WHY_NOT with the probe's reason, which
    makes CMake leave it out.
    """
    variables = cache_variables(found.toolchain, found.places)
    lacked = (*found.toolchain.why_not, FORTRAN)
    reasons = {model: _lacks(found.toolchain, model)[0] for model in lacked}
    fatal = {model: can.reason for model, can in found.capabilities.items() if can.fatal}
    for model, reason in fatal.items():
        reasons[model] = without_paths(reason)
    variables["LEAGUE_WHY_NOT"] = why_not_list(reasons)
    variables["LEAGUE_ONLY"] = ""  # whatever somebody built by hand before
    variables["LEAGUE_EXTRA_DIRS"] = ";".join(str(folder) for folder in extra_dirs)
    line = ["cmake", "-S", str(source), "-B", str(build), "-G", "Ninja"]
    line.append(f"-DCMAKE_CXX_COMPILER={found.compiler or ''}")
    if found.compiler_sha256:  # no cache that knows a compiler by its name and date
        line += [f"-D{COMPILER_BUILD}={found.compiler_sha256}", "-DCMAKE_CXX_COMPILER_LAUNCHER="]
    if found.cuda_compiler is not None and "cuda" not in fatal:
        line.append(f"-DCMAKE_CUDA_COMPILER={found.cuda_compiler}")
        line.append(f"-DCMAKE_CUDA_HOST_COMPILER={found.compiler}")
    line.append(f"-DLEAGUE_FORTRAN={found.fortran_compiler or ''}")
    return line + [f"-D{name}={value}" for name, value in variables.items()]
