"""Runs a bundle: the session of every other run, with packed executables in place of builds.

Standard library only, Python 3.9 or newer.  What the machine lacks for a toolchain (glibc,
processor features) is found out before anything is launched: a sentence instead of a crash.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from league.base import paths
from league.base.errors import ToolchainError, UsageError
from league.base.progress import Progress
from league.bundle import contents, shared_objects
from league.run import dry, manifest, select, session
from league.run.build import Built
from league.run.build_folders import BuildFolders
from league.run.manifest import CLAIMS, Variant
from league.run.options import Options, refuse
from league.run.terms import Terms
from league.run.timing import Timing
from league.toolchains import compilers, levels
from league.toolchains.discovery import Found
from league.toolchains.files import Toolchain


@dataclass(frozen=True)
class Packed(Found):
    """A toolchain of a bundle: usable, or broken, since this machine lacks something."""

    content: Mapping[str, Any] = field(default_factory=dict)
    #: verdict, reason and log of what is not good, by target
    builds: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """Return the record of kind toolchain, with this machine's state."""
        own = {"state": self.state, "reason": self.reason, "remedy": self.remedy}
        return {**self.content, **own}

    @property
    def why_not(self) -> str:
        """Why it cannot run here, and what helps."""
        return f"{self.name} cannot run here: {self.reason}; {self.remedy}"


def glibc_version() -> tuple[int, ...]:
    """Return the version of this machine's glibc, () if it has another C library."""
    try:
        told = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (AttributeError, OSError, ValueError):
        told = ""
    if not told.startswith("glibc "):
        try:
            function = ctypes.CDLL(None).gnu_get_libc_version
            function.restype = ctypes.c_char_p
            told = f"glibc {function().decode('ascii')}"
        except (AttributeError, OSError):
            return ()
    return tuple(int(part) for part in re.findall(r"\d+", told)[:2])


def lacking(
    needs: Mapping[str, Any], *, machine: str, glibc: Sequence[int], flags: set[str]
) -> tuple[str, str]:
    """Return what a machine lacks for a packed toolchain, and what helps; empty if nothing.

    ``flags`` may be empty: then the processor is taken to be good enough.
    """
    if machine != needs["machine"]:
        return (
            f"built for {needs['machine']} and this is {machine}",
            "make a bundle on such a machine",
        )
    wanted = tuple(needs["glibc"])
    if not glibc:
        return "this machine's C library is not glibc", "use a system that has glibc"
    if tuple(glibc) < wanted:
        here, least = ".".join(map(str, glibc)), ".".join(map(str, wanted))
        enough = tuple(glibc) >= tuple(needs["glibc_without_cxx"])
        remedy = "bundle again with --leave-libstdcxx" if enough else "use a newer system"
        return f"glibc too old: it is {here} here and {least} is needed", remedy
    return levels.lacking(needs["march"], needs["cpu"], flags)


def packed_toolchains(folder: Path, manifest: Mapping[str, Any]) -> list[Packed]:
    """Return the toolchains of a bundle, each judged by what this machine has."""
    machine, glibc, flags = platform.machine(), glibc_version(), levels.cpu_flags()
    cuda = compilers.cuda_root()
    found = []
    for name, entry in sorted(manifest["toolchains"].items()):
        places = {
            "project": str(folder),
            "runtime": str(folder / "build" / name),
            "PATH": os.environ.get("PATH", ""),
            **({"cuda": str(cuda)} if cuda else {}),
        }
        # A variable that names a folder this machine does not have is left out.
        environment = {
            key: value
            for key, value in entry["environment"].items()
            if set(re.findall(r"\{(\w+)\}", value)) <= set(places)
        }
        record = entry["record"]
        facts = {one: record[one] for one in ("title", "device", "arch", "tried", "version")}
        reason, remedy = lacking(entry["needs"], machine=machine, glibc=glibc, flags=flags)
        found.append(
            Packed(
                Toolchain(
                    name,
                    family=record["compiler"],
                    environment=environment,
                    launcher=tuple(entry.get("launcher", ())),
                    **facts,
                ),
                "broken" if reason else "usable",
                version=record["version"],
                reason=reason,
                remedy=remedy,
                places=places,
                content=record,
                builds=entry["builds"],
            )
        )
    return found


def choose_toolchains(packed: Sequence[Packed], options: Options) -> list[Packed]:
    """Return the toolchains asked for.

    Raises UsageError for an unknown name, and ToolchainError if none of them runs here or one asked
    for by its full name does not.
    """
    if options.toolchains:
        names = select.match_names("toolchain", options.toolchains, [one.name for one in packed])
        packed = [one for one in packed if one.name in names]
    for one in packed:
        if one.state != "usable" and one.name in options.toolchains:
            raise ToolchainError(one.why_not)
    if all(one.state != "usable" for one in packed):
        first = packed[0]
        told = f"nothing in this bundle can run here: {first.name}: {first.reason}"
        raise ToolchainError(f"{told}; {first.remedy or 'make one that fits this machine'}")
    return list(packed)


class PackedFolders(BuildFolders):
    """The build folders of a bundle: complete, never configured or built."""

    def line(self, found: Found) -> list[str]:
        """Return the CMake line of a toolchain: there is none."""
        return []

    def configure(self) -> None:
        """Read the manifests."""
        for one in self.usable:
            self.known[one.name] = manifest.variants(self.folder(one.name))

    def build(self, toolchain: str, variants: Sequence[Variant]) -> list[Built]:
        """Return what became of the variants where the bundle was made."""
        (found,) = (one for one in self.found if one.name == toolchain and isinstance(one, Packed))
        results = []
        for variant in variants:
            if variant.target in found.builds:
                verdict, reason, log = found.builds[variant.target]
                results.append(Built(variant, verdict, reason, log))
            elif variant.executable is None:
                results.append(Built(variant, "unavailable", variant.unavailable))
            else:
                results.append(_present(variant, variant.executable))
        return results


def _present(variant: Variant, executable: Path) -> Built:
    """Return a packed program as built, or as unavailable where a library it needs is absent."""
    absent = [name for name, path in shared_objects.loaded(executable).items() if path is None]
    if not absent:
        return Built(variant, "ok")
    why = f"{absent[0]} is not on this machine; install it or add its folder to LD_LIBRARY_PATH"
    return Built(variant, "unavailable", why)


def provide_driver_name(folder: Path) -> None:
    """Make ``libcuda.so`` known beside a toolchain's libraries where the driver lacks that name.

    LLVM's runtimes open the driver by it; some machines have ``libcuda.so.1`` only.
    """
    link = folder / contents.DRIVER
    with contextlib.suppress(OSError):
        if link.is_symlink() and not link.exists():
            link.unlink()  # of another machine
        try:
            ctypes.CDLL("libcuda.so")
        except OSError:
            ctypes.CDLL("libcuda.so.1")
            maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
            driver = re.search(r"\S*/libcuda\.so\S*$", maps, re.MULTILINE)
            if driver is not None:
                link.symlink_to(driver.group())


@dataclass(frozen=True)
class Opened:
    """A bundle that is unpacked and verified, and how it is to be run here."""

    options: Options
    packed: Sequence[Packed]
    manifest: Mapping[str, Any]
    #: by toolchain what tells its claims, if those were packed instead of benchmarks
    claims: Mapping[str, Mapping[str, Any]]

    @property
    def origin(self) -> dict[str, Any]:
        """Where the packed programs come from, as a session record says it."""
        return {"source": self.manifest["source"], "dirty": self.manifest["dirty"]}


def opened(folder: Path, options: Options, progress: Progress) -> Opened:
    """Verify a bundle that is unpacked, and choose from it.

    ``options`` are those of every run; ``options.project`` is not used.  With ``options.dry_run``
    nothing is changed.  Raises LeagueError for a damaged bundle and for a machine that none of it
    can run on.
    """
    refuse(options, "a bundle")
    _refuse_inside(folder, options.out)
    bundle = contents.verified(folder)
    manifest = bundle.manifest
    if not options.dry_run:
        contents.mend(bundle)
    results = options.out or paths.results(folder)
    options = replace(options, project=folder, build_root=folder / "build", out=results)
    packed = choose_toolchains(packed_toolchains(folder, manifest), options)
    for one in packed:
        if one.state != "usable":
            progress.line(one.why_not)
        elif one.content["device"] == "nvptx" and not options.dry_run:
            provide_driver_name(folder / "build" / one.name / contents.LIBRARIES)
    names = [one.name for one in packed if (options.builds / one.name / CLAIMS).is_file()]
    claims = {name: contents.claims_of(folder, name) for name in names}
    if options.selection.suite not in (
        ("", "validation") if claims else (options.selection.suite,)
    ):
        raise UsageError("this bundle holds claims alone; leave out --suite")
    return Opened(options, packed, manifest, claims)


def dry_run(bundle: Opened, launches: dry.Launches | None = None) -> int:
    """Say which launches a run would consist of, and return the exit code.

    ``launches`` tells those of a plan of another kind.
    """
    options = bundle.options
    work = PackedFolders(options, options.progress(), list(bundle.packed))
    return dry.tell(options, agreed=Terms.fresh(options), launches=launches, work=work)


def run(bundle: Opened, progress: Progress, plan: session.Plan[Any] | None = None) -> session.Done:
    """Run an opened bundle: as every run is, with packed executables in place of builds.

    A ``plan`` of another kind has those, too.
    """
    plan = plan or Timing(bundle.options)
    if isinstance(plan, Timing):
        plan.folders, plan.origin = PackedFolders, bundle.origin
    return session.carry_out(plan, progress, find=lambda _: bundle.packed)


def _refuse_inside(folder: Path, out: Path | None) -> None:
    """Raise UsageError for results that would lie among what is compared with the manifest."""
    home = folder.resolve()
    place = out.resolve() if out is not None else home / contents.RESULTS
    inside = place == home or home in place.parents
    if inside and place.relative_to(home).parts[:1] != (contents.RESULTS,):
        raise UsageError(f"--out {out} lies in the bundle; leave it out or name a place elsewhere")
