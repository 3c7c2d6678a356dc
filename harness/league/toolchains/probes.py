"""What a toolchain can do, found out by compiling, linking and running one tiny program per model.

A missing device runtime or a ptxas that does not know the architecture would otherwise show as
dozens of failing builds.  The outcome is kept in ``<project>/build/.probes`` under a key of
everything it depends on, so asking again is free.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from league.base import models, process
from league.base.error_lines import error_line
from league.base.scratch import Scratch
from league.records import kept
from league.records.schema import validate
from league.verdicts import judging

PROGRAMS = Path(__file__).parent / "programs"
_COMPILE_SECONDS = 180
_RUN_SECONDS = 60
NO_DEVICE = "no device on this machine"
#: The device is built together with the benchmarks, so that the probe has none.
EMULATED = "on an emulated device"


@dataclass(frozen=True)
class Capability:
    """What became of one model: `ok` to build; `fatal` means that building is pointless.

    Neither ok nor fatal: the compiler says that it does not support this.  That is a result, so the
    benchmarks are still built and their cells say `unsupported`.
    """

    ok: bool
    reason: str = ""
    remedy: str = ""
    fatal: bool = False


def program_of(model: str) -> Path:
    """Return the source of a model's probe, which is named after it."""
    return PROGRAMS / f"{model}{models.of(model).suffix}"


@dataclass(frozen=True)
class Job:
    """One probe: how to compile it, and whether there is a device to run it on."""

    model: str
    command: tuple[str, ...]  # compiler and flags, without source and output
    device_here: bool
    environment: Mapping[str, str] = field(default_factory=dict)
    packages: tuple[str, ...] = ()
    fingerprint: str = ""  # of compiler and runtime: versions and times of change

    def key(self) -> str:
        """A name for everything the outcome depends on."""
        source = program_of(self.model).read_text(encoding="utf-8")
        code = Path(__file__).read_text(encoding="utf-8")
        parts = [asdict(self), source, code]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]


#: What exit codes of a probe mean.
_ENDS = {
    1: "runs, but the answer is wrong",
    3: "the region ran on the host although a device exists",
    124: "the program did not end",
}
# What tools say, what it means, what to do.  {packages} are the toolchain's Debian packages.
_CAUSES: Sequence[tuple[str, str, str]] = (
    (
        r"sorry, unimplemented",
        "the compiler says that it does not implement this",
        "",
    ),
    (
        r"Value 'sm_\d+' is not defined for option 'gpu-name'",
        "ptxas does not know the architecture that the compiler asks for by default",
        "state it in the toolchain's flags (GCC: -foffload-options=nvptx-none=-misa=sm_80)",
    ),
    (
        r"libomptarget-\S*(?:nvptx|amdgpu|amdgcn)|libompdevice"
        r"|no library 'libomptarget|bitcode library '.*' does not exist",
        "this LLVM has no device runtime for that target",
        "use a version whose packages hold one (16 or 19), or build LLVM with offload runtimes",
    ),
    (
        r"cannot find (?:ROCm )?device library|cannot find ROCm|oclc_isa_version|rocm-device-lib",
        "AMD's device libraries are missing or do not know that architecture",
        "apt-get install rocm-device-libs, or a ROCm new enough for it",
    ),
    (
        r"cannot find CUDA installation|cannot find libdevice",
        "no CUDA toolkit was found",
        "install the CUDA toolkit or set CUDA_HOME",
    ),
    (
        r"(?:unable to execute command|posix_spawn failed|No such file).*ptxas|ptxas.*not found"
        r"|cannot find 'ptxas'",
        "ptxas was not found",
        "install the CUDA toolkit or set CUDA_HOME",
    ),
    (
        r"accel/\S*/?mkoffload|not configured to support .* as .-foffload",
        "the offload compiler for that target is not installed",
        "apt-get install --no-install-recommends {packages}",
    ),
    (
        r"unable to execute command|posix_spawn failed"
        r"|clang-(?:linker-wrapper|offload-packager|nvlink-wrapper).*(?:not found|No such)",
        "a tool that links or packs device images is missing",
        "apt-get install --no-install-recommends {packages}",
    ),
    (
        r"omp\.h.*(?:not found|No such file)|(?:cannot|unable to) find .*-lomp",
        "the OpenMP runtime is missing",
        "python3 scripts/run_all.py --setup",
    ),
    (
        r"openacc\.h.*(?:not found|No such file)",
        "the compiler has no OpenACC runtime",
        "",
    ),
    (
        r"cublas_v2\.h.*No such file|cannot find -lcublas",
        "the cuBLAS library was not found",
        "install cuBLAS of the same CUDA version",
    ),
    (
        r"cufft\.h.*No such file|cannot find -lcufft",
        "the cuFFT library was not found",
        "install cuFFT of the same CUDA version",
    ),
    (
        r"cusparse\.h.*No such file|cannot find -lcusparse",
        "the cuSPARSE library was not found",
        "install cuSPARSE of the same CUDA version",
    ),
    (
        r"cub/.*No such file",
        "the CUB headers were not found",
        "install CUB of the same CUDA version",
    ),
    (
        r"Unsupported gpu architecture|unknown target CPU|unsupported CUDA gpu architecture",
        "the compiler does not know that architecture",
        "use another version of the compiler or another architecture",
    ),
    (
        r"No images found compatible",
        "the runtime refuses the device image",
        "use a compiler and a CUDA toolkit that belong together, or compile at run time",
    ),
    (
        r"Unable to find target for this triple",
        "the runtime's own compiler has no back end for this GPU",
        "link harness/toolchains/support/register_nvptx.cpp",
    ),
    (
        r"OMP: Error #15",
        "two OpenMP runtimes meet in one process",
        "python3 scripts/run_all.py --setup",
    ),
    (
        r"error while loading shared libraries: (?P<what>[^:\s]+)",
        "{what} is not found when the program starts",
        "python3 scripts/run_all.py --setup",
    ),
)


#: Changes with every package that is installed or removed.
_INSTALLED = Path("/var/lib/dpkg/status")


def probe(job: Job, cache: Path) -> Capability:
    """The outcome of one probe, from the cache when nothing it depends on has changed.

    What failed is tried again when packages were installed since: what was missing may be there.
    """
    entry = cache / f"{job.key()}.json"
    known = kept.read_table(entry)
    if not validate(known, "capability"):
        told = Capability(**known)
        if not (told.fatal and _changed(_INSTALLED) > _changed(entry)):
            return told
    outcome = _try(job)
    kept.write(entry, asdict(outcome))
    return outcome


def _changed(file: Path) -> float:
    return file.stat().st_mtime if file.exists() else 0.0


def _try(job: Job) -> Capability:
    """Compile, link and, where there is a device, run."""
    with Scratch() as scratch:
        folder, program = str(scratch.path), scratch.path / "probe"
        source = program_of(job.model)
        library = models.of(job.model).library
        libraries = [f"-l{library}"] if library else []
        status, said = _run(
            [*job.command, str(source), *libraries, "-o", str(program)],
            job.environment,
            _COMPILE_SECONDS,
        )
        if status != 0:
            return _failed_build(job, said.replace(folder, "").replace(str(PROGRAMS), ""))
        if not job.device_here:
            return Capability(True, NO_DEVICE)
        status, said = _run([str(program)], job.environment, _RUN_SECONDS)
        return _judged(job, status, said.replace(folder, ""))


def _run(command: Sequence[str], environment: Mapping[str, str], seconds: float) -> tuple[int, str]:
    """Exit status (128 + signal when killed, 124 after the time limit) and what was printed."""
    try:
        said = process.ask(
            command,
            {
                **os.environ,
                "LC_ALL": "C",
                "OMP_TARGET_OFFLOAD": "MANDATORY",
                "OMP_NUM_THREADS": "2",
                **environment,
            },
            seconds,
        )
    except OSError as error:
        return 127, str(error)
    if said.timed_out:
        return 124, "took too long"
    status = said.exit_code
    return (128 - status if status < 0 else status), said.text


def _failed_build(job: Job, said: str) -> Capability:
    """The verdict on a probe that did not compile or link."""
    reason, remedy = explain(said, job.packages)
    # The plain models are the least a toolchain must do; unified memory is a feature it may lack.
    unsupported = "sorry, unimplemented" in said or job.model == "target-usm"
    return Capability(False, reason, remedy, fatal=not unsupported)


def _judged(job: Job, status: int, said: str) -> Capability:
    """The verdict on a probe that ran where a device should be."""
    if status == 0:
        return Capability(True)
    if status == 77:
        return Capability(
            True,
            "builds, but its runtime sees no device although this machine has one",
            "install the runtime's plug-in for this device and check that its driver can be loaded",
        )
    cause = _known_cause(said, job.packages)
    # What never reaches its device is left out.  A wrong answer or a crash of a model that does run
    # is a result to record, not a reason to look away; only the plain models must simply work.
    broken = cause is not None or status in (3, 127) or not models.of(job.model).offloads
    if cause is not None:
        reason, remedy = cause
    else:
        reason, remedy = _ENDS.get(status) or _error(said), ""
        if status > 128:
            reason = f"the program crashed ({judging.signal_name(status - 128)})"
    return Capability(False, reason, remedy, fatal=broken and job.model != "target-usm")


def explain(said: str, packages: Sequence[str]) -> tuple[str, str]:
    """Reason and remedy for what a tool printed; without a known cause, its first error line."""
    return _known_cause(said, packages) or (_error(said), "")


def _error(said: str) -> str:
    return error_line(said)[:200] or "no message"


def _known_cause(said: str, packages: Sequence[str]) -> tuple[str, str] | None:
    """Reason and remedy of the first cause in the table that fits."""
    for pattern, reason, remedy in _CAUSES:
        found = re.search(pattern, said)
        if found:
            words = {"packages": " ".join(packages), **found.groupdict()}
            if "{packages}" in remedy and not packages:
                remedy = "complete the installation of this compiler"
            return reason.format(**words), remedy.format(**words)
    return None
