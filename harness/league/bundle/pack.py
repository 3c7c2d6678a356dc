"""Makes a bundle: executables, the runtimes they load, and what runs them, in one archive."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from league.base import bounds, locks
from league.base.errors import LeagueError, ToolchainError
from league.base.scrub import visible_in
from league.base.version import __version__
from league.bundle import container, contents, shared_objects, tar_files
from league.bundle.contents import CACHE, LIBRARIES
from league.run import build, emulator, manifest
from league.run.build_folders import BuildFolders, find_toolchains
from league.run.options import Options
from league.toolchains import setup
from league.toolchains.levels import cpu_flags, features, level_here, march_of, with_march
from league.verdicts import word

if TYPE_CHECKING:
    from league.toolchains.discovery import Found

# Where CUDA's libraries usually are; those that programs expect of the machine are looked up there.
_CUDA_FOLDERS = ("/usr/local/cuda/lib64", "/usr/local/cuda/targets/x86_64-linux/lib")

_RUN = '''\
#!/usr/bin/env python3
"""Run the benchmarks of this folder; needs Python 3.9 or newer and nothing else."""
import sys

if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]  # this folder: nothing of it is imported before it is looked at
import os

HOME = os.path.realpath(os.path.dirname(os.path.abspath(__file__)))
sys.path[:] = [one for one in sys.path if os.path.realpath(one) != HOME]
import hashlib
import json


def is_whole():
    """Whether the runner is what the manifest lists, and nothing else lies beside it."""
    with open(os.path.join(HOME, "MANIFEST.json"), "rb") as file:
        listed = {one["path"]: one.get("sha256") for one in json.load(file)["files"]}
    wanted = {path: known for path, known in listed.items() if path.startswith("harness/")}
    found = {}
    for folder, _, names in os.walk(os.path.join(HOME, "harness")):
        for path in (os.path.join(folder, name) for name in names):
            with open(path, "rb") if os.path.isfile(path) else open(os.devnull, "rb") as file:
                found[os.path.relpath(path, HOME)] = hashlib.sha256(file.read()).hexdigest()
    return found == wanted


def refused(why):
    sys.stderr.write("league: error: " + why + "\\n")
    sys.exit(2)


if sys.version_info < (3, 9):
    refused("this needs Python 3.9; start run.py with a newer python3")
try:
    whole = is_whole()
except (OSError, ValueError, KeyError, TypeError, AttributeError):
    whole = False
if not whole:
    refused("what runs this bundle is not what MANIFEST.json lists; unpack the archive again")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HOME, "harness"))
from league import cli

sys.exit(cli.main(["run-bundle", *sys.argv[1:]]))
'''
_README = """\
Benchmarks built elsewhere, with the runtimes they load.

    python3 run.py              check and time everything; needs Python 3.9 and a driver
    python3 run.py --help       all options: -t -b -v -c -l -r --precision --out --resume ...

Records go to results/<run>/records.jsonl; bring results/results-<run>.tar.gz home and import it
there with: scripts/run_all.py import results-<run>.tar.gz

Every program also starts by hand, without any environment:
    build/<toolchain>/<group>/<benchmark>/<benchmark>.<variant> --help
"""


@dataclass
class PortableFolders(BuildFolders):
    """Build folders whose programs run on other machines.

    A toolchain that builds for a processor of its own choice gets a second build folder,
    ``build/<toolchain>-<level>``; one that names the level already keeps its own.
    """

    level: str = "native"

    def march(self, found: Found) -> str:
        """Return what the programs of a toolchain are built for."""
        return march_of(found.flags("host")) if self.level == "native" else self.level

    def folder(self, toolchain: str) -> Path:
        """Return the build folder of a toolchain."""
        for found in self.found:
            if found.name == toolchain and self.march(found) != march_of(found.flags("host")):
                return self.options.builds / f"{toolchain}-{self.level}"
        return self.options.builds / toolchain

    def line(self, found: Found) -> list[str]:
        """Return the CMake line of a toolchain, for the level."""
        line = super().line(found)
        if self.level == "native":
            return line
        name = "-DLEAGUE_HOST_FLAGS="
        return [
            name + with_march(word[len(name) :], self.level) if word.startswith(name) else word
            for word in line
        ]


#: Builds the claims of a toolchain into a folder, what tells of them, too; returns the programs and
#: their libraries.
Claims = Callable[["Found", Path], Sequence[Path]]
#: Builds a library for what was built of a toolchain, in its build folder; None: it has none.
Beside = Callable[[Sequence[manifest.Variant]], Optional[Path]]


@dataclass
class _Stage:
    """The bundle's folder while it is being filled."""

    folder: Path
    patchelf: str
    #: patterns of libraries that are left to the other machine
    leave: Sequence[str]
    #: real library -> where it lies in the bundle; the others are links to it
    libraries: dict[Path, Path] = field(default_factory=dict)
    toolchains: dict[str, dict[str, Any]] = field(default_factory=dict)


def find_patchelf(project: Path) -> str:
    """Return the program that changes run paths.  Raises LeagueError if it is missing."""
    found = setup.find_patchelf(project)
    if found is None:
        raise LeagueError("patchelf is missing; run_all.py --setup or apt-get install patchelf")
    return found


def ready(options: Options, out: Path) -> str:
    """Return patchelf.  Raises LeagueError if it is missing or ``out`` is no name of an archive."""
    tar_files.check_suffix(out)
    return find_patchelf(options.project)


def folders(options: Options, level: str = "") -> PortableFolders:
    """Return the build folders of what is packed for a level, empty for the default.

    Raises LeagueError for a level that is not this machine's.
    """
    progress = options.progress()
    return PortableFolders(options, progress, find_toolchains(options), level=level_here(level))


def make(
    options: Options,
    out: Path,
    level: str = "",
    *,
    leave: Sequence[str] = (),
    containerise: bool = False,
    image: str = "",
    work: PortableFolders | None = None,
    claims: Claims | None = None,
    beside: Beside | None = None,
) -> Path:
    """Build what was chosen, pack it, and return the archive.

    ``claims`` builds those of a toolchain, which are then packed instead of benchmarks; ``beside``
    builds a library that is packed, too.

    ``level`` is one of LEVELS, empty for the default; libraries that fit a pattern of ``leave`` are
    left to the other machine; ``work`` stands in for the builds of the project.  ``containerise``:
    a Dockerfile is written beside the archive, with ``image`` as its base if one is named.
    Raises LeagueError if nothing could be built, a library cannot be found, or patchelf is missing.
    """
    patchelf = ready(options, out)
    work = work or folders(options, level)
    progress = work.progress
    with tempfile.TemporaryDirectory(prefix="league-bundle-") as scratch:
        stage = _Stage(Path(scratch) / "bundle", patchelf, leave)
        stage.folder.mkdir()
        if claims is None:
            _stage_benchmarks(stage, work, options, beside)
        else:
            _stage_claims(stage, work, Path(scratch), claims)
        if not stage.toolchains:
            raise ToolchainError("nothing could be built to pack; run_all.py build tells more")
        progress.line("packing")
        packed = _finish(stage, out, manifest.revision(options.project))
    if containerise:
        text = container.definition(out, packed, image)
        container.file_of(out).write_text(text, encoding="utf-8")
    progress.finish()
    return out


def _stage_benchmarks(
    stage: _Stage, work: PortableFolders, options: Options, beside: Beside | None
) -> None:
    """Build what was chosen of benchmarks, and put it into the bundle."""
    work.configure()
    chosen = work.choose(options.selection)
    with locks.devices(["cpu"], work.progress.line, wait=options.wait, timed=False):
        for found in work.usable:
            variants = chosen.get(found.name, [])
            if variants:
                results = work.build(found.name, variants)
                _stage_built(stage, work, found, results, beside)
                for one in results:
                    if word(one.verdict).refused:
                        what = f"{one.variant.name} {found.name}"
                        work.progress.line(f"not packed: {what}: {one.reason}")


def _stage_claims(stage: _Stage, work: PortableFolders, scratch: Path, claims: Claims) -> None:
    """Build claims, and put them into the bundle, beside a manifest that has no benchmarks."""
    for found in work.usable:
        home = scratch / found.name
        home.mkdir()
        programs = claims(found, home)
        if programs:
            target = _stage_toolchain(stage, work, found, home, programs)
            shutil.copy(home / manifest.CLAIMS, target / manifest.CLAIMS)
            empty = {"toolchain": found.name, "schema": manifest.SCHEMA,
                     "device": found.toolchain.device, "variants": []}  # fmt: skip
            (target / manifest.MANIFEST).write_text(_json_text(empty), encoding="utf-8")


# ---- one toolchain -------------------------------------------------------------------------------


def _stage_built(
    stage: _Stage,
    work: PortableFolders,
    found: Found,
    results: Sequence[build.Built],
    beside: Beside | None,
) -> None:
    """Put what was built of one toolchain into the bundle; nothing if nothing was."""
    good = [one.variant for one in results if one.verdict == "ok"]
    programs = [variant.executable for variant in good if variant.executable is not None]
    if not programs:
        return
    home = work.folder(found.name)
    library = beside(good) if beside is not None else None
    programs += [library] if library is not None else []
    target = _stage_toolchain(stage, work, found, home, programs)
    _write_manifest(home, target, results)
    stage.toolchains[found.name]["builds"] = {
        one.variant.target: [one.verdict, one.reason, one.log_tail]
        for one in results
        if word(one.verdict).refused
    }
    for variant in manifest.variants(target):
        if variant.executable is not None and variant.executable.is_file():
            # Each starts once where it lies; what it says of itself is kept for the runner.
            manifest.describe(variant)
            manifest.executable_sha256(variant)


def _stage_toolchain(
    stage: _Stage, work: PortableFolders, found: Found, home: Path, programs: Sequence[Path]
) -> Path:
    """Put programs of a toolchain into the bundle, with what they load; return their folder."""
    target = stage.folder / "build" / found.name
    dynamic = [program for program in programs if shared_objects.is_dynamic(program)]
    closure = shared_objects.closure(dynamic, found.toolchain.device, stage.leave)
    for name in [name for name, path in closure.libraries.items() if home in path.parents]:
        del closure.libraries[name]  # it lies beside its program
    if found.toolchain.emulated:
        device = emulator.library(work.options.project, work.options.builds)
        _bring_device(closure, emulator.stand_ins(device, found.toolchain.device))
    for library, asker in closure.missing.items():
        raise LeagueError(f"{asker} of {found.name} needs {library}, which is not here; install it")
    (target / LIBRARIES).mkdir(parents=True)
    for library, path in sorted(closure.libraries.items()):
        _stage_library(stage, target / LIBRARIES / library, path)
    for program in programs:
        run_path = _run_path(program.relative_to(home), closure) if program in dynamic else ""
        _stage_program(stage, program, target / program.relative_to(home), run_path)
    _stage_support(stage.folder, work.options.project, found.toolchain.environment)
    stage.toolchains[found.name] = {
        "record": _record(work, found),
        "environment": dict(found.toolchain.environment),
        "launcher": list(found.toolchain.launcher),
        "needs": _needs(work.march(found), dynamic, closure),
        "builds": {},
    }
    return target


def _bring_device(closure: shared_objects.Closure, device: Path) -> None:
    """Let the emulated device travel, under all its names: no driver takes its place."""
    for library in sorted(filter(Path.is_file, device.iterdir())):
        closure.libraries[library.name] = library
        closure.glibc = max(closure.glibc, shared_objects.read_elf(library).glibc)
        closure.expected.discard(library.name)


def _stage_support(stage: Path, project: Path, environment: Mapping[str, str]) -> None:
    """Copy what a toolchain's environment names of the project, as programs look for it there."""
    named = (part for value in environment.values() for part in value.split(":"))
    for part in named:
        start, _, inside = part.partition("/")
        files = (project / inside).glob("**/*") if start == "{project}" and inside else ()
        for file in filter(Path.is_file, files):
            place = stage / file.relative_to(project)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)


def _stage_library(stage: _Stage, place: Path, path: Path) -> None:
    """Copy a library, or link to the copy if it is in the bundle already.

    Two names of one library stay one file: two copies of an OpenMP runtime in one process end it.
    """
    real = path.resolve()
    known = stage.libraries.get(real)
    if known is not None:
        place.symlink_to(os.path.relpath(known, place.parent))
        return
    stage.libraries[real] = place
    if not shared_objects.stand_in(real, place.name, place):
        shutil.copyfile(real, place)
    place.chmod(0o644)
    shared_objects.blank_unread(place, place.name)
    if not shared_objects.stays_inside(shared_objects.read_elf(place)):
        _set_run_path(stage.patchelf, place, "$ORIGIN")


def _run_path(program: Path, closure: shared_objects.Closure) -> str:
    """Return the run path of a program, given where it lies in its toolchain's folder."""
    up = "/".join([".."] * (len(program.parts) - 1))
    run_path = [f"$ORIGIN/{up}/{LIBRARIES}"]
    if program.parts[0] == manifest.CLAIM_PROGRAMS:
        run_path.append("$ORIGIN")  # of its own parts
    if any(name.startswith("libcu") and name != "libcuda.so.1" for name in closure.expected):
        run_path += _CUDA_FOLDERS
    return ":".join(run_path)


def _stage_program(stage: _Stage, program: Path, place: Path, run_path: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(program, place)
    place.chmod(0o755)
    if run_path:
        _set_run_path(stage.patchelf, place, run_path)
    os.utime(place, (0, 0))


def _set_run_path(patchelf: str, file: Path, run_path: str) -> None:
    """Give a file a DT_RPATH.

    Not DT_RUNPATH: that is not consulted when a library such as libgomp opens its plug-in.
    """
    command = [patchelf, "--force-rpath", "--set-rpath", run_path, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or shared_objects.read_elf(file).rpath != tuple(run_path.split(":")):
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise LeagueError(f"patchelf failed on {file.name} ({said}); install a newer patchelf")


def _write_manifest(home: Path, target: Path, results: Sequence[build.Built]) -> None:
    """Write CMake's manifest, reduced to what was chosen."""
    content = manifest.manifest(home)
    chosen = {one.variant.name for one in results}
    content["variants"] = [
        entry
        for entry in content["variants"]
        if f"{entry['benchmark']}.{entry['variant']}" in chosen
    ]
    text = _json_text(content)
    (target / manifest.MANIFEST).write_text(text, encoding="utf-8")


def _record(work: PortableFolders, found: Found) -> dict[str, Any]:
    """Return the record of a toolchain as it is true of any machine."""
    record = found.record()
    flags = dict(record["flags"])
    if work.level != "native":
        flags["host"] = with_march(" ".join(flags.get("host", ())), work.level).split()
    capabilities = {}
    for model, can in record["capabilities"].items():
        if not can.get("fatal", True):  # it builds; whether there is a device, is asked elsewhere
            can = {**can, "ok": True, "reason": "", "remedy": ""}
        capabilities[model] = can
    return {**record, "flags": flags, "capabilities": capabilities}


def _needs(march: str, programs: Sequence[Path], closure: shared_objects.Closure) -> dict[str, Any]:
    """Return what a machine must have for the programs of a toolchain."""
    others = [
        path for name, path in closure.libraries.items() if name not in shared_objects.CXX_RUNTIME
    ]
    without = max(
        (shared_objects.read_elf(path).glibc for path in (*programs, *others)), default=()
    )
    return {
        "machine": platform.machine(),
        "glibc": list(closure.glibc),
        "glibc_without_cxx": list(without),  # if the C++ runtime is the other machine's
        "march": march,
        "cpu": features(march, cpu_flags()),
        "libraries": sorted(closure.expected),
    }


# ---- the whole -----------------------------------------------------------------------------------


def _stage_runner(stage: Path) -> None:
    package = Path(__file__).resolve().parents[1]
    for file in (one for kind in ("*.py", "*.json") for one in package.rglob(kind)):
        place = stage / "harness" / file.relative_to(package.parent)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    (stage / "run.py").write_text(_RUN, encoding="utf-8")
    (stage / "run.py").chmod(0o755)
    (stage / "README.txt").write_text(_README, encoding="utf-8")


def _json_text(value: Any) -> str:
    """Return JSON that depends on the content alone."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def _entries(folder: Path) -> list[dict[str, Any]]:
    """Return every file and link of the bundle with what it must be."""
    entries: list[dict[str, Any]] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            entries.append({"path": name, "link": str(path.readlink())})
        elif path.is_file() and path.name != CACHE:
            with bounds.open_regular(path) as source:
                digest = tar_files.sha256(source)
            entries.append({"path": name, "bytes": path.stat().st_size, "sha256": digest})
    return entries


def _finish(stage: _Stage, out: Path, revision: tuple[str, bool]) -> dict[str, Any]:
    """Write runner and manifest, pack everything, and return the manifest."""
    _stage_runner(stage.folder)
    source, dirty = revision
    manifest: dict[str, Any] = {
        "schema": contents.SCHEMA,
        "league": __version__,
        "source": source,
        "dirty": dirty,
        "toolchains": visible_in(stage.toolchains),
        "files": _entries(stage.folder),
    }
    manifest["id"] = contents.identity(manifest)
    file = stage.folder / contents.MANIFEST
    file.write_text(_json_text(manifest), encoding="utf-8")
    try:
        contents.compare(stage.folder, contents.read(stage.folder), fresh=True)
    except ValueError as error:
        raise LeagueError(f"no machine would run this bundle: {error}; report this") from error
    names = [
        path.relative_to(stage.folder).as_posix()
        for path in stage.folder.rglob("*")
        if path.is_symlink() or path.is_file()
    ]
    tar_files.write(out, f"league-bundle-{manifest['id']}", stage.folder, names)
    return manifest
