"""The shared libraries a program needs, found as Linux's dynamic loader finds them.

Read from the ELF files themselves (with pyelftools), so that files of another machine can be looked
at as well.
"""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

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

    machine: str
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
                machine=elf["e_machine"],
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
