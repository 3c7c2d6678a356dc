"""A compiler that was just built, in the place of the one a toolchain file names."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from league.base.errors import UsageError
from league.base.scrub import short
from league.base.words import COMPILER_MARK
from league.toolchains import compilers
from league.toolchains.files import Toolchain

LABEL = "built"
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


def in_place_of(patterns: Iterable[Toolchain], word: str) -> list[Toolchain]:
    """Return the toolchains with another compiler; `word` is its path, or LABEL=PATH.

    Their names end in +LABEL, and what their version was in the name is what the compiler says.
    Raises UsageError if it is no compiler of the pattern's make.
    """
    label, equals, path = word.partition("=")
    if not equals:
        label, path = LABEL, word
    if not _LABEL.fullmatch(label):
        raise UsageError(
            f"'{short(label)}' is no label of a compiler; use up to 32 letters, digits and ._-"
        )
    on_path = None if "/" in path else shutil.which(path)
    compiler = Path(on_path or path).expanduser().absolute()
    if not compiler.is_file() or not os.access(compiler, os.X_OK):
        raise UsageError(f"--compiler: {short(str(compiler), 200)} is no program; name a compiler")
    return [_with(one, compiler, label) for one in patterns]


def _with(pattern: Toolchain, compiler: Path, label: str) -> Toolchain:
    version = compilers.identify(pattern.family, compiler)
    if not version:
        raise UsageError(
            f"--compiler: {short(str(compiler), 200)} is no compiler of the make {pattern.family},"
            f" which {pattern.name} has; choose another pattern with -t"
        )
    major = version.split(".")[0]
    was = pattern.version.split(".")[0]
    name = re.sub(rf"(?<=-){re.escape(was)}(?=-|$)", major, pattern.name) if was else pattern.name
    cuda = bool(pattern.cuda)
    return replace(
        pattern,
        name=f"{name}{COMPILER_MARK}{label}",
        title=f"{pattern.title}, with the compiler {label} of version {version}",
        tried=False,
        version="",
        cxx=pattern.cxx if cuda else (str(compiler),),
        cuda=(str(compiler),) if cuda else (),
        packages=(),
        llvm=int(major) if pattern.llvm is not None and major.isdigit() else pattern.llvm,
        pattern=pattern.name,
    )
