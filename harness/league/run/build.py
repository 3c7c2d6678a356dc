"""Configures and builds with CMake and Ninja, and finds a verdict for every target."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from league.base import process
from league.base.error_lines import reason_of
from league.base.errors import LeagueError, guarding
from league.base.scrub import scrub, tail
from league.records import kept, known_issues
from league.records.schema import validate
from league.run import compile_times, manifest, sources
from league.run.device_files import device_code
from league.run.manifest import Variant
from league.toolchains.discovery import COMPILER_BUILD

#: Seconds without a finished compilation after which a build counts as hanging.
TIMEOUT_S = 900.0
#: How it is told that processes of a build were still running when it had ended.
LEFT_RUNNING = "killed, since the build left them running:"
_CONFIGURED = "league-configure.json"
_FAILURES = "league-failures.json"
#: Verdict, reason and end of the log.
_FAILURE_PARTS = 3
_STATUS = "league-progress "
_SOURCES = (".cpp", ".hpp", ".cu", ".cuh", ".f90", ".h", ".cmake", "CMakeLists.txt")

# In this order: a compiler that crashes may also say that the link failed.
_SYMPTOMS = (
    (
        "compiler-crash",
        re.compile(
            r"internal compiler error|PLEASE submit a bug report|signal terminated program"
            r"|unable to execute command: (Segmentation|Aborted|Killed|Bus|Illegal)"
            r"|frontend command failed (due to signal|with exit code 1[34]\d)"
            r"|^Stack dump:|Segmentation fault",
            re.MULTILINE,
        ),
    ),
    ("unsupported", re.compile(r"sorry, unimplemented")),
    (
        "link-error",
        re.compile(
            r"undefined reference|undefined symbol|unresolved symbol|multiple definition"
            r"|ld returned \d+ exit status|linker command failed|nvlink (error|fatal)"
            r"|ld(\.lld|\.gold|\.bfd)?: error|cannot find -l|collect2: (fatal )?error",
            re.IGNORECASE,
        ),
    ),
)
# Failures of the surroundings, which may be gone the next time.
_PASSING = re.compile(r"No space left on device|Killed|Cannot allocate memory|out of memory")
_ERROR_LINE = re.compile(r"\b(fatal )?error\b:?", re.IGNORECASE)


class ConfigureError(LeagueError):
    """CMake could not configure a build folder; ``log`` holds the end of what it said."""

    def __init__(self, message: str, log: str = "") -> None:
        super().__init__(message)
        self.log = log


@dataclass(frozen=True)
class Built:
    """What became of one variant in one build."""

    variant: Variant
    verdict: str
    reason: str = ""
    log_tail: str = ""
    #: hash of what the variant and its problem were compiled from; empty: unknown
    sources: str = ""

    def expected_record(self, version: str) -> dict[str, Any]:
        """Return the record with what known issues expect; ``version`` is the compiler's."""
        known, names = known_issues.known(), self.variant.names
        return self.record(known_issues.build_expectation(self.verdict, known, names, version))

    def record(self, expectation: str = "as-expected") -> dict[str, Any]:
        """Return the record of kind build."""
        variant = self.variant
        program = variant.executable if self.verdict == "ok" else None
        seconds = program and compile_times.of_target(variant.build, variant.target, program)
        code = device_code(variant) if program else None
        return {
            "kind": "build",
            "toolchain": variant.toolchain,
            "group": variant.group,
            "benchmark": variant.benchmark,
            "variant": variant.variant,
            "model": variant.model,
            "verdict": self.verdict,
            "expectation": expectation,
            "reason": self.reason,
            "log_tail": self.log_tail,
            "executable_sha256": manifest.executable_sha256(variant) if program else "",
            "executable_bytes": program.stat().st_size if program else None,
            "sources_sha256": self.sources,
            "code_sha256": manifest.code_sha256(variant, self.sources) if program else "",
            "compile_s": seconds,
            **({"device_code": code} if code else {}),
        }


Progress = Callable[[int, int], None]


def default_jobs() -> int:
    """Return how many compilers run at once: the cores this process may use."""
    return len(os.sched_getaffinity(0))


def with_ccache(line: Sequence[str]) -> list[str]:
    """Return a configure line that compiles through ccache where it is installed and has a folder.

    Without one, as where HOME is not set, it fails, and its failure would be a compiler's.
    """
    if any("COMPILER_LAUNCHER" in word for word in line) or not _ccache_has_a_folder():
        return list(line)
    return [*line, "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]


@cache
def _ccache_has_a_folder() -> bool:
    asked = process.quietly(["ccache", "--get-config", "temporary_dir"])
    try:
        folder = Path(asked.stdout.strip())
        folder.mkdir(parents=True, exist_ok=True)
        return asked.returncode == 0 and os.access(folder, os.W_OK)
    except OSError:
        return False


def is_configured(build: Path, line: Sequence[str]) -> bool:
    """Whether the folder was configured with exactly this line (Ninja re-runs CMake by itself)."""
    present = (build / "build.ninja").is_file() and (build / manifest.MANIFEST).is_file()
    return present and _configured_line(build) == list(line)


def _configured_line(build: Path) -> list[str]:
    """Return the line a folder was configured with, empty if there is none."""
    known = kept.read(build / _CONFIGURED)
    return list(map(str, known)) if isinstance(known, list) else []


def _compiler_build(line: Sequence[str]) -> str:
    return next((word for word in line if word.startswith(f"-D{COMPILER_BUILD}=")), "")


def configure(line: Sequence[str], *, build: Path, source: Path) -> bool:
    """Configure a build folder with a CMake line; whether it was not configured with it already.

    If it was, Ninja does so again where a CMake file has changed since: the manifest may have, too.
    Raises ConfigureError if CMake fails or is missing.
    """
    if is_configured(build, line):
        code, log, _ = _run(["ninja", "-C", str(build), "build.ninja"], TIMEOUT_S, folder=source)
        if code != 0:
            clean = scrub(log, (build, source))
            reason = f"cmake cannot configure {build.name} again: {_cmake_error(clean)}"
            raise ConfigureError(f"{reason}; mend it, or delete that build folder", tail(clean))
        return False
    if _compiler_build(_configured_line(build)) != _compiler_build(line):
        # Ninja takes another build of a compiler for the same: what it made has to go.
        for old in build.iterdir():
            if old.is_dir():
                shutil.rmtree(old, ignore_errors=True)
            else:
                old.unlink(missing_ok=True)
    for old in (build / _CONFIGURED, build / "CMakeCache.txt"):
        old.unlink(missing_ok=True)
    for old in build.glob("CMakeFiles/[0-9]*"):
        shutil.rmtree(old, ignore_errors=True)
    code, log, stalled = _run(list(line), TIMEOUT_S, folder=source)
    (build / "configure.log").write_text(log, encoding="utf-8", errors="replace")
    if code != 0 or stalled or not (build / manifest.MANIFEST).is_file():
        clean = scrub(log, (build, source))
        reason = _cmake_error(clean) if code != 0 else "it wrote no manifest"
        raise ConfigureError(
            f"cmake cannot configure {build.name}: {reason};"
            f" see {build.name}/configure.log in the build folder",
            tail(clean),
        )
    kept.write(build / _CONFIGURED, list(line))
    return True


def _cmake_error(log: str) -> str:
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("CMake Error"):
            said = " ".join(part.strip() for part in lines[number + 1 : number + 4]).strip()
            return said or line
    return lines[-1].strip() if lines else "it said nothing"


def _run(
    command: Sequence[str],
    stall_s: float,
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] | None = None,
    say: Callable[[str], None] | None = None,
) -> tuple[int, str, bool]:
    """Run a command; return exit code, output, and whether it was ended for saying nothing.

    The output of a progress line or any other resets the clock of ``stall_s``.
    """
    full = {**os.environ, "LC_ALL": "C", **(environment or {})}
    told = on_line or (lambda _: None)
    with guarding(f"start {command[0]}", "install it", ConfigureError):
        said = process.ask(command, full, silence_s=stall_s, on_line=told, cwd=folder)
    if not said.left:
        return said.exit_code, said.text, said.timed_out
    left = f"{LEFT_RUNNING} {', '.join(dict.fromkeys(said.left))}"
    if say is not None:
        say(left)
    return said.exit_code, f"{said.text}\n{left}\n", said.timed_out


def classify(log: str) -> tuple[str, str]:
    """Return verdict and the line that says why, from the log of a target that failed."""
    for verdict, pattern in _SYMPTOMS:
        match = pattern.search(log)
        if match is not None:
            start = log.rfind("\n", 0, match.start()) + 1
            end = log.find("\n", match.end())
            return verdict, reason_of(log[start : end if end >= 0 else None].strip(), log)
    for line in log.splitlines():
        if _ERROR_LINE.search(line) and not line.startswith(("ninja:", "FAILED:")):
            return "compile-error", line.strip()
    return "compile-error", "the compiler failed without a message"


def _ninja(
    build: Path,
    targets: Sequence[str],
    *,
    jobs: int,
    timeout_s: float,
    say: Callable[[str], None] | None = None,
    progress: Progress | None = None,
) -> tuple[int, str, bool]:
    """Let Ninja make targets; return as ``_run`` does, without its lines of progress."""

    def on_line(line: str) -> None:
        if progress is not None and line.startswith(_STATUS):
            done, _, rest = line[len(_STATUS) :].partition("/")
            total = rest.split(" ", 1)[0]
            if done.isdigit() and total.isdigit():
                progress(int(done), int(total))

    command = ["cmake", "--build", str(build), "-j", str(jobs), "--target", *targets]
    watched = compile_times.watch(build)
    code, log, stalled = _run(
        [*command, "--", "-k", "0"],
        timeout_s,
        environment={"NINJA_STATUS": _STATUS + "%f/%t ", **watched},
        on_line=on_line,
        say=say,
    )
    compile_times.keep(build)
    kept = (line for line in log.splitlines(keepends=True) if not line.startswith(_STATUS))
    return code, "".join(kept), stalled


def _suspects(log: str, targets: Sequence[str]) -> list[str]:
    """Return the targets that a failed build names; all, if it names something they share."""
    named: set[str] = set()
    for line in log.splitlines():
        if not line.startswith("FAILED: "):
            continue
        owners = {
            target
            for target in targets
            if f"/{target}.dir/" in line or line.rstrip().endswith(f"/{target}")
        }
        if not owners:
            return list(targets)
        named |= owners
    return [target for target in targets if target in named] or list(targets)


def fingerprint(line: Sequence[str], folders: Sequence[Path]) -> str:
    """Return a hash that changes when the configuration or any source below the folders does."""
    digest = hashlib.sha256("\0".join(line).encode())
    for folder in folders:
        for path, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                if name.endswith(_SOURCES):
                    status = (Path(path) / name).stat()
                    digest.update(f"{path}/{name}:{status.st_mtime_ns}:{status.st_size}".encode())
    for word in line:
        _, equals, value = word.partition("COMPILER=")
        if equals and Path(value).is_file():
            digest.update(str(Path(value).stat().st_mtime_ns).encode())
    return digest.hexdigest()


def _load_failures(build: Path, mark: str) -> dict[str, list[str]]:
    known = kept.read_table(build / _FAILURES)
    if validate(known, "build_failures") or known["fingerprint"] != mark:
        return {}
    return {name: told for name, told in known["targets"].items() if len(told) == _FAILURE_PARTS}


def build(
    variants: Sequence[Variant],
    *,
    folder: Path,
    source: Path,
    mark: str,
    jobs: int = 0,
    timeout_s: float = TIMEOUT_S,
    progress: Progress | None = None,
    say: Callable[[str], None] | None = None,
) -> list[Built]:
    """Build variants of one configured folder; one that fails does not stop the others.

    A target that failed before is not tried again while ``mark`` (see ``fingerprint``) is the same.
    ``progress`` is called with finished and all steps, ``say`` with remarks.  ``timeout_s`` is how
    long Ninja may go without finishing a step.  Returns one result per variant, in order.
    """
    wanted = {variant.target: variant for variant in variants if variant.executable is not None}
    failures = _load_failures(folder, mark)
    todo = [target for target in wanted if target not in failures]
    make = partial(_ninja, folder, jobs=jobs or default_jobs(), timeout_s=timeout_s, say=say)
    if todo:
        code, log, stalled = make(todo, progress=progress)
        suspects = todo if stalled else _suspects(log, todo) if code else []
        for target in suspects:
            told = _build_alone(target, make, folder, source)
            if told is not None:
                failures[target] = told
    _save_failures(folder, mark, failures)
    hashes = sources.hashes(folder, source, variants)
    return [
        replace(_result(variant, failures), sources=hashes.get(variant.target, ""))
        for variant in variants
    ]


def _build_alone(
    target: str, make: Callable[..., tuple[int, str, bool]], folder: Path, source: Path
) -> list[str] | None:
    """Build one target; None if that works, else verdict, reason and the end of its log."""
    began = time.monotonic()
    code, log, stalled = make([target])
    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    (logs / f"{target}.log").write_text(log, encoding="utf-8", errors="replace")
    if code == 0 and not stalled:
        return None
    clean = scrub(log, (folder, source))
    if stalled:
        waited = time.monotonic() - began
        return ["build-timeout", f"no step finished in {waited:.0f} s", tail(clean)]
    # The failed command repeats every flag; what the compiler said is what matters.
    said = "\n".join(
        line for line in clean.splitlines() if not re.match(r"\S*(ccache|cmake|: &&) ?", line)
    )
    verdict, reason = classify(said)
    return [verdict, reason[:300], tail(said)]


def _save_failures(folder: Path, mark: str, failures: Mapping[str, list[str]]) -> None:
    lasting = {
        target: told
        for target, told in failures.items()
        if told[0] != "build-timeout" and not _PASSING.search(told[2])
    }
    kept.write(folder / _FAILURES, {"fingerprint": mark, "targets": lasting})


def _result(variant: Variant, failures: Mapping[str, Sequence[str]]) -> Built:
    if variant.executable is None:
        return Built(variant, "unavailable", variant.unavailable)
    if variant.target in failures:
        verdict, reason, log = failures[variant.target]
        return Built(variant, verdict, reason, log)
    if not variant.executable.is_file():
        return Built(variant, "link-error", "the build succeeded but left no executable")
    return Built(variant, "ok")
