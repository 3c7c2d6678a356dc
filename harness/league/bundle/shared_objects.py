"""The shared libraries a program needs: the loader says where they are, ELF files what they ask.

Packing reads ELF files with pyelftools; asking the loader needs the standard library only.
"""

from __future__ import annotations

import fnmatch
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.base import process
from league.base.errors import LeagueError

#: The dynamic loader of glibc by processor, and the seconds it may take to list libraries.
_LOADERS = {
    "x86_64": "/lib64/ld-linux-x86-64.so.2",
    "aarch64": "/lib/ld-linux-aarch64.so.1",
    "ppc64le": "/lib64/ld64.so.2",
}
_LOADER_S = 20.0
#: A line of its list: a name, and where it was found; an absolute name says both.
_LISTED = re.compile(r"^\t(\S+)(?: => (.+?))?(?: \(0x[0-9a-f]+\))?$", re.MULTILINE)

#: What every Linux of glibc brings; a program must not run with another machine's copy of these.
BASE = (
    *("ld-linux*.so.*", "libc.so.6", "libm.so.6", "libmvec.so.1", "libpthread.so.0", "libdl.so.2"),
    *("librt.so.1", "libresolv.so.2", "libutil.so.1", "libanl.so.1", "libnss_*.so.2"),
)
#: What every machine with a compiler or a larger program has, perhaps older than ours.
CXX_RUNTIME = ("libstdc++.so.6", "libgcc_s.so.1")
#: What belongs to a driver or a GPU toolkit: it must fit the machine or is too large to carry.
EXPECTED = (
    *("libcuda.so*", "libnvidia-*.so*", "libcublas*.so*", "libcufft*.so*", "libcurand*.so*"),
    *("libcusparse*.so*", "libcusolver*.so*", "libnvrtc*.so*", "libnvJitLink*.so*"),
    *(
        "libcudart.so*",
        "libhsa-runtime64.so*",
        "libamdhip64.so*",
        "libroc*.so*",
        "libze_loader.so*",
    ),
)

#: Data that no program here reads, by library and symbol: the tables of ICU, to which libLLVM leads
#: by way of libxml2, for a tool of another system; they are a fifth of all that it needs.
_UNREAD = (("libicudata.so.*", "icudt*_dat"),)
#: Functions that no program here calls, by library: of a solver, which libLLVM has for an analyser
#: of C; it would be a sixth of a bundle.
_UNCALLED = (("libz3.so.*", "Z3_*"),)
_VERSION_IS_WEAK = 2

# Libraries that a runtime opens by name while the program runs: pattern of the runtime's name,
# device ("" for any), names.  Those of other devices are not packed: what is there is asked.
_OPENED = (
    ("libomptarget.so*", "", ("libomp.so",)),
    *(
        ("libomptarget.so*", device, tuple(f"libomptarget.rtl.{name}{kind}.so" for kind in kinds))
        for device, name in (("x86_64", "x86_64"), ("nvptx", "cuda"), ("amdgcn", "amdgpu"))
        for kinds in (("", ".nextgen"),)
    ),
    ("libgomp.so.1", "nvptx", ("libgomp-plugin-nvptx.so.1",)),
    ("libgomp.so.1", "amdgcn", ("libgomp-plugin-gcn.so.1",)),
)


class NotElf(LeagueError):
    """A file is no 64-bit little-endian ELF file with a dynamic section."""


@dataclass(frozen=True)
class Elf:
    """What the dynamic section of a program or library says."""

    needed: tuple[str, ...]
    soname: str
    rpath: tuple[str, ...]
    runpath: tuple[str, ...]
    glibc: tuple[int, ...]  # the newest version of glibc's symbols it asks for; () if none


@dataclass
class Closure:
    """Everything programs load from their start and later by name."""

    #: name in the folder of libraries -> the file; the names are those the loader asks for
    libraries: dict[str, Path] = field(default_factory=dict)
    #: libraries that the machine must bring: drivers and large toolkits
    expected: set[str] = field(default_factory=set)
    #: library that was not found -> who asked for it
    missing: dict[str, str] = field(default_factory=dict)
    glibc: tuple[int, ...] = ()


def read_elf(path: Path) -> Elf:
    """Read the dynamic section of a program or a library.

    Raises NotElf for anything else, a statically linked program included.
    """
    from elftools.common.exceptions import ELFError  # here: packing needs it, a bare node does not
    from elftools.elf.dynamic import DynamicSegment
    from elftools.elf.elffile import ELFFile
    from elftools.elf.gnuversions import GNUVerNeedSection

    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            if elf.elfclass != 64 or not elf.little_endian:
                raise NotElf(f"{path.name} is not a 64-bit little-endian ELF file; build it again")
            dynamic = next(elf.iter_segments("PT_DYNAMIC"), None)
            if not isinstance(dynamic, DynamicSegment):
                raise NotElf(f"{path.name} has no dynamic section; link it dynamically")
            texts: dict[str, list[str]] = {"needed": [], "soname": [], "rpath": [], "runpath": []}
            for tag in dynamic.iter_tags():
                name = tag.entry.d_tag[len("DT_") :].lower()
                if name in texts:
                    texts[name].append(getattr(tag, name))
            asked = elf.get_section_by_name(".gnu.version_r")
            versions = asked.iter_versions() if isinstance(asked, GNUVerNeedSection) else ()
            return Elf(
                needed=tuple(texts["needed"]),
                soname="".join(texts["soname"][:1]),
                rpath=_folders(texts["rpath"]),
                runpath=_folders(texts["runpath"]),
                glibc=newest_glibc(
                    version.name
                    for _, auxiliary in versions
                    for version in auxiliary
                    if not version["vna_flags"] & _VERSION_IS_WEAK
                ),
            )
    except (ELFError, ValueError, LookupError, ArithmeticError) as error:
        raise NotElf(f"{path.name} is not a sound ELF file; build it again") from error
    except OSError as error:
        raise NotElf(f"cannot read {path.name}: {error.strerror}; build it again") from error


def blank_unread(library: Path, name: str) -> None:
    """Fill data that no program reads with zeros, which take no room in an archive.

    ``name`` is what the loader calls the library.  ICU refuses tables whose head is blank.
    """
    from elftools.elf.elffile import ELFFile

    for pattern, symbols in _UNREAD:
        if not fnmatch.fnmatchcase(name, pattern):
            continue
        with library.open("r+b") as file:
            elf = ELFFile(file)
            for symbol in _symbols(elf, symbols):
                section = elf.get_section(symbol["st_shndx"])
                file.seek(section["sh_offset"] + symbol["st_value"] - section["sh_addr"])
                file.write(bytes(symbol["st_size"]))


def _symbols(elf: Any, pattern: str) -> list[Any]:
    """Return what a library defines for others, by a pattern of names."""
    from elftools.elf.sections import SymbolTableSection

    known = elf.get_section_by_name(".dynsym")
    every = known.iter_symbols() if isinstance(known, SymbolTableSection) else ()
    return [
        one
        for one in every
        if one["st_shndx"] != "SHN_UNDEF" and fnmatch.fnmatchcase(one.name, pattern)
    ]


def stand_in(library: Path, name: str, place: Path) -> bool:
    """Make a library whose functions end the program, where no program calls those of the real one.

    ``name`` is what the loader calls the library.  False, and nothing is made, for any other, and
    where there is no C compiler.
    """
    from elftools.elf.elffile import ELFFile

    patterns = [functions for one, functions in _UNCALLED if fnmatch.fnmatchcase(name, one)]
    compiler = shutil.which("cc")
    if not patterns or compiler is None:
        return False
    with library.open("rb") as file:
        wanted = sorted(one.name for one in _symbols(ELFFile(file), patterns[0]))
    text = "static void ends(void) { __builtin_trap(); }\n" + "".join(
        f'void {one}(void) __attribute__((alias("ends")));\n' for one in wanted
    )
    line = [compiler, "-x", "c", "-", "-O1", "-fPIC", "-shared", "-nostdlib", "-o", str(place),
            f"-Wl,-soname,{name}", "-Wl,--build-id=none"]  # fmt: skip
    done = subprocess.run(line, input=text, text=True, capture_output=True, check=False)
    return done.returncode == 0


def _folders(run_paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(part for run_path in run_paths for part in run_path.split(":") if part)


def newest_glibc(names: Iterable[str]) -> tuple[int, ...]:
    """Return the newest of the versions ``GLIBC_2.34``; other names are passed over."""
    newest: tuple[int, ...] = ()
    for name in names:
        prefix, _, numbers = name.partition("_")
        parts = numbers.split(".")
        if prefix == "GLIBC" and all(part.isdigit() for part in parts):
            newest = max(newest, tuple(int(part) for part in parts))
        elif name == "GLIBC_ABI_DT_RELR":  # compact relocations came with this version
            newest = max(newest, (2, 36))
    return newest


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Whether the name of a library fits one of the patterns."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def loaded(program: Path, opened: Sequence[str] = ()) -> dict[str, Path | None]:
    """Return the libraries that this machine's loader finds for a program; None: it does not.

    ``opened`` are further ones, which are opened by name.  The loader lists, and starts nothing; of
    what is no dynamic program (a script) it knows none.
    """
    loader = _LOADERS.get(platform.machine(), "")
    if not Path(loader).is_file():
        return {}
    asked = {**os.environ, "LD_TRACE_LOADED_OBJECTS": "1", "LD_PRELOAD": ":".join(opened)}
    listed = process.ask([loader, str(program)], asked, _LOADER_S).text
    return {
        name: None if place == "not found" else Path(place or name)
        for name, place in _LISTED.findall(listed)
    }


def closure(programs: Iterable[Path], device: str, leave: Sequence[str] = ()) -> Closure:
    """Return what programs of one toolchain load together, breadth first as the loader does.

    ``device`` decides which plug-ins their runtimes open.  Libraries that fit one of the patterns
    ``leave`` are left to the machine the programs go to.  Raises NotElf for what is no program,
    LeagueError if two of them load different files under one name.
    """
    total = Closure()
    for program in programs:
        for name, path in _libraries(program, device, (*EXPECTED, *leave), total).items():
            other = total.libraries.setdefault(name, path)
            if other.resolve() != path.resolve():
                raise LeagueError(
                    f"{program.name} loads another {name} than its siblings;"
                    " delete its build folder and build again"
                )
    return total


def _libraries(program: Path, device: str, left: Sequence[str], total: Closure) -> dict[str, Path]:
    """Return what one program loads; what is expected, missing or newer is added to the total."""
    found: dict[str, Path] = {}
    places = loaded(program)
    seen: set[str] = set()
    queue = [program]
    while queue:
        one = queue.pop(0)
        elf = read_elf(one)
        total.glibc = max(total.glibc, elf.glibc)
        opened = _opened_by(elf.soname or one.name, device) if one != program else ()
        beside = {name: one.parent / name for name in opened if (one.parent / name).is_file()}
        if opened:
            further = loaded(one, [str(beside.get(name, name)) for name in opened])
            places = {**further, **places, **beside}
        for name in (*elf.needed, *opened):
            if name in seen or matches(name, BASE):
                continue
            seen.add(name)
            path = places.get(name)
            if matches(name, left):
                total.expected.add(name)
            elif path is not None:
                found[name] = path
                queue.append(path)
            elif name in elf.needed:
                total.missing[name] = one.name
    return found


def _opened_by(name: str, device: str) -> tuple[str, ...]:
    """Return the libraries that a runtime opens by name; those of older versions may be absent."""
    return tuple(
        library
        for pattern, only, libraries in _OPENED
        if only in ("", device) and fnmatch.fnmatchcase(name, pattern)
        for library in libraries
    )


def stays_inside(elf: Elf) -> bool:
    """Whether a library may keep its run path once all libraries lie in one folder ``lib``."""
    return all(
        os.path.normpath(entry.replace("${ORIGIN}", "$ORIGIN").replace("$ORIGIN", "/top/lib"))
        == "/top/lib"
        for entry in (*elf.rpath, *elf.runpath)
    )


def is_dynamic(program: Path) -> bool:
    """Whether a program has libraries at all: a script and a static program have none."""
    try:
        read_elf(program)
    except NotElf:
        return False
    return True
