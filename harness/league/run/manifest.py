"""What there is: variants from CMake's manifest, classes and precisions from the programs."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base import bounds, process
from league.base.errors import LeagueError
from league.base.scrub import visible_in
from league.records import kept
from league.records.schema import parse_object, validate
from league.run import machine_code

MANIFEST = "manifest.json"
SCHEMA = "league-manifest-1"
#: What tells the claims of a toolchain that travel, beside the folder of their programs.
CLAIMS = "claims.json"
CLAIM_PROGRAMS = "claims"
_CACHE = "league-describe.json"
_DESCRIBE_TIMEOUT_S = 30
#: What a manifest says of a variant as it is.
_SAID = ("group", "benchmark", "variant", "model", "offloads", "target", "unavailable",
         "without_simd", "shape", "small")  # fmt: skip
#: Bytes of a manifest that are read.
_LARGEST = 64 * 2**20


@dataclass(frozen=True)
class Case:
    """A short run of a variant whose answer is known, a test of CTest's, too."""

    name: str
    #: words of its command line; none where CTest alone judges it, by what it prints or writes
    arguments: tuple[str, ...]
    #: variables beside those of checks, as ``NAME=value``
    environment: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """One benchmark in one formulation, as one build knows it."""

    group: str
    benchmark: str
    variant: str
    model: str
    offloads: bool
    toolchain: str = ""
    device: str = ""
    target: str = ""
    executable: Path | None = None
    unavailable: str = ""  # why there is no executable; empty if there is one
    build: Path = Path()
    #: the variant that differs from this one by lacking simd; empty: none does
    without_simd: str = ""
    #: what says teams and threads: ``clauses``, ``parameters``; empty: the environment
    shape: str = ""
    #: what a check on an emulated GPU changes of class S, in words ``key=value``; empty: nothing
    small: str = ""
    #: what is checked beside class S
    cases: tuple[Case, ...] = ()

    @property
    def name(self) -> str:
        """The name people use: ``jacobi.target-data``."""
        return f"{self.benchmark}.{self.variant}"

    @property
    def names(self) -> tuple[str, str, str]:
        """The names that tell it from all others: toolchain, benchmark, variant."""
        return self.toolchain, self.benchmark, self.variant


def manifest(build: Path) -> dict[str, Any]:
    """Read the manifest of a build folder.  Raises LeagueError if it is missing or damaged."""
    try:
        return parse_object(bounds.read_whole(build / MANIFEST, _LARGEST), "manifest")
    except OSError as error:
        raise LeagueError(
            f"build folder {build.name} has no manifest ({error.strerror}); build first"
        ) from error
    except ValueError as error:
        raise LeagueError(
            f"the manifest of build folder {build.name} is damaged ({error});"
            " delete that folder and build again"
        ) from error


def is_whole(build: Path) -> bool:
    """Whether a build folder has a manifest that says all that CMake says of a variant today."""
    if not (build / MANIFEST).is_file():
        return False
    return all(entry.keys() >= {*_SAID, "cases"} for entry in manifest(build)["variants"])


def variants(build: Path) -> list[Variant]:
    """Read the manifest CMake wrote, absent variants included."""
    data = manifest(build)
    return [
        Variant(
            toolchain=data["toolchain"],
            device=data["device"],
            executable=build / entry["executable"] if entry["executable"] else None,
            build=build,
            cases=tuple(map(_case, entry.get("cases", ()))),
            **{name: entry[name] for name in _SAID if name in entry},
        )
        for entry in data["variants"]
    ]


def _case(entry: Mapping[str, Any]) -> Case:
    return Case(entry["name"], tuple(entry["arguments"]), tuple(entry["environment"]))


def _stamp(file: Path) -> list[int]:
    status = file.stat()
    return [status.st_mtime_ns, status.st_size]


@functools.lru_cache(maxsize=256)
def _facts(file: Path, *_stamp: int) -> dict[str, Any]:
    return {k: v for k, v in kept.read_table(file).items() if isinstance(v, dict)}


#: By build folder the facts that are not in its file yet; None: they are written at once.
_held: dict[Path, dict[str, Any]] | None = None


@contextlib.contextmanager
def remembered_at_once() -> Iterator[None]:
    """Write what is remembered in this context at its end: a file once, not for every program."""
    global _held
    _held = {}
    try:
        yield
    finally:
        held, _held = _held, None
        for build, facts in held.items():
            kept.write(build / _CACHE, facts)


def _cached(build: Path) -> dict[str, Any]:
    """Return the facts kept in a build folder; the file is parsed again only when it changed."""
    if _held is not None and build in _held:
        return _held[build]
    try:
        return _facts(build / _CACHE, *_stamp(build / _CACHE))
    except OSError:
        return {}


def _remember(variant: Variant, **facts: Any) -> None:
    """Keep facts about an executable until it changes; a folder that cannot be written has none."""
    assert variant.executable is not None
    entry = {**_recall(variant), "stamp": _stamp(variant.executable), **facts}
    if _held is None:
        kept.write(variant.build / _CACHE, {**_cached(variant.build), variant.target: entry})
    else:
        facts = _held.setdefault(variant.build, dict(_cached(variant.build)))
        facts[variant.target] = entry


def _recall(variant: Variant) -> dict[str, Any]:
    if variant.executable is None:
        return {}
    entry: dict[str, Any] = _cached(variant.build).get(variant.target, {})
    try:
        return entry if entry.get("stamp") == _stamp(variant.executable) else {}
    except OSError:
        return {}


def describe(variant: Variant, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what ``--describe`` prints; asked once per executable, then remembered.

    ``environment`` is what the toolchain wants set for launches.  Raises LeagueError if the
    executable is missing or does not answer.
    """
    known = _recall(variant).get("describe")
    if known is not None and not validate(known, "description"):
        return dict(known)
    if variant.executable is None or not variant.executable.is_file():
        raise LeagueError(f"{variant.name} of {variant.toolchain} is not built; build it first")
    try:
        said = process.ask(
            [str(variant.executable), "--describe"],
            {**os.environ, **(environment or {})},
            _DESCRIBE_TIMEOUT_S,
            stderr=subprocess.DEVNULL,
        )
        if said.timed_out or said.exit_code != 0:
            raise ValueError(
                f"no end after {_DESCRIBE_TIMEOUT_S} s"
                if said.timed_out
                else f"exit code {said.exit_code}"
            )
        answer: dict[str, Any] = visible_in(parse_object(said.text, "description"))
    except (OSError, ValueError) as error:
        raise LeagueError(
            f"{variant.name} of {variant.toolchain} does not answer --describe ({error});"
            " run it by hand to see why"
        ) from error
    _remember(variant, describe=answer)
    return answer


def executable_sha256(variant: Variant) -> str:
    """Return the hash of the executable, empty if there is none; remembered until it changes."""
    known = _recall(variant)
    if "sha256" in known:
        return str(known["sha256"])
    if variant.executable is None or not variant.executable.is_file():
        return ""
    digest = hashlib.sha256(variant.executable.read_bytes()).hexdigest()
    _remember(variant, sha256=digest)
    return digest


def code_sha256(variant: Variant, sources: str) -> str:
    """Return the hash of a variant's machine code and sources, empty if one of them is unknown."""
    known = _recall(variant).get("code")
    if isinstance(known, list) and known[:1] == [sources]:
        return str(known[-1])
    if variant.executable is None:
        return ""
    digest = machine_code.sha256(variant.executable, sources)
    with contextlib.suppress(OSError):
        _remember(variant, code=[sources, digest])
    return digest


def revision(project: Path) -> tuple[str, bool]:
    """Return the short commit of the whole tree and whether anything in it has been changed since.

    Empty and False where there is no Git or no repository.  The revision of the C++ sources alone
    is in every executable's record.
    """

    def git(*words: str) -> str:
        answer = process.quietly(["git", "-C", str(project), *words])
        return answer.stdout.strip() if answer.returncode == 0 else ""

    return git("rev-parse", "--short", "HEAD"), bool(git("status", "--porcelain"))
