"""Describes the machine a run was made on, without naming it or its users."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from league.base import process

_CPU = Path("/sys/devices/system/cpu")
_NODES = Path("/sys/devices/system/node")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _first_line(path: Path) -> str:
    """Return the first line of a file, of which the kernel makes no more than is read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as source:
            return source.readline()
    except OSError:
        return ""


def memory_bytes() -> int | None:
    """Return the physical memory in bytes, or a smaller limit of the control group."""
    found = []
    for line in _read(Path("/proc/meminfo")).splitlines():
        if line.startswith("MemTotal:"):
            found.append(int(line.split()[1]) * 1024)
    limit = _read(Path("/sys/fs/cgroup/memory.max"))
    if limit.isdigit():
        found.append(int(limit))
    return min(found) if found else None


def _cpu_info() -> tuple[str, int | None]:
    """Return the processor's name and the number of sockets."""
    name = ""
    packages = set()
    for line in _read(Path("/proc/cpuinfo")).splitlines():
        key, _, value = line.partition(":")
        key = key.strip()
        if key == "model name" and not name:
            name = " ".join(value.split())
        elif key == "physical id":
            packages.add(value.strip())
    return name or platform.machine(), len(packages) or None


def _os_name() -> str:
    for line in _read(Path("/etc/os-release")).splitlines():
        if line.startswith("PRETTY_NAME="):
            return line.partition("=")[2].strip().strip('"')
    return platform.system()


def gpus() -> list[dict[str, Any]]:
    """Return name, driver and memory of every NVIDIA GPU the driver's own tool lists."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return []
    query = "--query-gpu=name,driver_version,memory.total"
    answer = process.quietly([tool, query, "--format=csv,noheader,nounits"])
    found = []
    for line in answer.stdout.splitlines() if answer.returncode == 0 else []:
        parts = [part.strip() for part in line.split(",")]
        if len(parts) == 3:
            memory = int(parts[2]) * 2**20 if parts[2].isdigit() else None
            found.append({"name": parts[0], "driver": parts[1], "memory_bytes": memory})
    return found


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers as Linux lists processors: ``0-3,8``."""
    told: list[list[int]] = []
    for number in sorted(set(numbers)):
        if told and told[-1][-1] == number - 1:
            told[-1][1:] = [number]
        else:
            told.append([number])
    return ",".join("-".join(map(str, one)) for one in told)


def _numbers(text: str) -> set[int]:
    """Return the numbers of such a list."""
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def binding(folder: Path = _NODES, own: Path = Path("/proc/self")) -> dict[str, Any]:
    """Return to what this process, and what it starts, is bound; None for what nothing tells.

    ``cpus`` it may run on, the NUMA ``nodes`` these belong to, the ``memory_nodes`` it may take
    memory from, and the ``policy`` by which it does: ``default``, ``bind:0``, ``interleave:0-1``.
    """
    cpus = os.sched_getaffinity(0)
    nodes = [
        int(one.name[4:])
        for one in folder.glob("node[0-9]*")
        if cpus & _numbers(_read(one / "cpulist"))
    ]
    allowed = re.search(r"^Mems_allowed_list:\s*(\S+)", _read(own / "status"), re.MULTILINE)
    mapped = _first_line(own / "numa_maps").split(None, 2)
    return {
        "cpus": ranges(cpus) or None,
        "nodes": ranges(nodes) or None,
        "memory_nodes": allowed.group(1) if allowed else None,
        "policy": mapped[1] if len(mapped) > 1 else None,
    }


@contextlib.contextmanager
def own_share(number: int, count: int) -> Iterator[None]:
    """Bind this thread, and what it starts, to its share of the processors it may run on.

    It is the ``number``-th of ``count`` equal ones, neighbours each; where there are fewer
    processors than shares, all of them.
    """
    every = os.sched_getaffinity(0)
    cores = sorted(every)
    first, last = (number % count) * len(cores) // count, (number % count + 1) * len(cores) // count
    os.sched_setaffinity(0, cores[first:last] or cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, every)


def describe() -> dict[str, Any]:
    """Return the machine record: processor, memory, system, clock governor, load, GPUs."""
    cpu, sockets = _cpu_info()
    return {
        "kind": "machine",
        "cpu": cpu,
        "cores": len(os.sched_getaffinity(0)),
        "sockets": sockets,
        "memory_bytes": memory_bytes(),
        "os": _os_name(),
        "kernel": platform.release(),
        "governor": _read(_CPU / "cpu0/cpufreq/scaling_governor") or "unknown",
        "load": [round(value, 2) for value in os.getloadavg()],
        "gpus": gpus(),
    }


class HeatCounter:
    """Counts how often the processors lowered their clock because of heat, where they tell."""

    def __init__(self, folder: Path = _CPU) -> None:
        by_package: dict[str, Path] = {}
        for file in sorted(folder.glob("cpu[0-9]*/thermal_throttle/package_throttle_count")):
            package = _read(file.parent.parent / "topology/physical_package_id")
            by_package.setdefault(package, file)
        self._files = list(by_package.values())

    def count(self) -> int:
        """Return the events since the machine started; 0 where nothing tells."""
        return sum(int(text) for text in map(_read, self._files) if text.isdigit())
