"""LLVM's OpenMP runtimes side by side in the project, without root.

Debian's packages of one LLVM version conflict with those of every other, so a system can hold one.
A study of compilers needs several.  This module downloads the packages, unpacks each version in a
folder of its own, ``<project>/.deps/llvm-openmp/N/root``, and lays a flat view over it::

    N/lib       libomp.so, libomptarget.so*, the device bitcode
    N/include   omp.h, omp-tools.h

All links inside the view are relative, so the project folder can be moved.  The package files are
kept in ``.debs``: a second run needs no network.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Collection
from pathlib import Path

from league.base.errors import ToolchainError
from league.toolchains import packages

MULTIARCH = "x86_64-linux-gnu"
SYSTEM_LIBRARIES = Path("/usr/lib") / MULTIARCH


def folder(project: Path, version: int) -> Path:
    """Where the side-by-side runtime of LLVM `version` is, or would be."""
    return project / ".deps" / "llvm-openmp" / str(version)


def is_ready(prefix: Path) -> bool:
    """Whether a flat view holds what a compiler and a loader need."""
    return (
        (prefix / "stamp.json").is_file()
        and (prefix / "lib" / "libomp.so").exists()
        and (prefix / "include" / "omp.h").exists()
        and any((prefix / "lib").glob("libomptarget.so*"))
    )


def packages_of(version: int, known: Collection[str]) -> list[str]:
    """The Debian packages that hold the runtime of LLVM `version`.

    `known` are packages apt has a candidate for.  From LLVM 20 on, libomptarget is in packages of
    its own; a release without ``libomp5-N`` pairs the newer libomptarget with LLVM 19's libomp.
    """
    if version < 20:
        return [f"libomp-{version}-dev", f"libomp5-{version}"]
    host = f"libomp5-{version}" if f"libomp5-{version}" in known else "libomp5-19"
    return [f"libomp-{version}-dev", host, f"liboffload-{version}-dev", f"liboffload-{version}"]


def fetch(project: Path, version: int) -> Path:
    """Make the runtime of LLVM `version` ready and return its folder.

    Does nothing but mend the link to libLLVM when the runtime is ready.  Raises ToolchainError when
    the packages cannot be had; what was there before stays as it was.
    """
    prefix = folder(project, version)
    if is_ready(prefix):
        _link_libllvm(prefix, version)
        return prefix
    store = prefix.parent / ".debs"
    store.mkdir(parents=True, exist_ok=True)
    debs = _package_files(version, store, prefix.parent / ".apt")

    fresh = prefix.parent / f".new-{version}-{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "root").mkdir(parents=True)
    try:
        for deb in debs:
            if not packages.unpack(deb, fresh / "root"):
                raise ToolchainError(f"cannot unpack {deb.name}; delete it and run --setup again")
        lay_view(fresh, version)
        stamp = {"llvm": version, "packages": sorted(deb.name for deb in debs)}
        (fresh / "stamp.json").write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        if not is_ready(fresh):
            raise ToolchainError(
                f"the packages of LLVM {version} hold no complete OpenMP runtime;"
                " use the toolchains of another version"
            )
        shutil.rmtree(prefix, ignore_errors=True)
        fresh.rename(prefix)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return prefix


def lay_view(prefix: Path, version: int) -> None:
    """Lay ``lib`` and ``include`` of relative links over the unpacked ``root``."""
    lib, include = prefix / "lib", prefix / "include"
    lib.mkdir()
    include.mkdir()
    unpacked = prefix / "root" / "usr" / "lib"
    own = unpacked / f"llvm-{version}" / "lib"
    for pattern in ("lib*.so*", "lib*.a", "lib*.bc"):
        for file in sorted(own.glob(pattern)):
            # libgomp.so here is LLVM's compatibility name for libomp.  In a folder given with -L it
            # would shadow GCC's libgomp for every -lgomp, so it is left out.
            if file.exists() and not file.name.startswith("libgomp"):
                _link(lib / file.name, file)
    host = sorted(unpacked.glob("llvm-*/lib/libomp-*.so.5")) or sorted(
        file for file in unpacked.rglob("libomp.so.5") if not file.is_symlink()
    )
    if host:  # one real file behind the names that linkers and loaders use
        for name in ("libomp.so", "libomp.so.5", "libiomp5.so"):
            _link(lib / name, host[-1])
    for header in sorted(own.glob("clang/*/include/*.h")):
        _link(include / header.name, header)
    _link_libllvm(prefix, version)


def _link(name: Path, target: Path) -> None:
    """Make `name` a relative link to `target`, replacing what was there."""
    name.unlink(missing_ok=True)
    name.symlink_to(os.path.relpath(target, name.parent))


def _link_libllvm(prefix: Path, version: int) -> None:
    """Show the system's libLLVM in the view as well.

    libomptarget opens "libomp.so" by name, and the loader resolves that through libLLVM's run path,
    ``$ORIGIN/../lib``.  With libLLVM outside this folder it finds the system's libomp.so: two
    OpenMP runtimes in one process, and the program dies with "OMP: Error #15".  No run path on the
    program cures that; a libLLVM seen in this folder does.  This link is absolute by need: it leads
    out of the project.
    """
    candidates = [SYSTEM_LIBRARIES / f"libLLVM-{version}.so.1"]
    candidates += sorted(SYSTEM_LIBRARIES.glob(f"libLLVM.so.{version}.*"))
    for library in candidates:
        link = prefix / "lib" / library.name
        if library.exists() and not link.exists():
            link.unlink(missing_ok=True)
            link.symlink_to(library)


def _package_files(version: int, store: Path, private: Path) -> list[Path]:
    """The package files of one runtime, from the store or downloaded into it."""
    kept = _kept(version, store)
    if kept:
        return kept
    if not packages.is_debian():
        raise ToolchainError(
            f"the OpenMP runtime of LLVM {version} comes from Debian's packages and this is not a"
            f" Debian; install LLVM {version} with its runtime yourself"
        )
    names = {*packages_of(version, ()), *packages_of(version, (f"libomp5-{version}",))}
    apt, why = packages.Apt(), ""
    known = apt.candidates(names)
    if not known.keys() >= set(packages_of(version, known)):
        apt = packages.Apt() if packages.is_root() else packages.Apt(private)
        trouble = apt.update()
        why = f" ({trouble})" if trouble else ""
        known = apt.candidates(names)
    wanted = packages_of(version, known)
    for name in wanted:
        if name not in known:
            raise ToolchainError(
                f"apt knows no package {name}{why};"
                " check the network and that this Debian release has that LLVM version"
            )
    # The names under which apt stores them.
    versions = {name: known[name].replace(":", "%3a") for name in wanted}
    files = {name: store / f"{name}_{version}_amd64.deb" for name, version in versions.items()}
    for name, file in files.items():
        trouble = "" if packages.is_sound(file) else apt.download(name, known[name], store)
        if trouble:
            raise ToolchainError(f"cannot download {name} ({trouble}); check the network")
    return list(files.values())


def _kept(version: int, store: Path) -> list[Path]:
    """A complete set of package files of this runtime in the store, or nothing."""
    present = {deb.name.split("_")[0]: deb for deb in sorted(store.glob("*.deb"))}
    names = packages_of(version, present)
    files = [present[name] for name in names if name in present]
    return files if len(files) == len(names) and all(map(packages.is_sound, files)) else []
