"""How a variant is built without CMake: lines of shell, and the files that they read."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from league.base import process
from league.base.errors import LeagueError
from league.run import sources
from league.run.manifest import Variant

_SECONDS = 60.0
#: What every program is compiled from, beside its own files.
_CORE = ("harness/core/include", "harness/core/src", "harness/core/model", "harness/core/fortran")
#: Folders of a package: of the project, of a benchmark that lies elsewhere, of the build.
SOURCE, EXTRA, BUILD = "source", "extra", "build"


@dataclass(frozen=True)
class ByHand:
    """A build as lines of shell for the folder `BUILD`, and every file by its place there."""

    lines: tuple[str, ...]
    files: Mapping[str, Path]


def of(variant: Variant, project: Path) -> ByHand:
    """Return how Ninja builds a variant.  Raises LeagueError if its folder is not configured."""
    project, build = project.resolve(), variant.build.resolve()
    asked = ["ninja", "-C", str(build), "-t", "commands", variant.target]
    done = process.quietly(asked, timeout_s=_SECONDS)
    commands = [line for line in done.stdout.splitlines() if " -P " not in line]
    if done.returncode or not commands:
        raise LeagueError(
            f"build folder {build.name} cannot build {variant.name}; configure it again with"
            f" run_all.py build -t {variant.toolchain} -b {variant.benchmark}"
        )
    compiled = [Path(words[words.index("-c") + 1]) for words in map(shlex.split, commands)
                if "-c" in words]  # fmt: skip
    elsewhere = {one.parent for one in compiled
                 if not one.is_relative_to(project) and not one.is_relative_to(build)}  # fmt: skip
    roots = {build: BUILD, **{one: f"{EXTRA}/{one.name}" for one in elsewhere}, project: SOURCE}
    files = sources.files(build, project, variant) | _beside(compiled, build, project)
    made = {one for one in compiled if one.is_relative_to(build)}
    placed = {_placed(one, roots): one for one in files | made}
    return ByHand(tuple(_line(one, roots) for one in commands), placed)


def _beside(compiled: list[Path], build: Path, project: Path) -> set[Path]:
    """Return all files of the folders of sources, and of the core."""
    folders = {one.parent for one in compiled if not one.is_relative_to(build)}
    folders = {one for one in folders if not one.is_relative_to(project / "harness" / "core")}
    own = (file for folder in folders for file in folder.iterdir())
    core = (file for name in _CORE for file in (project / name).rglob("*"))
    return {file for file in (*own, *core) if file.is_file() and not file.is_symlink()}


def _placed(file: Path, roots: Mapping[Path, str]) -> str:
    root = next(one for one in roots if file.is_relative_to(one))
    return f"{roots[root]}/{file.relative_to(root)}"


def _line(command: str, roots: Mapping[Path, str]) -> str:
    """Return a command without the folders of this machine and without its compiler cache."""
    for root, name in roots.items():
        place = "." if name == BUILD else f"../{name}"
        command = command.replace(f"{root}/", f"{place}/")
    words = command.split(" ")
    words = words[1:] if Path(words[0]).name == "ccache" else words
    programs = [n for n, one in enumerate(words) if n == 0 or words[n - 1] == "&&"]
    for n in programs:
        words[n] = Path(words[n]).name
    return " ".join(words).replace("cmake -E rm -f", "rm -f")
