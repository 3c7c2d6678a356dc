"""Reading toolchain files: TOML with ``extends``, checked key by key.

A toolchain is data.  Everything a file may say is listed in `_SHAPE`; what is not listed is an
error that names the file, the line and the nearest known word.  Toolchains that differ from a base
in version and architecture alone are rows of one table.
"""

from __future__ import annotations

import itertools
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.base import bounds, models
from league.base.errors import LeagueError, why
from league.base.scrub import short, visible
from league.base.words import did_you_mean

DEVICES = ("host", "x86_64", "nvptx", "amdgcn", "spir64")
FAMILIES = ("GNU", "Clang", "NVIDIA", "NVHPC", "IntelLLVM", "AMDClang", "CrayClang", "XL")
FLAG_KINDS = (
    "host", "omp", "omp_link", "offload", "offload_link", "usm", "acc", "acc_host", "cuda",
    "cuda_link", "fortran", "fortran_link",
)  # fmt: skip
PLACEHOLDERS = ("v", "arch", "runtime", "cuda", "project", "rocm_bitcode", "PATH", "ranks")
#: The file of a folder whose rows are toolchains that nobody has tried: family, versions,
#: architectures.
TABLE = "never_tried.toml"

# Key -> type, or for a table the keys it may hold and their type.
_SHAPE: Mapping[str, Any] = {
    "schema": int,
    "title": str,
    "device": str,
    "arch": str,
    "tried": bool,
    "emulated": bool,
    "extends": str,
    "version": str,
    "launcher": str,
    "compiler": {
        "family": str,
        "cxx": list,
        "cuda": list,
        "host_cxx": list,
        "fortran": list,
        "no_fortran": str,
    },
    "packages": {"debian": list, "fortran": list},
    "runtime": {"llvm": (int, str)},
    "flags": {kind: list for kind in FLAG_KINDS},
    "why_not": {model: str for model in models.names()},
    "environment": {"*": str},
}
_ROW_SHAPE: Mapping[str, Any] = {"name": str, "extends": str, "versions": list, "archs": list}
#: What a toolchain is called: it is a folder below `build`, and a word of messages and pages.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]{0,99}")
#: What a variable of the environment is called: it stands in a shell script, too.
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TYPE_NAMES = {int: "a whole number", str: "a string", bool: "true or false", list: "a list"}


@dataclass(frozen=True)
class Toolchain:
    """A compiler, a version, a device and flags, as its file describes them.

    Flags and environment still hold the placeholders that depend on the machine: ``{runtime}``,
    ``{cuda}``, ``{rocm_bitcode}``, ``{project}`` and ``{PATH}``.
    """

    name: str
    title: str
    device: str
    arch: str
    tried: bool
    version: str
    family: str
    bases: tuple[str, ...] = ()  # what the file extends, the widest first
    pattern: str = ""  # the toolchain it is like in all but its compiler
    cxx: tuple[str, ...] = ()
    cuda: tuple[str, ...] = ()
    host_cxx: tuple[str, ...] = ()
    fortran: tuple[str, ...] = ()  # its Fortran compilers
    no_fortran: str = ""  # why it has none
    packages: tuple[str, ...] = ()
    fortran_packages: tuple[str, ...] = ()
    emulated: bool = False  # programs run on the emulated device, with or without a GPU
    llvm: int | None = None
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    why_not: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    #: words before a program that is launched
    launcher: tuple[str, ...] = ()

    def models(self) -> tuple[str, ...]:
        """The programming models that the flags provide for; `why_not` explains the others."""
        has = {
            "serial": bool(self.cxx),
            "omp": bool(self.cxx and self.flags.get("omp")),
            "target": bool(self.cxx and self.flags.get("offload")),
            "acc": bool(self.cxx and self.flags.get("acc")),
            "cuda": bool(self.cuda) or self.as_hip,
        }
        return tuple(
            name
            for name, model in models.registry().items()
            # whether a loop library is here is found out by CMake
            if not model.package and has[model.extends or name] and not self.lacks(name)
        )

    @property
    def as_hip(self) -> bool:
        """Whether its C++ compiler takes CUDA's sources, as HIP."""
        return bool(not self.cuda and self.flags.get("cuda"))

    def lacks(self, model: str) -> str:
        """Return why it has no such model, empty if the file gives no reason.

        A model that extends another shares its reason.
        """
        return self.why_not.get(model) or self.why_not.get(models.of(model).extends, "")

    def purpose(self) -> str:
        """The model this toolchain exists for: without it, the toolchain is of no use."""
        if self.cuda or self.as_hip:
            return "cuda"
        return "omp" if self.device == "host" else "target"


#: Names folders with further toolchain files, as PATH does.
FOLDERS = "LEAGUE_TOOLCHAINS"
#: Bytes of a file that are read.
_LARGEST = 2**20


def load_all(folder: Path) -> list[Toolchain]:
    """Read every toolchain of a folder, those in the table included, in order of name.

    Bases, which only serve ``extends``, are in the subfolder ``base``.  Files of the folders that
    LEAGUE_TOOLCHAINS names are read as well, and extend the same bases.  Raises LeagueError with
    file and line for the first thing that is wrong.
    """
    if not folder.is_dir():
        raise LeagueError(f"no folder of toolchains at {folder}; run from a complete checkout")
    found = [load(path) for path in sorted(folder.glob("*.toml")) if path.name != TABLE]
    if (folder / TABLE).is_file():
        found += load_table(folder / TABLE)
    for place in map(Path, filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))):
        if not place.is_dir():
            raise LeagueError(f"{FOLDERS} names {place}, which is no folder; make it or leave it")
        found += [load(path, folder / "base") for path in sorted(place.glob("*.toml"))]
    found.sort(key=_natural)
    for one, following in zip(found, found[1:]):
        if one.name == following.name:
            raise LeagueError(
                f"{folder.name}/{TABLE}: there is another '{one.name}';"
                " a toolchain is one row or a file of its own"
            )
    return found


def _natural(toolchain: Toolchain) -> list[Any]:
    """A sort key under which sm_80 comes before sm_90 and sm_90 before sm_100."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", toolchain.name)]


def load(path: Path, bases: Path | None = None) -> Toolchain:
    """Read one toolchain file and the bases it extends, which lie beside it or in ``bases``."""
    own = parsed(path)
    check_table(path, own, _SHAPE, "")
    return _toolchain(path.stem, path, _over_base(path, own, (path,), bases))


def load_table(path: Path) -> list[Toolchain]:
    """Read a table of toolchains: a row stands for one per version and architecture it lists.

    Without versions or architectures a row takes those of its base.
    """
    content = parsed(path)
    rows = content.get("rows")
    if content.keys() != {"schema", "rows"} or not isinstance(rows, list):
        raise LeagueError(f"{_shown(path)}: holds 'schema' and 'rows', a list; nothing else")
    found: list[Toolchain] = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise LeagueError(f"{_shown(path)}: row {number} is no table; write {{ name = ... }}")
        check_table(path, row, _ROW_SHAPE, f"row {number}")
        if not row.get("name") or not row.get("extends"):
            raise LeagueError(f"{_shown(path)}: row {number} has no 'name' or 'extends'; add both")
        for version, arch in itertools.product(row.get("versions", [""]), row.get("archs", [""])):
            own: dict[str, Any] = {"extends": row["extends"], "tried": False}
            own.update({"version": version} if version else {})
            own.update({"arch": arch} if arch else {})
            name = row["name"].replace("{v}", version).replace("{arch}", arch)
            found.append(_toolchain(name, path, _over_base(path, own, (path,))))
    return found


def _toolchain(name: str, path: Path, merged: Mapping[str, Any]) -> Toolchain:
    """The toolchain that the joined content of `path` and its bases describes."""
    version, arch = merged.get("version", ""), merged.get("arch", "")
    if not NAME.fullmatch(name):
        raise LeagueError(
            f"{_shown(path)}: '{short(name)}' is no name of a toolchain; begin it with a letter or"
            " digit and go on with these and _ + . -"
        )

    def fill(text: str) -> str:
        return text.replace("{v}", version).replace("{arch}", arch)

    compiler = merged.get("compiler", {})
    for key in ("title", "device"):
        if not merged.get(key):
            raise LeagueError(f"{_shown(path)}: no '{key}'; say it here or in a base")
    if merged["device"] not in DEVICES:
        raise _wrong_word(path, "device", merged["device"], DEVICES)
    if compiler.get("family") not in FAMILIES:
        raise _wrong_word(path, "family", str(compiler.get("family", "")), FAMILIES)
    if not compiler.get("cxx") and not compiler.get("cuda"):
        raise LeagueError(f"{_shown(path)}: no compiler; name candidates in [compiler] cxx or cuda")
    llvm = fill(str(merged.get("runtime", {}).get("llvm", "")))
    if llvm and not llvm.isdigit():
        raise LeagueError(f"{_shown(path)}: [runtime] llvm is '{llvm}'; give LLVM's major version")

    def words(table: str, key: str) -> tuple[str, ...]:
        return tuple(fill(word) for word in merged.get(table, {}).get(key, ()))

    return Toolchain(
        name=name,
        title=fill(merged["title"]),
        device=merged["device"],
        arch=arch,
        tried=merged.get("tried", False),
        version=version,
        family=compiler["family"],
        bases=tuple(merged.get("bases", ())),
        cxx=words("compiler", "cxx"),
        cuda=words("compiler", "cuda"),
        host_cxx=words("compiler", "host_cxx"),
        fortran=words("compiler", "fortran"),
        no_fortran=fill(compiler.get("no_fortran", "")),
        packages=words("packages", "debian"),
        fortran_packages=words("packages", "fortran"),
        emulated=merged.get("emulated", False),
        llvm=int(llvm) if llvm else None,
        flags={kind: words("flags", kind) for kind in FLAG_KINDS},
        why_not={model: fill(why) for model, why in merged.get("why_not", {}).items()},
        environment={key: fill(value) for key, value in merged.get("environment", {}).items()},
        launcher=launcher_words(path, fill(merged.get("launcher", ""))),
    )


def launcher_words(path: Path, launcher: str) -> tuple[str, ...]:
    """Return the words of a launcher, as a shell divides them."""
    try:
        return tuple(shlex.split(launcher))
    except ValueError as error:
        raise LeagueError(
            f"{_where(path, 'launcher')}: launcher = {launcher!r}: {error}; mend that line"
        ) from error


def _over_base(
    path: Path, own: dict[str, Any], seen: tuple[Path, ...], bases: Path | None = None
) -> dict[str, Any]:
    """What a file or a row says, laid over its bases; what it says wins, tables are joined."""
    if not own.get("extends"):
        return own
    beside = path.parent if path.parent.name == "base" else path.parent / "base"
    base_folder = bases or beside
    base = base_folder / f"{own['extends']}.toml"
    if not base.is_file():
        known = [one.stem for one in base_folder.glob("*.toml")]
        raise LeagueError(
            f"{_where(path, 'extends')}: no base '{own['extends']}';"
            f" {did_you_mean(own['extends'], known)}"
        )
    if base in seen:
        chain = " -> ".join(one.stem for one in (*seen, base))
        raise LeagueError(f"{_shown(base)}: extends itself ({chain}); break the circle")
    content = parsed(base)
    check_table(base, content, _SHAPE, "")
    joined = _over_base(base, content, (*seen, base))
    joined["bases"] = [*joined.get("bases", ()), base.stem]
    for key, value in own.items():
        if isinstance(value, dict):
            joined[key] = {**joined.get(key, {}), **value}
        else:
            joined[key] = value
    return joined


def parsed(path: Path) -> dict[str, Any]:
    """The content of one file, of the schema that is known."""
    try:
        import tomllib
    except ImportError:
        raise LeagueError(
            "reading toolchain files needs Python 3.11; start with python3.11"
        ) from None
    try:
        data = bounds.read_whole(path, _LARGEST, follow=True)
        content = tomllib.loads(data.decode("utf-8").replace("\r\n", "\n"))
    except RecursionError:
        raise LeagueError(f"{_shown(path)}: nested too deeply; mend that file") from None
    except ValueError as error:  # of TOML, of UTF-8, of a number without end
        text = str(error)
        line = re.search(r"line (\d+)", text)
        place = f"{_shown(path)}:{line.group(1)}" if line else _shown(path)
        what = re.sub(r" \(at .*\)$", "", text)
        raise LeagueError(f"{place}: not valid TOML: {what}; mend that line") from None
    except OSError as error:
        raise LeagueError(f"cannot read {_shown(path)}: {why(error)}; check the file") from None
    if content.get("schema") != 1:
        raise LeagueError(f"{_where(path, 'schema')}: needs 'schema = 1'; add the line")
    return content


def check_table(
    path: Path,
    table: Mapping[str, Any],
    shape: Mapping[str, Any],
    name: str,
    *,
    placeholders: bool = True,
) -> None:
    """Raise for the first unknown key, wrong type or, if it may hold them, unknown placeholder."""
    for key, value in table.items():
        named = short(key)
        for word in [key, *(value if isinstance(value, list) else [value])]:
            if isinstance(word, str) and visible(word) != word:
                raise LeagueError(
                    f"{_where(path, key)}: '{named}' holds what cannot be shown; write it without"
                )
        if name == "environment" and not VARIABLE.fullmatch(key):
            raise LeagueError(
                f"{_where(path, key)}: '{named}' is no name of a variable; write letters,"
                " digits and _"
            )
        expected = shape.get("*", shape.get(key))
        if expected is None:
            inside = f" in [{short(name)}]" if name else ""
            raise LeagueError(
                f"{_where(path, key)}: unknown key '{named}'{inside}; {did_you_mean(key, shape)}"
            )
        if isinstance(expected, Mapping):
            if not isinstance(value, dict):
                raise LeagueError(f"{_where(path, key)}: '{named}' is a table; write [{named}]")
            check_table(path, value, expected, key, placeholders=placeholders)
            continue
        kinds = expected if isinstance(expected, tuple) else (expected,)
        if type(value) not in kinds:
            wanted = " or ".join(_TYPE_NAMES[kind] for kind in kinds)
            raise LeagueError(f"{_where(path, key)}: '{named}' has the wrong type; give {wanted}")
        words = value if isinstance(value, list) else [value]
        if isinstance(value, list) and not all(isinstance(word, str) for word in value):
            raise LeagueError(f"{_where(path, key)}: '{named}' must hold strings only; quote them")
        for word in words if placeholders else ():
            for placeholder in re.findall(r"\{(\w*)\}", str(word)):
                if placeholder not in PLACEHOLDERS:
                    raise LeagueError(
                        f"{_where(path, key)}: unknown placeholder '{{{short(placeholder)}}}';"
                        f" {did_you_mean(placeholder, PLACEHOLDERS)}"
                    )


def _shown(path: Path) -> str:
    """A toolchain file as it is named to a person."""
    return "/".join(filter(None, (path.parent.name, path.name)))


def _where(path: Path, key: str) -> str:
    """File and line of a key, for an error message."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return _shown(path)
    for number, line in enumerate(lines, start=1):
        if re.match(rf"\s*\[?\"?{re.escape(key)}\"?\s*[\]=.]", line):
            return f"{_shown(path)}:{number}"
    return _shown(path)


def _wrong_word(path: Path, key: str, value: str, known: Iterable[str]) -> LeagueError:
    """The error for a value that is not one of a closed list."""
    return LeagueError(
        f"{_where(path, key)}: unknown {key} '{short(value)}'; {did_you_mean(value, known)}"
    )
