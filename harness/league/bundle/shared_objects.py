"""The shared libraries a program needs, found as Linux's dynamic loader finds them.

Read from the ELF files themselves: neither the loader nor binutils has to be asked, so that files
of another machine can be looked at as well.  Standard library only.
"""

from __future__ import annotations

import ctypes
import fnmatch
import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from league.base.errors import LeagueError

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

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NEEDED, _DT_STRTAB, _DT_STRSZ, _DT_SONAME, _DT_RPATH, _DT_RUNPATH = 1, 5, 10, 14, 15, 29
_DT_VERNEED, _DT_VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF
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

    machine: int
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
    try:
        with path.open("rb") as file:
            return _read(file, path)
    except (struct.error, ValueError, IndexError) as error:
        raise NotElf(f"{path.name} is not a sound ELF file; build it again") from error
    except OSError as error:
        raise NotElf(f"cannot read {path.name}: {error.strerror}; build it again") from error


def _read(file: BinaryIO, path: Path) -> Elf:
    header = file.read(64)
    if header[:4] != b"\x7fELF" or header[4:6] != b"\x02\x01":
        raise NotElf(f"{path.name} is not a 64-bit little-endian ELF file; build it again")
    machine = struct.unpack_from("<H", header, 18)[0]
    table, size, count = (
        struct.unpack_from("<Q", header, 32)[0],
        *struct.unpack_from("<HH", header, 54),
    )
    file.seek(table)
    segments = [struct.unpack_from("<IIQQQQ", file.read(size)) for _ in range(count)]
    loads = [(vaddr, offset, length) for kind, _, offset, vaddr, _, length in segments
             if kind == _PT_LOAD]  # fmt: skip
    dynamic = [(offset, length) for kind, _, offset, _, _, length in segments
               if kind == _PT_DYNAMIC]  # fmt: skip
    if not dynamic:
        raise NotElf(f"{path.name} has no dynamic section; link it dynamically")
    file.seek(dynamic[0][0])
    raw = file.read(dynamic[0][1])
    entries: list[tuple[int, int]] = []
    for tag, value in struct.iter_unpack("<QQ", raw[: len(raw) // 16 * 16]):
        if tag == 0:
            break
        entries.append((tag, value))
    values = dict(entries)

    def at(address: int) -> int:
        for vaddr, offset, length in loads:
            if vaddr <= address < vaddr + length:
                return int(address - vaddr + offset)
        raise ValueError("address outside every segment")

    file.seek(at(values[_DT_STRTAB]) if _DT_STRTAB in values else 0)
    strings = file.read(values.get(_DT_STRSZ, 0))

    def text(offset: int) -> str:
        return strings[offset : strings.index(b"\0", offset)].decode("utf-8", "surrogateescape")

    def folders(wanted: int) -> tuple[str, ...]:
        words = (text(value) for tag, value in entries if tag == wanted)
        return tuple(part for word in words for part in word.split(":") if part)

    glibc: tuple[int, ...] = ()
    if _DT_VERNEED in values:
        names = _versions(file, at(values[_DT_VERNEED]), values.get(_DT_VERNEEDNUM, 0))
        glibc = newest_glibc(text(name) for name in names)
    return Elf(
        machine=machine,
        needed=tuple(text(value) for tag, value in entries if tag == _DT_NEEDED),
        soname=text(values[_DT_SONAME]) if _DT_SONAME in values else "",
        rpath=folders(_DT_RPATH),
        runpath=folders(_DT_RUNPATH),
        glibc=glibc,
    )


def _versions(file: BinaryIO, position: int, count: int) -> list[int]:
    """Return where the names of the needed symbol versions start, weak ones left out."""
    found = []
    for _ in range(count):
        file.seek(position)
        _, versions, _, first, following = struct.unpack("<HHIII", file.read(16))
        inner = position + first
        for _ in range(versions):
            file.seek(inner)
            _, flags, _, name, step = struct.unpack("<IHHII", file.read(16))
            if not flags & _VERSION_IS_WEAK:
                found.append(name)
            inner += step
        position += following
    return found


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


def system_folders(root: Path = Path("/")) -> list[Path]:
    """Return the folders of the loader's configuration and its built-in ones, in order."""
    found: list[Path] = []
    _read_configuration(root, root / "etc/ld.so.conf", found, 0)
    for name in ("lib64", "usr/lib64", "lib", "usr/lib"):
        found.append(root / name)
    return list(dict.fromkeys(found))


def _read_configuration(root: Path, file: Path, found: list[Path], depth: int) -> None:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "include" and depth < 8:
            for pattern in words[1:]:
                relative = pattern.lstrip("/") if pattern.startswith("/") else f"etc/{pattern}"
                for included in sorted(root.glob(relative)):
                    _read_configuration(root, included, found, depth + 1)
        elif words[0].startswith("/"):
            found.append(root / words[0].lstrip("/"))


def matches(name: str, patterns: Sequence[str]) -> bool:
    """Whether the name of a library fits one of the patterns."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


@dataclass(frozen=True)
class _Loaded:
    """An object in a process: its file as the loader names it, and who made it load."""

    path: Path
    elf: Elf
    loader: _Loaded | None

    def expand(self, folder: str) -> Path:
        origin = str(self.path.parent)
        return Path(folder.replace("${ORIGIN}", origin).replace("$ORIGIN", origin))


class Resolver:
    """Finds libraries by name for the objects of one process after another.

    Libraries that fit one of the patterns ``leave`` are left to the machine the program goes to.
    """

    def __init__(
        self,
        system: Sequence[Path],
        library_path: Sequence[Path] = (),
        leave: Sequence[str] = (),
    ) -> None:
        self._system = list(system)
        self._library_path = list(library_path)
        self._expected = (*EXPECTED, *leave)
        self._known: dict[Path, Elf | None] = {}

    def elf(self, path: Path) -> Elf | None:
        """Return the dynamic section of a file, None if it is no ELF file."""
        if path not in self._known:
            try:
                self._known[path] = read_elf(path)
            except NotElf:
                self._known[path] = None
        return self._known[path]

    def _folders(self, requester: _Loaded) -> list[Path]:
        """Return where the loader looks for what an object asks for, in its order."""
        found: list[Path] = []
        if not requester.elf.runpath:
            one: _Loaded | None = requester
            while one is not None:
                if not one.elf.runpath:
                    found += map(one.expand, one.elf.rpath)
                one = one.loader
        found += self._library_path
        found += map(requester.expand, requester.elf.runpath)
        return found + self._system

    def find(self, name: str, requester: _Loaded) -> Path | None:
        """Return the file the loader takes for a name, None if there is none."""
        if "/" in name:
            file = requester.expand(name)
            return file if self.elf(file) is not None else None
        for folder in self._folders(requester):
            elf = self.elf(folder / name)
            if elf is not None and elf.machine == requester.elf.machine:
                return folder / name
        return None

    def closure(self, program: Path, device: str) -> Closure:
        """Return everything that a program loads, breadth first as the loader does.

        ``device`` decides which plug-ins its runtimes open.  Raises NotElf if it is no program.
        """
        result = Closure()
        first = _Loaded(program, read_elf(program), None)
        result.glibc = first.elf.glibc
        queue = [first]
        seen: set[str] = set()
        while queue:
            one = queue.pop(0)
            name = one.elf.soname or one.path.name
            opened = _opened_by(name, device) if one is not first else ()
            for wanted in (*one.elf.needed, *opened):
                if wanted in seen or matches(wanted, BASE):
                    continue
                seen.add(wanted)
                if matches(wanted, self._expected):
                    result.expected.add(wanted)
                    continue
                path = self.find(wanted, one)
                if path is None and wanted in opened:
                    beside = one.path.parent / wanted
                    path = beside if self.elf(beside) is not None else None
                if path is None:
                    if wanted in one.elf.needed:
                        result.missing[wanted] = one.path.name
                    continue
                elf = self.elf(path)
                assert elf is not None
                result.libraries[wanted] = path
                result.glibc = max(result.glibc, elf.glibc)
                queue.append(_Loaded(path, elf, one))
        return result


def _opened_by(name: str, device: str) -> tuple[str, ...]:
    """Return the libraries that a runtime opens by name; those of older versions may be absent."""
    return tuple(
        library
        for pattern, only, libraries in _OPENED
        if only in ("", device) and fnmatch.fnmatchcase(name, pattern)
        for library in libraries
    )


def resolver_here(leave: Sequence[str] = ()) -> Resolver:
    """Return what finds libraries as the loader of this machine does."""
    variable = os.environ.get("LD_LIBRARY_PATH", "")
    library_path = [Path(part) for part in variable.split(":") if part]
    return Resolver(system_folders(), library_path, leave)


def closure(programs: Iterable[Path], device: str, resolver: Resolver) -> Closure:
    """Return what several programs of one toolchain load together.

    Raises LeagueError if two of them load different files under one name.
    """
    total = Closure()
    for program in programs:
        one = resolver.closure(program, device)
        for name, path in one.libraries.items():
            other = total.libraries.setdefault(name, path)
            if other.resolve() != path.resolve():
                raise LeagueError(
                    f"{program.name} loads another {name} than its siblings;"
                    " delete its build folder and build again"
                )
        total.expected |= one.expected
        total.missing.update(one.missing)
        total.glibc = max(total.glibc, one.glibc)
    return total


def absent_here(program: Path) -> list[str]:
    """Return the libraries a program asks for that the loader of this machine does not find."""
    if not is_dynamic(program):
        return []
    resolver = resolver_here()
    loaded = _Loaded(program, read_elf(program), None)
    return [
        name
        for name in loaded.elf.needed
        if not matches(name, BASE) and resolver.find(name, loaded) is None and not _loads(name)
    ]


def _loads(name: str) -> bool:
    """Ask the loader itself, which also knows folders that no file names."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


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


def unsatisfied(
    programs: Iterable[Path], libraries: Mapping[str, Path], expected: Iterable[str] = ()
) -> dict[str, str]:
    """Return what programs and libraries ask for beyond those given, expected or of every system.

    The result says for every lacking library who asks for it.
    """
    brought = {*libraries, *expected}
    lacking: dict[str, str] = {}
    for path in (*programs, *libraries.values()):
        for name in read_elf(path).needed:
            if name not in brought and not matches(name, BASE):
                lacking[name] = path.name
    return lacking
