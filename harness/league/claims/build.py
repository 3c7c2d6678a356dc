"""Compiles and links one claim, with a verdict for what the compiler did."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from league.base import process
from league.base.errors import LeagueError, guarding
from league.base.scrub import scrub, tail
from league.claims.source import Claim
from league.records.languages import FORTRAN
from league.run import build as suite_build
from league.run import emulator
from league.toolchains.discovery import Found, launch_environment

FORTRAN_COMPILER = "Fortran compiler"  # as what a toolchain may lack is called
COMPILE_SECONDS = 120.0
#: What every claim is compiled with.
BASE = ("-O2", "-Wunknown-pragmas", "-Werror=unknown-pragmas")
CLANG = ("-Wextra-tokens", "-Werror=extra-tokens", "-Wno-openmp-mapping")
#: Versions of OpenMP for which a compiler with modes is asked for its own.
OWN_MODE = ("5.1", "5.2", "6.0", "6.1")
#: Versions that no compiler announces unless asked: what it diagnoses there, it does not have yet.
_AHEAD = ("6.0", "6.1")
#: What an object with a target region calls, by the family of its compiler.
_CALLS = {
    "Clang": rb"__tgt_target_(?!data)",
    "IntelLLVM": rb"__tgt_target_(?!data)",
    "AMDClang": rb"__tgt_target_(?!data)",
    "GNU": rb"GOMP_target_ext\0|GOACC_parallel_keyed\0",
}
_ASKING = (
    "-fopenmp",
    "-fopenacc",
    "-qopenmp",
    "-mp",
    "-foffload",
    "-Xopenmp-target",
    "--offload-arch",
)
_CLANG_LIKE = ("Clang", "IntelLLVM", "AMDClang", "CrayClang")
_SUPPORT = ("../claim/claim.cpp", "../claim/claim_c.cpp", "src/guard.cpp")
# What counts launches and bytes through the tools interface, and its stand-in where there is none.
_COUNTS, _COUNTS_NOT = "src/ompt_motion.cpp", "src/no_motion.cpp"
#: What a program of a claim is linked with, from the folder of the harness's core.
SOURCES = (*_SUPPORT, _COUNTS_NOT)
#: What a runtime is told where there is no device to offload to.
ON_HOST = {"OMP_TARGET_OFFLOAD": "DEFAULT"}
#: Where the loader looks for libraries first.
_LIBRARIES = "LD_LIBRARY_PATH"
#: What asks for the sanitizers, and keeps them quiet about what the offload runtime keeps to the
#: end, which is no leak of the program's.
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
QUIET = (("ASAN_OPTIONS", "detect_leaks=0"),)


@dataclass(frozen=True)
class Change:
    """What makes a trial of a claim different from the plain one."""

    #: as the record tells it: ``mutant N``, or the name of a control or of a setting
    name: str = ""
    #: stands in for the claim's source; None: the claim as it is
    text: str | None = None
    #: further flags of the compiler
    flags: tuple[str, ...] = ()
    #: whether the compiler is told about directives at all
    directives: bool = True
    #: variables, which win over all others
    environment: tuple[tuple[str, str], ...] = ()


PLAIN = Change()
#: The program is compiled without OpenMP, its headers and parts too, and linked with it.
IGNORED = Change("directives ignored", directives=False)


@dataclass(frozen=True)
class Kit:
    """Everything needed to compile claims with one toolchain, and to run them."""

    toolchain: str
    family: str
    compiler: Path
    offload: bool
    flags: tuple[str, ...]
    link: tuple[str, ...]
    core: Path
    objects: tuple[Path, ...] = ()
    #: the kit of claims in Fortran, and where it has its modules; None: no compiler that works
    fortran: Kit | None = None
    modules: Path | None = None
    #: the kit of claims about OpenACC; None: the compiler has none
    acc: Kit | None = None
    #: what is wrong with how compiler and runtime were put together; empty if nothing is known
    mismatch: str = ""
    #: a folder in which the compiler looks for `ld` first; None: it takes the system's
    linker: Path | None = None
    version: str = ""
    #: whether there is a device here, or the host is meant; and whether the device is emulated
    runs_here: bool = True
    emulated: bool = False
    #: variables for launches, and words before each
    variables: Mapping[str, str] = field(default_factory=dict)
    launcher: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What people call the toolchain in its version."""
        return f"{self.toolchain} (version {self.version})"

    @property
    def includes(self) -> list[str]:
        """The options for the headers of claims and of the core, which lie side by side."""
        claim = self.core.parent / "claim" / "include"
        modules = [] if self.modules is None else ["-I", str(self.modules)]
        return ["-I", str(claim), "-I", str(self.core / "include"), *modules]

    def of(self, claim: Claim) -> Kit:
        """Return the kit for a claim: that of its language and model."""
        own = self.fortran if claim.language == FORTRAN else self.acc if claim.is_acc else self
        assert own is not None  # who has none is asked for no such claim
        return own

    def lacks(self, claim: Claim) -> str:
        """Return what the toolchain lacks for a claim, empty if nothing."""
        if claim.language == FORTRAN and self.fortran is None:
            return FORTRAN_COMPILER
        return "OpenACC" if claim.is_acc and self.acc is None else ""

    @property
    def is_clang(self) -> bool:
        """Whether the compiler takes Clang's options."""
        return self.family in _CLANG_LIKE

    def language(self, claim: Claim) -> list[str]:
        """Return the flags of a claim's language and version of OpenMP."""
        own_mode = self.is_clang and claim.since in OWN_MODE
        mode = ["-fopenmp-version=" + claim.since.replace(".", "")] if own_mode else []
        if claim.language == FORTRAN:  # a directive that is not known is an error by itself
            return ["-O2", *mode]
        flags = ["-x", "c", "-std=c11"] if claim.language == "c" else ["-std=c++17"]
        return [*flags, *BASE, *(CLANG if self.is_clang else ()), *mode]


@dataclass(frozen=True)
class Outcome:
    """What became of a build: verdict, the line that says why, and the whole log."""

    verdict: str
    reason: str
    log: str
    program: Path | None
    #: whether the objects hold calls of target regions; None: nobody knows what they look like
    regions: bool | None = None


def offloads(found: Found) -> bool:
    """Whether a toolchain compiles target regions for a device."""
    return bool(found.toolchain.flags.get("offload")) and not found.toolchain.lacks("target")


def kit_of(found: Found, project: Path) -> Kit:
    """Return the kit of a toolchain that has been found, without its support objects."""
    assert found.compiler is not None
    offload = offloads(found)
    kinds = ["omp", "offload"] if offload else ["omp"]
    links = ["omp_link", "offload_link"] if offload else ["omp_link"]
    # A device that is emulated is some ten thousand times slower than one.
    patience = ("-DLEAGUE_LOOKS=1000",) if found.toolchain.emulated else ()
    kit = Kit(
        toolchain=found.name,
        family=found.toolchain.family,
        compiler=found.compiler,
        offload=offload,
        flags=(*(flag for kind in kinds for flag in found.flags(kind)), *patience),
        link=tuple(flag for kind in links for flag in found.flags(kind)),
        core=project / "harness" / "core",
        mismatch=_mismatch(found),
        version=str(found.version),
        runs_here=found.runs_here,
        emulated=found.toolchain.emulated,
        variables=launch_environment(found) | ({} if offload else ON_HOST),
        launcher=found.launcher,
    )
    acc = found.flags("acc") or found.flags("acc_host")
    if acc:
        kit = replace(kit, acc=replace(kit, flags=tuple(acc)))
    compiler, flags = found.fortran_compiler, tuple(found.flags("fortran"))
    if compiler is None or not flags:
        return kit
    link = (*found.flags("fortran_link"), "-lstdc++")  # the support is in C++
    return replace(kit, fortran=replace(kit, compiler=compiler, flags=flags, link=link))


def ready(found: Found, project: Path, scratch: Path) -> Kit:
    """Return the kit of a toolchain with all that claims are linked with and run on.

    Raises LeagueError if that cannot be built.
    """
    kit = with_support(kit_of(found, project), scratch / found.name)
    if not kit.emulated:
        return kit
    device = emulator.stand_ins(emulator.library(project), found.toolchain.device)
    folders = [str(device), os.environ.get(_LIBRARIES, "")]
    libraries = os.pathsep.join(filter(None, folders))
    return replace(kit, variables={**kit.variables, _LIBRARIES: libraries})


_HOST_RUNTIME = re.compile(r"/llvm-(\d+)/|/libomp-(\d+)\.so")


def _mismatch(found: Found) -> str:
    """Say so where the host runtime is of another release than the compiler and its headers."""
    folder = found.places.get("runtime_lib")
    if folder is None:
        return ""
    library = (Path(folder) / "libomp.so").resolve()
    said = _HOST_RUNTIME.search(str(library))
    release = next(filter(None, said.groups()), "") if said else ""
    if not release or release == found.version.partition(".")[0]:
        return ""
    return f"omp.h is of version {found.version}, the host runtime of version {release}"


def run(
    command: Sequence[str], seconds: float, folder: Path, linker: Path | None = None
) -> tuple[int | None, str]:
    """Run a compiler; exit code, or None if it did not end in time, and what it said."""
    environment = {**os.environ, "LC_ALL": "C", "TMPDIR": str(folder)}
    if linker is not None:
        environment["COMPILER_PATH"] = str(linker)
    with guarding(f"start {command[0]}", "install it"):
        said = process.ask(command, environment, seconds, cwd=folder)
    return None if said.timed_out else said.exit_code, said.text


def with_support(kit: Kit, folder: Path) -> Kit:
    """Compile what all claims are linked with, unless that is there.

    Raises LeagueError if it fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    linker = _find_linker(kit, folder)
    counts = kit.offload and _has_tools(kit, folder)
    objects = _objects(kit, folder, _COUNTS if counts else _COUNTS_NOT)
    link = (*kit.link, "-Wl,--export-dynamic-symbol=ompt_start_tool") if counts else kit.link
    acc = kit.acc
    if acc is not None:  # GCC links no device code of OpenMP with that of OpenACC
        acc = replace(acc, objects=tuple(_objects(acc, folder / "acc", _COUNTS_NOT)))
    kit = replace(kit, objects=tuple(objects), link=link, linker=linker, acc=acc)
    return _with_fortran(kit, folder)


def _object(folder: Path, source: str | Path) -> Path:
    return folder / (Path(source).stem.replace(".", "_") + ".o")


def _objects(kit: Kit, folder: Path, counts: str) -> list[Path]:
    folder.mkdir(exist_ok=True)
    made = {name: _object(folder, name) for name in (*_SUPPORT, counts)}
    for name, target in made.items():
        if target.is_file():
            continue
        line = [str(kit.compiler), "-std=c++17", "-O2", *kit.flags, *kit.includes]
        code, log = run([*line, "-c", str(kit.core / name), "-o", str(target)], 300, folder)
        if code != 0:
            said = tail(scrub(log, (kit.core.parent,)), lines=3)
            told = f"{kit.toolchain} cannot compile {name}: {said}"
            raise LeagueError(f"{told}; doctor tells whether it is usable")
    return [*made.values()]


def _with_fortran(kit: Kit, folder: Path) -> Kit:
    """Compile the module that claims in Fortran use; a compiler that cannot is as good as none."""
    own = kit.fortran
    if own is None:
        return kit
    source = kit.core.parent / "claim" / "league_claim.f90"
    module = _object(folder, source)
    lines = [[str(own.compiler), "-O2", *own.flags, "-c", str(source), "-o", str(module)]]
    link = []
    for flag in own.link:
        if flag.endswith(".cpp"):  # the Fortran compiler takes none
            made = str(_object(folder, flag))
            lines.append([str(kit.compiler), "-O2", "-c", flag, "-o", made])
            flag = made
        link.append(flag)
    if any(run(line, COMPILE_SECONDS, folder)[0] != 0 for line in lines):
        return replace(kit, fortran=None)
    link += [flag for flag in kit.link if "ompt_start_tool" in flag]
    objects = (*kit.objects, module)
    return replace(kit, fortran=replace(own, objects=objects, link=tuple(link), modules=folder))


def _find_linker(kit: Kit, folder: Path) -> Path | None:
    """Put LLVM's linker where Clang looks first: host and device link in a third of the time.

    Who sets COMPILER_PATH has chosen.
    """
    found = shutil.which("ld.lld")
    if not kit.is_clang or found is None or os.environ.get("COMPILER_PATH"):
        return None
    place = folder / "linker"
    place.mkdir(exist_ok=True)
    with contextlib.suppress(FileExistsError):
        (place / "ld").symlink_to(found)
    return place


def _has_tools(kit: Kit, folder: Path) -> bool:
    """Whether the compiler has the header of the tools interface."""
    if any(_object(folder, name).is_file() for name in (_COUNTS, _COUNTS_NOT)):
        return _object(folder, _COUNTS).is_file()
    probe = folder / "tools.cpp"
    probe.write_text("#include <omp-tools.h>\n", encoding="ascii")
    line = [str(kit.compiler), *kit.flags, "-fsyntax-only", str(probe)]
    return run(line, COMPILE_SECONDS, folder)[0] == 0


def build(kit: Kit, claim: Claim, folder: Path, change: Change = PLAIN) -> Outcome:
    """Compile and link a claim into a folder of its own.

    Without directives the program, its headers and its parts are compiled without OpenMP, so that
    the compiler passes over every one of them, and linked with it.
    """
    kit = kit.of(claim)
    folder.mkdir(parents=True, exist_ok=True)
    source = claim.path
    if change.text is not None:
        source = folder / claim.path.name
        source.write_text(change.text, encoding="utf-8")
    program = folder / "claim"
    program.unlink(missing_ok=True)
    log = ""
    for line in _commands(kit, claim, change, source, folder):
        code, said = run(line, _limit(claim), folder, kit.linker)
        log += said
        if code != 0:
            return _failed(kit, claim, code, log, folder, linking=line[-1] == str(program))
    said = scrub(log, (folder, kit.core.parent))
    if claim.is_compiled_only:
        return Outcome("ok", "", said, None)
    return Outcome("ok", "", said, program, _has_regions(kit, folder))


def _commands(
    kit: Kit, claim: Claim, change: Change, source: Path, folder: Path
) -> Iterator[list[str]]:
    """Yield what compiles the parts of a claim and its source, and links them, in this order."""
    compiler = str(kit.compiler)
    include = [*kit.includes, "-I", str(claim.path.parent)]
    common = [*kit.language(claim), *kit.flags, *claim.flags, *change.flags, *include]
    if not change.directives:
        common = ignoring_directives(common)
        common += [] if claim.language == FORTRAN else ["-Wno-unknown-pragmas", "-Wno-error"]
    inputs: list[str] = []
    libraries: list[str] = []
    for part in claim.parts:
        shared = part.kind in ("shared", "loaded")
        made = _object(folder, part.file)
        flags = ["-fPIC"] if shared else []
        yield [compiler, *common, *flags, "-c", str(part.file), "-o", str(made)]
        if part.kind == "object":
            inputs.append(str(made))
            continue
        library = str(folder / f"lib{made.stem}{'.so' if shared else '.a'}")
        if shared:  # what says how to link a program would undo it
            link = [flag for flag in kit.link if flag not in ("-no-pie", "-pie")]
            name = f"-Wl,-soname,{Path(library).name}"  # by which it is found beside a program
            yield [compiler, *kit.flags, "-shared", name, str(made), *link, "-o", library]
        else:
            yield ["ar", "rcs", library, str(made)]
        libraries += [library] if part.kind != "loaded" else []
    compiled = str(folder / "claim.o")
    yield [compiler, *common, "-c", str(source), "-o", compiled]
    if not claim.is_compiled_only:
        inputs += map(str, kit.objects)
        yield [
            compiler, *kit.flags, *claim.flags, *change.flags, compiled, *inputs, *libraries,
            "-Wl,-rpath,$ORIGIN", *kit.link, "-ldl", "-lm", "-o", str(folder / "claim"),
        ]  # fmt: skip


def _has_regions(kit: Kit, folder: Path) -> bool | None:
    call = _CALLS.get(kit.family)
    if call is None:
        return None
    return any(re.search(call, one.read_bytes()) for one in folder.glob("*.o"))


def _limit(claim: Claim) -> float:
    """Seconds for one call of the compiler: fewer where a claim is known to keep it from ending."""
    return min(COMPILE_SECONDS, 4 * claim.seconds)


def ignoring_directives(flags: Sequence[str]) -> list[str]:
    """Return a compiler's flags without those that ask for OpenMP or a device."""
    kept: list[str] = []
    of_device = False  # the flag before takes this one as its value
    for flag in flags:
        if not of_device and not flag.startswith(_ASKING):
            kept.append(flag)
        of_device = flag.startswith("-Xopenmp-target")
    return kept


def _failed(
    kit: Kit, claim: Claim, code: int | None, log: str, folder: Path, *, linking: bool = False
) -> Outcome:
    clean = scrub(log, (folder, kit.core.parent, claim.path.parent))
    if code is None:
        return Outcome("build-timeout", f"no end after {_limit(claim):.0f} s", clean, None)
    verdict, reason = suite_build.classify(clean)
    if verdict == "compile-error" and (
        claim.since in _AHEAD or re.search(r"not (yet )?(implemented|supported)", reason)
    ):
        verdict = "unsupported"
    if verdict == "compile-error" and linking:
        verdict = "link-error"
    return Outcome(verdict, reason[:300], clean, None)
