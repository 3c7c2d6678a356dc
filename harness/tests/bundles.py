"""Bundles for tests: packed from programs that are scripts, changed, and looked at from outside."""

import hashlib
import io
import json
import shutil
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from league.base.progress import Progress
from league.bundle import contents, pack
from league.run.options import Options
from tests import fakes

TOP = "league-bundle-0123456789ab"


@dataclass(frozen=True)
class Found(fakes.FakeFound):
    """A toolchain that is said to be there, with flags."""

    host: str = "-O3 -march=x86-64-v3"

    def flags(self, kind: str) -> list[str]:
        return self.host.split() if kind == "host" else []


class Work(fakes.FakeFolders, pack.PortableFolders):
    """Builds that nobody makes."""


def packed(
    project: Path,
    out: Path,
    level: str = "native",
    containerise: bool = False,
    toolchain: dict[str, Any] | None = None,
    beside: pack.Beside | None = None,
    **what: Any,
) -> Path:
    """Pack the build folders of a project; ``toolchain`` is what a toolchain file says."""
    options = Options(project=project, verb="bundle", **what)
    found: list[Any] = [Found(one.name) for one in sorted((project / "build").iterdir())]
    for one in found:
        vars(one.toolchain).update({"device": "host", **(toolchain or {})})
    work = Work(options, Progress(no_color=True), found, level=level)
    return pack.make(options, out, level, containerise=containerise, work=work, beside=beside)


def change(folder: Path, how: Callable[[dict[str, Any]], object], *, seal: bool = True) -> None:
    """Change the manifest of a bundle; sealed, its id is that of its new content."""
    file = folder / contents.MANIFEST
    manifest = json.loads(file.read_text())
    how(manifest)
    if seal:
        manifest["id"] = contents.identity(manifest)
    file.write_text(json.dumps(manifest))


def seal(folder: Path) -> None:
    """Make the manifest of a bundle agree with its files, as someone who means harm would."""

    def how(manifest: dict[str, Any]) -> None:
        for entry in manifest["files"]:
            if "link" not in entry:
                data = (folder / entry["path"]).read_bytes()
                entry.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())

    change(folder, how)


def seen(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Return everything below a folder as it can be told from outside."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        link = str(path.readlink()) if path.is_symlink() else ""
        what = (status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, link)
        found[path.relative_to(folder).as_posix()] = what
    return found


def tar(path: Path, *entries: tuple[str, str, str]) -> Path:
    """Write an archive of (kind, name, content or target of a link)."""
    kinds = {
        "file": tarfile.REGTYPE, "link": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE,
        "device": tarfile.CHRTYPE, "pipe": tarfile.FIFOTYPE, "folder": tarfile.DIRTYPE,
    }  # fmt: skip
    with tarfile.open(path, "w:gz") as archive:
        for kind, name, content in entries:
            entry = tarfile.TarInfo(name)
            entry.type = kinds[kind]
            if kind == "file":
                entry.size = len(content)
            else:
                entry.linkname = content
            archive.addfile(entry, io.BytesIO(content.encode()))
    return path


def made(home: Path, *variants: str) -> Path:
    """Make a bundle of programs that are scripts, as b.tar.gz below a folder."""
    for variant in variants:
        fakes.add_program(home / "project/build", variant)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pack, "find_patchelf", lambda project: "patchelf")
        return packed(home / "project", home / "b.tar.gz")


def without_runner(folder: Path) -> None:
    """Leave the harness out of a bundle: hashing it a thousand times would show nothing."""

    def how(manifest: dict[str, Any]) -> None:
        files = manifest["files"]
        manifest["files"] = [one for one in files if not one["path"].startswith("harness/")]

    change(folder, how)
    shutil.rmtree(folder / "harness")


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to every value within a JSON value."""
    inside = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    return [*([way] if way else []), *(one for k, v in inside for one in places(v, (*way, k)))]


def lines_of(file: Path) -> dict[str, str]:
    """Return the instructions of a Dockerfile, each of which stands there once."""
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    return {word: rest for word, _, rest in (line.partition(" ") for line in lines)}
