"""One launch: a process with its environment, limits and timer, and what it left behind."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from league.base import bounds, machine, models, process, reaper
from league.base.errors import LeagueError, why
from league.base.scratch import Scratch, remove, sweep
from league.records import device_counts
from league.run.manifest import Variant
from league.verdicts.judging import STRICT, Judge

#: Share of the physical memory that one launch may take.
MEMORY_SHARE = 0.9
#: Bytes a launch may write into one file; a program that prints without end stops there.
OUTPUT_LIMIT = 64 * 2**20
KEPT_OUTPUT = 64 * 2**10
#: Bytes of a record that are read: a hundred thousand samples, and more.
RECORD_LIMIT = 16 * 2**20
#: Bytes of a further file that are read.
FURTHER_LIMIT = OUTPUT_LIMIT
#: In the words of a launcher, the number of processes that it starts.
RANKS = "{ranks}"
_RECORD = "record.jsonl"

# Settings of the user that change what is measured; they are handed on, and recorded.
_TELLING = ("OMP_", "GOMP_", "KMP_", "LIBOMPTARGET_", "ACC_", "CUDA_", "ROCR_", "HIP_")
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Outcome:
    """What one process did; ``exit_code`` is negative for a signal, as in subprocess."""

    exit_code: int
    timed_out: bool
    over_memory: bool
    wall_ns: int
    output: str
    record_text: str
    throttled: bool
    cannot_start: str = ""
    #: why there is a record that cannot be read; empty if it can, or there is none
    unreadable: str = ""
    #: names of processes that had left its group and were still running when it ended
    left: tuple[str, ...] = ()
    #: text of the further file that was asked for; empty if there is none, or it cannot be read
    further: str = ""


def kind_of(variant: Variant) -> str:
    """Return what kind of device a variant uses, nothing if it has none of its own."""
    return variant.device if variant.offloads and variant.device != "host" else ""


def device_variables(kind: str, number: int, user: Mapping[str, str]) -> dict[str, str]:
    """Return what makes a runtime use device ``number`` of a kind.

    Numbers count the GPUs that the user, or the batch system, has made visible.
    """
    if not kind:
        return {}
    if kind == "x86_64":
        return {"OMP_DEFAULT_DEVICE": str(number)}
    hides = "ROCR_VISIBLE_DEVICES" if kind == "amdgcn" else "CUDA_VISIBLE_DEVICES"
    if hides not in user:
        return {hides: str(number)}  # the one that is left has number 0
    visible = [one.strip() for one in user[hides].split(",") if one.strip()]
    return {hides: visible[number] if number < len(visible) else ""}


def variables_of(
    variant: Variant,
    toolchain: Mapping[str, str],
    user: Mapping[str, str],
    device: int | None = None,
    judge: Judge = STRICT,
) -> dict[str, str]:
    """Return the variables set for launches of a variant, the user's telling ones included.

    ``toolchain`` is what its file sets; ``device`` a number, or None for what the runtime chooses.
    Offload models run with OMP_TARGET_OFFLOAD=MANDATORY, so that a missing device is an error and
    not a quiet run on the host.  Host threads are bound to cores unless the user decided otherwise;
    how many there are is left to the runtime.
    """
    chosen = {name: value for name, value in user.items() if name.startswith(_TELLING)}
    chosen.pop("OMP_TARGET_OFFLOAD", None)
    if variant.model == "omp":
        chosen.setdefault("OMP_PROC_BIND", "close")
        chosen.setdefault("OMP_PLACES", "cores")
    chosen.update(toolchain)
    if variant.offloads:
        chosen["OMP_TARGET_OFFLOAD"] = "MANDATORY" if judge.mandatory else "DEFAULT"
    if device is not None:
        chosen.update(device_variables(kind_of(variant), device, user))
    return chosen


def memory_limit(variant: Variant) -> int | None:
    """Return how many bytes of data a launch may map; None for GPUs: their drivers reserve more."""
    total = machine.memory_bytes()
    on_gpu = models.of(variant.model).is_cuda or (
        variant.offloads and variant.device not in ("host", "x86_64")
    )
    return None if on_gpu or total is None else int(total * MEMORY_SHARE)


def _limits(memory: int | None) -> Callable[[], None]:
    """Return what the child does between fork and exec: limits, and to die with its parent."""

    def lower(which: int, value: int) -> None:
        _, hard = resource.getrlimit(which)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(which, (value, hard))

    parent = os.getpid()

    def prepare() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)  # it died before it could take this process along
        lower(resource.RLIMIT_CORE, 0)
        lower(resource.RLIMIT_FSIZE, OUTPUT_LIMIT)
        if memory is not None:
            lower(resource.RLIMIT_DATA, memory)

    return prepare


def _kills_for_memory() -> int:
    """Return how many processes the kernel has killed for want of memory."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text(encoding="ascii").splitlines():
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0


@dataclass(frozen=True)
class Program:
    """What all launches of one executable have in common."""

    command: tuple[str, ...]
    #: variables that are set for it, the user's telling ones included
    variables: Mapping[str, str]
    #: bytes of data it may map; None: as many as it likes
    memory: int | None = None
    #: folders that are cut out of what it prints
    folders: tuple[Path, ...] = ()
    #: the variable that tells it where its record goes; empty: ``--record FILE`` does
    record_variable: str = ""
    #: variables that are taken away where they are not set
    unset: tuple[str, ...] = ("OMP_TARGET_OFFLOAD",)
    #: where it starts; None: in its scratch folder
    cwd: Path | None = None
    #: a file in its scratch folder that is read, too
    further: str = ""
    #: words before its command; in them ``{ranks}`` stands for how many processes it starts
    launcher: tuple[str, ...] = ()
    ranks: int = 1


def program_of(
    variant: Variant,
    toolchain: Mapping[str, str],
    device: int | None,
    judge: Judge,
    folders: Sequence[Path] = (),
    launcher: Sequence[str] = (),
) -> Program:
    """Return the program of a variant, which must be built, as `variables_of` has it.

    Under a launcher it may map what it likes: that needs room of its own.
    """
    assert variant.executable is not None
    variables = variables_of(variant, toolchain, os.environ, device, judge)
    return Program(
        (str(variant.executable),),
        variables,
        None if launcher else memory_limit(variant),
        (variant.build, *folders),
        further=variables.get(device_counts.VARIABLE, ""),
        launcher=tuple(launcher),
    )


class Launcher(contextlib.AbstractContextManager["Launcher"]):
    """Starts processes, each in a fresh scratch folder; the only place that launches programs.

    A program may do to its folder what it likes: what it left there is opened through the folder as
    it was made, links are not followed, and only plain files of a bounded size are read.
    Threads may share one.
    """

    def __init__(self) -> None:
        reaper.end_abandoned()
        sweep()
        self._scratch = Scratch()
        self._heat = machine.HeatCounter()
        self._kills = _kills_for_memory()

    def __exit__(self, *_: object) -> None:
        self._scratch.close()

    def start(
        self,
        program: Program,
        words: Sequence[str] = (),
        environment: Iterable[tuple[str, str]] = (),
        *,
        timeout_s: float,
        grace_s: float = process.GRACE_S,
    ) -> Outcome:
        """Run a program with further words and variables until its end, or that of its time.

        The process leads a group and a session of its own; at the end nothing of it is left, not
        even what has left the group.
        """
        folder = self._scratch.folder("launch-")
        record = str(folder / _RECORD)
        starts = [word.replace(RANKS, str(program.ranks)) for word in program.launcher]
        command = [*starts, *program.command, *words]
        variables = {k: value for k, value in os.environ.items() if k not in program.unset}
        variables.update(program.variables, **dict(environment))
        if program.record_variable:
            variables[program.record_variable] = record
        else:
            command += ["--record", record]
        try:
            with _opened(folder) as place, _output_file(place) as sink:
                heat = self._heat.count()
                began = time.monotonic_ns()
                try:
                    child = reaper.start(
                        command,
                        variables,
                        stdin=subprocess.DEVNULL,
                        stdout=sink,
                        stderr=subprocess.STDOUT,
                        cwd=program.cwd or folder,
                        preexec_fn=_limits(program.memory),
                    )
                except (OSError, subprocess.SubprocessError, ValueError) as error:
                    first = "".join(f" {Path(word).name}" for word in program.launcher[:1])
                    told = f"cannot start{first}: {why(error)}"
                    return Outcome(127, False, False, 0, "", "", False, told)
                try:
                    timed_out = process.reap(child.process, timeout_s, grace_s)
                    wall_ns = time.monotonic_ns() - began
                finally:
                    left = reaper.clear(child)
                exit_code = child.process.returncode
                text, unreadable = _read(place, _RECORD, RECORD_LIMIT)
                if not text and exit_code == 0:
                    self._complain_if_full()
                return Outcome(
                    exit_code=exit_code,
                    timed_out=timed_out,
                    over_memory=not timed_out and self._killed_for_memory(exit_code),
                    wall_ns=wall_ns,
                    output=_end_of(sink, KEPT_OUTPUT),
                    record_text=text,
                    throttled=self._heat.count() > heat,
                    unreadable=unreadable,
                    left=left,
                    further=_read(place, program.further, FURTHER_LIMIT)[0],
                )
        finally:
            remove(folder)

    def _killed_for_memory(self, exit_code: int) -> bool:
        if exit_code != -signal.SIGKILL:
            return False
        before, self._kills = self._kills, _kills_for_memory()
        return self._kills > before

    def _complain_if_full(self) -> None:
        """Do not blame a program for a record that did not fit on the disk."""
        disk = self._scratch.path.parent
        if os.statvfs(disk).f_bavail == 0:
            raise LeagueError(f"the disk of {disk} is full; make room there or set TMPDIR")


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Hold a folder that was just made: it stays the same whatever becomes of its name."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(folder, flags)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _output_file(place: int) -> BinaryIO:
    """Make the file for what a program prints; it is read through the same descriptor."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.fdopen(os.open("output", flags, 0o600, dir_fd=place), "w+b", buffering=0)


def _end_of(source: BinaryIO, limit: int) -> str:
    size = source.seek(0, os.SEEK_END)
    source.seek(max(0, size - limit))
    return source.read(limit).decode("utf-8", "replace")


def _read(place: int, name: str, limit: int) -> tuple[str, str]:
    """Return the text of a file in a folder, or an empty one and what keeps it from being read."""
    try:
        with bounds.open_regular(name, place=place) as source:
            status = os.fstat(source.fileno())
            if status.st_nlink > 1:
                return "", "record cannot be read: it is another file's second name"
            if status.st_size > limit:
                return "", f"record of {status.st_size} bytes is too large, {limit} are read"
            return source.read(limit).decode("utf-8", "replace"), ""
    except FileNotFoundError:
        return "", ""
    except OSError as error:
        told = "it is a link" if error.errno == errno.ELOOP else why(error)
        return "", f"record cannot be read: {told}"
