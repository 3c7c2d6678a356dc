"""What a program was compiled from, as one hash: the same hash, the same benchmark."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from league.base import process
from league.run.manifest import Variant

_TIMEOUT_S = 60


def hashes(folder: Path, project: Path, variants: Sequence[Variant]) -> dict[str, str]:
    """Return the hash of the sources of each variant's target, as far as Ninja knows them.

    It covers every file of the project, headers included, that went into the objects of the
    variant and of its problem, or lies beside their sources: names and contents.  Files of the
    compiler and of the system are left out: they are not the suite's.
    """
    read = _inputs(folder, project.resolve())
    known: dict[Path, str] = {}
    found = {}
    for variant in variants:
        if own := _of(variant, read):
            found[variant.target] = _digest(own, project.resolve(), known)
    return found


def files(folder: Path, project: Path, variant: Variant) -> set[Path]:
    """Return those files of a variant; none if it was never compiled."""
    return _of(variant, _inputs(folder, project.resolve()))


def _of(variant: Variant, read: Mapping[str, set[Path]]) -> set[Path]:
    own, problem = (
        [inputs for thing, inputs in read.items() if f"/{name}.dir/" in f"/{thing}"]
        for name in (variant.target, f"{variant.benchmark}.problem")
    )
    return set().union(*own, *problem) if own else set()


def _inputs(folder: Path, project: Path) -> Mapping[str, set[Path]]:
    """Return what each object was compiled from, as the compilers told Ninja."""
    command = ["ninja", "-C", str(folder), "-t", "deps"]
    lines = process.quietly(command, timeout_s=_TIMEOUT_S).stdout.splitlines()
    found: dict[str, set[Path]] = {}
    build = folder.resolve()
    places: dict[str, Path] = {}
    inputs: set[Path] = set()
    roots: set[Path] = {project}  # and the folder of the first input, which is the source itself
    for line in lines:
        if line.startswith("    "):
            name = line.strip()
            if name not in places:
                places[name] = (build / name).resolve()
            place = places[name]
            if not inputs and not place.is_relative_to(build):
                roots = {project, place.parent}
            if any(map(place.is_relative_to, roots)) and not _generated(place, build, project):
                inputs.add(place)
        elif line:
            inputs = found.setdefault(line.partition(": #deps")[0], set())
    return found


def _generated(place: Path, build: Path, project: Path) -> bool:
    """Whether a file comes from a build, or from the surroundings kept below the project."""
    if place.is_relative_to(build):
        return True
    if not place.is_relative_to(project):
        return False
    first = place.relative_to(project).parts[0]
    return first.startswith(".") or first == "build"


def _digest(files: set[Path], project: Path, known: dict[Path, str]) -> str:
    whole = hashlib.sha256()
    for file in sorted(files):
        if file not in known:
            try:
                known[file] = hashlib.sha256(file.read_bytes()).hexdigest()
            except OSError:
                return ""
        name = file.relative_to(project) if file.is_relative_to(project) else file.name
        whole.update(f"{name} {known[file]}\n".encode())
    return whole.hexdigest()
