"""What a compiler remarks on the sources of a variant, in its own words, line by line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from league.base import process
from league.run.manifest import Variant

#: Options that ask for remarks, by what the name of the compiler holds: what became of parallel
#: regions, and of loops.  Others are not asked.
_ASKING = {
    "clang": ("-Rpass=openmp-opt|loop-vectorize", "-Rpass-missed=openmp-opt|loop-vectorize",
              "-Rpass-analysis=openmp-opt"),
    "g++": ("-fopt-info-omp", "-fopt-info-loop", "-fopt-info-vec"),
    "gfortran": ("-fopt-info-omp", "-fopt-info-loop", "-fopt-info-vec"),
}  # fmt: skip
_REMARK = re.compile(
    r"^(\S+?):(\d+):\d+: (?:remark|optimized|missed|note): +(.*?)(?: \[-R[\w-]+=[\w-]+\])?$",
    re.MULTILINE,
)
_SECONDS = 600.0


def of(variant: Variant, project: Path) -> list[str]:
    """Return ``file:line: remark`` of the sources below the variant's group, each once, by line.

    The sources are compiled once more, and nothing of it is kept.  Nothing of a compiler that is
    not known to remark.
    """
    found: dict[tuple[str, int, str], None] = {}
    for command in _compilations(variant, project / variant.group):
        name = Path(command[0]).name
        asking = next((words for known, words in _ASKING.items() if known in name), None)
        if asking is None:
            continue
        done = process.quietly([*command, *asking], cwd=variant.build, timeout_s=_SECONDS)
        for file, line, told in _REMARK.findall(done.stdout + done.stderr):
            path = (variant.build / file).resolve()
            if path.is_relative_to(project / variant.group):
                found[path.relative_to(project).as_posix(), int(line), told] = None
    return [f"{file}:{line}: {told}" for file, line, told in sorted(found)]


def _compilations(variant: Variant, below: Path) -> Iterator[list[str]]:
    """Yield the commands that compile the variant's own sources, with their object left out."""
    asked = ["ninja", "-C", str(variant.build), "-t", "commands", variant.target]
    for line in process.quietly(asked, timeout_s=_SECONDS).stdout.splitlines():
        words = shlex.split(line)
        if "-c" not in words or f"/{variant.target}." not in line:
            continue
        if Path(words[words.index("-c") + 1]).is_relative_to(below):
            words[words.index("-o") + 1] = "/dev/null"
            words[words.index("-MF") + 1] = "/dev/null"
            yield words[1:] if Path(words[0]).name == "ccache" else words
