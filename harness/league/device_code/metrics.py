"""What the machine code of a variant asks of a GPU: registers, memory, instructions.

Nothing is run.  The numbers are those of NVIDIA's own tools, so that they are equal wherever the
executable is: they can be compared and gated where there is no GPU and no quiet machine.
"""

from __future__ import annotations

import hashlib
import re
import struct
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from league.device_code import images, ptx, sass, tools

#: What `summary` returns; less of each is better.
QUANTITIES = ("registers", "stack", "static_shared", "local_instructions", "machine_instructions")
#: Kernels of an executable that are kept.
MOST_KERNELS = 200
_USAGE = re.compile(r"\b(REG|STACK|SHARED|LOCAL):(\d+)")
_SYMBOL = re.compile(r"^\s*Function (\S+):\s*\n\s*(REG:[^\n]*)", re.MULTILINE)
#: The core's own kernels, which ask where they run.
OWN = re.compile(r"^_Z4markPi$|N6league14runs_on_deviceEv")
_OMP_PLACE = re.compile(r"__omp_offloading_[0-9a-f]+_[0-9a-f]+_")

_OF_GCC = "$_omp_fn$"
_TARGET = re.compile(r"^\s*\.target\s+sm_(\d+)", re.MULTILINE)
#: Bytes of shared memory that the system keeps of each block, which tools count from sm_90 on where
#: a kernel has some of its own.
_KEPT_SHARED, _KEPT_SINCE = 1024, 90
#: Where GCC begins a function in its PTX.
_FUNCTION = re.compile(
    r"^(?:// BEGIN (?:GLOBAL )?FUNCTION DEF: |[^\n]*\.entry )([\w$]+)", re.MULTILINE
)
_NAME = re.compile(r"[\w$]+")
#: How a kernel of Clang begins: all threads run its loop, or one hands out work.
_MODES = {1: "generic", 2: "spmd", 3: "generic-spmd"}


def of_executable(executable: Path, arch: str = "sm_90") -> dict[str, Any] | None:
    """Return what is known of the device code of an executable; None if there is none to read.

    ``arch`` is what modules of PTX are compiled for, as a driver would.  The dictionary has
    ``arch``, ``image_sha256``, where there is PTX of nvcc alone ``ptx_sha256`` (the same wherever
    it was built) and ``symbols`` (registers by the name in the module), and ``kernels``, each with
    ``kernel``, ``registers`` (a thread), ``stack`` and ``shared`` (bytes), ``local`` (instructions
    on local memory: spills, stacks and a thread's own arrays), ``instructions``, ``mix`` (by class)
    and ``mode`` (of OpenMP; empty where there is none).  ``registers`` of GCC's kernels are those
    of whatever they may call, too: the driver links their modules, and gives a kernel the most of
    what it reaches.
    """
    if tools.missing():
        return None
    with tempfile.TemporaryDirectory(prefix="league-code-") as name:
        folder = Path(name)
        texts: list[str] = []
        found = _cubins(executable, folder, arch, texts)
        kernels: list[dict[str, Any]] = []
        for cubin in found:
            kernels += _kernels(cubin)
        if not kernels:
            return None
        files = sorted(folder.glob("image*.ptx"))
        texts_of_gcc = [file.read_text(encoding="utf-8", errors="replace") for file in files]
        if texts_of_gcc:
            own: dict[str, int] = {}
            for cubin in found:
                listing = tools.run(tools.find("nvdisasm"), "-c", str(cubin))
                for function, count in sass.registers(listing).items():
                    own[function] = max(count, own.get(function, 0))
            most = with_callees(texts_of_gcc, own)
            for kernel in kernels:
                kernel["registers"] = max(kernel["registers"], most.get(kernel["kernel"], 0))
        digest = hashlib.sha256(b"".join(sorted(cubin.read_bytes() for cubin in found)))
        symbols: dict[str, int] = {}
        for cubin in found if texts else ():
            symbols |= tools.registers(cubin)
    return {
        "arch": arch,
        "image_sha256": digest.hexdigest(),
        **({"ptx_sha256": ptx.digest(texts), "symbols": symbols} if texts else {}),
        "kernels": sorted(kernels, key=lambda kernel: str(kernel["kernel"]))[:MOST_KERNELS],
    }


def with_callees(texts: Iterable[str], own: Mapping[str, int]) -> dict[str, int]:
    """Return the most registers of each function and of all that it may reach.

    ``texts`` are GCC's modules of PTX, ``own`` the registers of each function.  Whatever a function
    names may be called by it, also through an address; what has no registers told is left out.
    """
    names: dict[str, set[str]] = {}
    for text in texts:
        parts = _FUNCTION.split(text)
        for name, body in zip(parts[1::2], parts[2::2]):
            names.setdefault(name, set()).update(set(_NAME.findall(body)) & own.keys())
    most = {}
    for name in own:
        reached, waiting = {name}, [name]
        while waiting:
            fresh = names.get(waiting.pop(), set()) - reached
            reached |= fresh
            waiting += fresh
        most[name] = max(own[one] for one in reached)
    return most


def summary(code: Mapping[str, Any]) -> dict[str, int]:
    """Return one number a quantity: the most of any kernel, or all together."""
    kernels = code["kernels"]
    return {
        "registers": max(int(kernel["registers"]) for kernel in kernels),
        "stack": max(int(kernel["stack"]) for kernel in kernels),
        "static_shared": max(int(kernel["shared"]) for kernel in kernels),
        "local_instructions": sum(int(kernel["local"]) for kernel in kernels),
        "machine_instructions": sum(int(kernel["instructions"]) for kernel in kernels),
    }


def _cubins(executable: Path, folder: Path, arch: str, texts: list[str]) -> list[Path]:
    """Write the machine code of an executable into files, what is PTX alone compiled first.

    ``texts`` gets the PTX that nvcc left to the driver.
    """
    found = []
    for number, image in enumerate(images.images(executable)):
        file = folder / f"image{number}.{'cubin' if image.kind == 'cubin' else 'ptx'}"
        file.write_bytes(image.data)
        file = file if image.kind == "cubin" else tools.compiled(file, arch)
        found += [file] if file.is_file() else []
    if not found:
        found = _of_fat_binaries(executable.resolve(), folder, arch, texts)
    return found


def _of_fat_binaries(executable: Path, folder: Path, arch: str, texts: list[str]) -> list[Path]:
    cuobjdump = tools.find("cuobjdump")
    tools.run(cuobjdump, "-xelf", "all", str(executable), cwd=folder)
    found = sorted(folder.glob("*.cubin"))
    if not found:
        texts += ptx.modules(tools.run(cuobjdump, "--dump-ptx", str(executable)))
        for number, text in enumerate(texts):  # files of one name, which -xptx would overwrite
            file = folder / f"module{number}.ptx"
            file.write_text(text, encoding="utf-8")
            found.append(tools.compiled(file, arch))
    return [file for file in found if file.is_file()]


def _kernels(cubin: Path) -> list[dict[str, Any]]:
    usage = tools.run(tools.find("cuobjdump"), "--dump-resource-usage", str(cubin))
    listing = tools.run(tools.find("nvdisasm"), "-c", str(cubin))
    mixes = sass.mixes(listing)
    target = _TARGET.search(listing)
    kept = _KEPT_SHARED if target and int(target[1]) >= _KEPT_SINCE else 0
    data = cubin.read_bytes()
    kernels = []
    for name, line in _SYMBOL.findall(usage):
        if OWN.search(name) or name not in mixes:
            continue
        told = {key: int(value) for key, value in _USAGE.findall(line)}
        mix = mixes[name]
        kernels.append(
            {
                "kernel": stable_name(name),
                "registers": told.get("REG", 0),
                "stack": told.get("STACK", 0),
                "shared": max(0, told.get("SHARED", 0) - kept),
                "local": mix["load_local"] + mix["store_local"],
                "instructions": sum(mix.values()),
                "mix": dict(sorted(mix.items())),
                "mode": _mode(data, name),
            }
        )
    return kernels


def stable_name(name: str) -> str:
    """Return a kernel's name without what differs from build to build."""
    return _OMP_PLACE.sub("__omp_offloading_", ptx.stable(name))


def _mode(data: bytes, kernel: str) -> str:
    """Return how a kernel starts; empty if that is not known.

    Clang says it in a variable beside the kernel; libgomp always lets one thread hand out work.
    """
    if _OF_GCC in kernel:
        return "generic"
    for suffix, offset in (("_exec_mode", 0), ("_kernel_environment", 2)):
        value = elf_byte(data, kernel + suffix, offset)
        if value is not None:
            return _MODES.get(value, "")
    return ""


def elf_byte(data: bytes, symbol: str, offset: int) -> int | None:
    """Return a byte of a variable in an ELF image, None if it has no such variable."""
    wanted = symbol.encode()
    try:
        (sections_at,) = struct.unpack_from("<Q", data, 0x28)
        size, count = struct.unpack_from("<HH", data, 0x3A)
        sections = [
            struct.unpack_from("<IIQQQQIIQQ", data, sections_at + size * number)
            for number in range(count)
        ]
        for section in sections:
            if section[1] != 2:  # a table of symbols
                continue
            names = sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24):
                name, _info, _other, index, value, length = struct.unpack_from("<IBBHQQ", data, at)
                start = names + name
                if data[start : start + len(wanted) + 1] != wanted + b"\0":
                    continue
                if index >= count or offset >= length or sections[index][1] == 8:
                    return None
                place: int = sections[index][4] + value + offset
                return data[place]
    except (struct.error, IndexError):
        return None
    return None
