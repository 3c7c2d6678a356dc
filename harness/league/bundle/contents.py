"""What a bundle says it holds, and whether it holds that: looked at before anything is touched.

A manifest is taken for hostile: every field has a type and a bound, every path stays inside, and
the folder holds what the manifest lists and nothing else, apart from what runs leave there.  That
shows a bundle to be whole; it does not show who made it.
"""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base import bounds
from league.base.errors import LeagueError, why
from league.base.scrub import short, visible_in
from league.bundle import tar_files
from league.bundle.generated_checks import CHECKS
from league.records.schema import parse_object, stamp, validate
from league.run import device_files
from league.run.manifest import CLAIM_PROGRAMS, CLAIMS
from league.run.manifest import MANIFEST as BUILD_MANIFEST

MANIFEST = "MANIFEST.json"
SCHEMA = "league-bundle-1"
#: The folder of libraries inside a toolchain's folder; run paths lead to it.
LIBRARIES = "lib"
#: What a run may rewrite: it is packed and not compared.
CACHE = "league-describe.json"
#: The folder that runs write their records to.
RESULTS = "results"
#: A library of the GPU driver under the name that LLVM's runtimes open.
DRIVER = "libcuda.so"

MOST_FILES = 20_000
MOST_BYTES = 16 << 30
_MOST_MANIFEST = 32 << 20

_LINK = re.compile(r"(\.\./)*(?P<down>.+)")
# What a terminal, a shell or a job system writes beside run.py; nothing reads it.
_LOG = re.compile(r"[^/]+\.(log|out|err|txt)")


_CHECKS: dict[str, Callable[..., object]] = CHECKS


@dataclass(frozen=True)
class Bundle:
    """A bundle whose manifest and folder agree."""

    folder: Path
    manifest: Mapping[str, Any]
    #: links that a copying program lost or replaced by copies
    lost_links: tuple[str, ...]


def identity(manifest: Mapping[str, Any]) -> str:
    """Return the id of a bundle: 12 hex digits of what its manifest says."""
    content = {key: value for key, value in manifest.items() if key != "id"}
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def verified(folder: Path) -> Bundle:
    """Return a bundle after comparing everything with its manifest; nothing is changed.

    Raises LeagueError that names the first thing that is wrong.
    """
    try:
        manifest = read(folder)
        return Bundle(folder, manifest, compare(folder, manifest))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise LeagueError(
            f"{folder} is not a bundle (no {MANIFEST}); make one with run_all.py bundle"
        ) from error
    except OSError as error:
        raise LeagueError(
            f"{folder} cannot be read: {why(error)}; unpack the archive again"
        ) from error
    except ValueError as error:
        raise LeagueError(f"{error}; unpack the archive again") from error


def read(folder: Path) -> dict[str, Any]:
    """Read and check the manifest of a bundle.  Raises OSError, and ValueError if it is wrong."""
    try:
        manifest = parse_object(bounds.read_whole(folder / MANIFEST, _MOST_MANIFEST))
        check(manifest)
    except ValueError as error:
        raise ValueError(f"{MANIFEST} of the bundle is damaged ({error})") from error
    return manifest


# ---- the manifest --------------------------------------------------------------------------------


def check(manifest: Mapping[str, Any]) -> None:
    """Raise ValueError unless a manifest is one that bundle writes."""
    schema = manifest.get("schema")
    if schema != SCHEMA:
        raise ValueError(f"it has schema {short(ascii(schema))} and this League reads {SCHEMA}")
    _follows("manifest", manifest)
    for name, entry in manifest["toolchains"].items():
        record = entry["record"]
        if faults := validate(stamp(record)):
            raise ValueError(f"{name}.record: {short(ascii(faults[0]))}")
        if record["toolchain"] != name or visible_in(record) != record:
            raise ValueError(f"{name}.record: it belongs to another toolchain or cannot be shown")
    _check_files(manifest)
    if manifest["id"] != identity(manifest):
        raise ValueError("id: it does not belong to the content")


def _follows(definition: str, value: Any) -> None:
    """Raise ValueError unless a value has the form that bundle.schema.json defines."""
    try:
        _CHECKS[definition](value, name_prefix="it")
    except ValueError as fault:
        raise ValueError(short(str(fault), 200)) from None


def _check_files(manifest: Mapping[str, Any]) -> None:
    """Raise ValueError unless files and links are plain, lie inside, and suffice to run."""
    known: dict[str, Any] = {}
    for entry in manifest["files"]:
        path = entry["path"]
        if path in known or _is_reserved(path):
            raise ValueError(f"files: {path} does not belong there")
        known[path] = entry
    if sum(entry.get("bytes", 0) for entry in known.values()) > MOST_BYTES:
        raise ValueError(f"files: they are more than {MOST_BYTES >> 30} GiB")
    for path, entry in known.items():
        if any(folder in known for folder in _folders_above(path)):
            raise ValueError(f"files: {path} lies in a file")
        parts = path.split("/")
        if parts[0] == "build" and (len(parts) < 3 or parts[1] not in manifest["toolchains"]):
            raise ValueError(f"files: {path} belongs to no toolchain")
        if "link" in entry and "bytes" not in known.get(_aim(path, entry["link"]), {}):
            raise ValueError(f"files: {path} is a link to no file of the bundle")
    for path in ("run.py", *(f"build/{name}/{BUILD_MANIFEST}" for name in manifest["toolchains"])):
        if "bytes" not in known.get(path, {}):
            raise ValueError(f"files: {path} is missing")


def _is_reserved(path: str) -> bool:
    """Whether a path is that of something which is not listed."""
    parts = path.split("/")
    beside = parts[-1].startswith(CACHE) or _is_device_code(parts[:3])
    return parts[0] in (MANIFEST, RESULTS) or beside


def _is_device_code(parts: Sequence[str]) -> bool:
    """Whether a path is that of what is known of a toolchain's code for GPUs."""
    return len(parts) == 3 and parts[0] == "build" and parts[2] == device_files.FOLDER


def _aim(path: str, link: Any) -> str:
    """Return what a link leads to, as a path of the bundle; empty unless it is a plain one."""
    found = _LINK.fullmatch(link) if isinstance(link, str) else None
    if found is None or len(link) > bounds.MOST_PATH or not bounds.is_path(found["down"]):
        return ""
    aim = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    return aim if bounds.is_path(aim) else ""


def _folders_above(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, the nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


# ---- the folder ----------------------------------------------------------------------------------


def compare(folder: Path, manifest: Mapping[str, Any], *, fresh: bool = False) -> tuple[str, ...]:
    """Compare a folder with its checked manifest; return the links that a copy lost.

    ``fresh``: it was just unpacked, so no run can have left anything and no link can be lost.
    Raises OSError, and ValueError that names the first thing that is wrong.
    """
    entries = {entry["path"]: entry for entry in manifest["files"]}
    folders = {above for path in entries for above in _folders_above(path)}
    folders |= {f"build/{name}/{LIBRARIES}" for name in manifest["toolchains"]}
    left: Callable[[os.DirEntry[str], str], bool] = (
        _is_packed_cache if fresh else lambda one, path: _is_left(one, path, manifest)
    )
    todo = [""]
    while todo:
        inside = todo.pop()
        with os.scandir(folder / inside) as found:
            for one in found:
                path = f"{inside}/{one.name}" if inside else one.name
                if path in folders and one.is_dir(follow_symlinks=False):
                    todo.append(path)
                elif path not in entries and path != MANIFEST and not left(one, path):
                    raise ValueError(f"{short(ascii(path))} is not of the bundle")
    lost = []
    for path, entry in entries.items():
        if "link" not in entry:
            if not _is_file(folder / path, entry):
                raise ValueError(f"{path} of the bundle is missing or damaged")
        elif not _is_link(folder / path, entry["link"]):
            _check_lost(folder / path, entry, entries[_aim(path, entry["link"])])
            lost.append(path)
    if lost and fresh:
        raise ValueError(f"{lost[0]} of the bundle is no link")
    for name, toolchain in manifest["toolchains"].items():
        _check_programs(folder, name, toolchain["builds"], entries)
    return tuple(lost)


def _is_packed_cache(one: os.DirEntry[str], path: str) -> bool:
    parts = path.split("/")
    plain = one.is_file(follow_symlinks=False)
    return plain and len(parts) == 3 and parts[0] == "build" and parts[2] == CACHE


def _is_left(one: os.DirEntry[str], path: str, manifest: Mapping[str, Any]) -> bool:
    """Whether something that is not listed is what runs leave in a bundle."""
    parts = path.split("/")
    if one.is_symlink():
        return path == _driver_link(parts, manifest) and _leads_to_driver(Path(one.path))
    if one.is_dir():
        return path == RESULTS or _is_device_code(parts)
    if not one.is_file():
        return False
    if len(parts) == 1:
        return _LOG.fullmatch(path) is not None
    # With a process's number behind it: one that was killed while it wrote.
    cache = re.fullmatch(rf"{re.escape(CACHE)}(\.[0-9]+)?", parts[-1])
    return cache is not None and len(parts) == 3 and parts[0] == "build"


def _driver_link(parts: Sequence[str], manifest: Mapping[str, Any]) -> str:
    """Return where the runner makes a link to the driver in a toolchain's folder, if it does."""
    toolchain = manifest["toolchains"].get(parts[1], {}) if len(parts) == 4 else {}
    offloads = bool(toolchain) and toolchain["record"]["device"] == "nvptx"
    return f"build/{parts[1]}/{LIBRARIES}/{DRIVER}" if offloads else ""


def _leads_to_driver(link: Path) -> bool:
    """Whether a link names the driver; which file that is depends on the machine."""
    to = str(link.readlink())
    return to.startswith("/") and posixpath.basename(to).startswith(DRIVER)


def _is_file(path: Path, entry: Mapping[str, Any]) -> bool:
    """Whether a path is a plain file of that size and content."""
    try:
        with bounds.open_regular(path) as source:
            if os.fstat(source.fileno()).st_size != entry["bytes"]:
                return False
            return bool(tar_files.sha256(source) == entry["sha256"])
    except OSError:
        return False


def _is_link(path: Path, target: str) -> bool:
    try:
        return path.is_symlink() and str(path.readlink()) == target
    except OSError:
        return False


def _check_lost(path: Path, entry: Mapping[str, Any], aim: Mapping[str, Any]) -> None:
    """Raise ValueError unless nothing is lost when the link is made again."""
    if os.path.lexists(path) and not _is_file(path, aim):
        raise ValueError(f"{entry['path']} of the bundle must be a link to {entry['link']}")


def mend(bundle: Bundle) -> None:
    """Make links again that a copying program lost or replaced by copies of what they lead to.

    Two names of one library have to stay one file: copies would be two OpenMP runtimes in one
    process.  Raises LeagueError if they cannot be made.
    """
    links = {entry["path"]: entry.get("link", "") for entry in bundle.manifest["files"]}
    for name in bundle.lost_links:
        path = bundle.folder / name
        try:
            path.unlink(missing_ok=True)
            path.symlink_to(links[name])
        except OSError as error:
            raise LeagueError(
                f"{name} of the bundle must be a link to {links[name]}; unpack the archive again"
            ) from error


# ---- programs ------------------------------------------------------------------------------------


def _check_programs(
    folder: Path, name: str, builds: Mapping[str, Any], entries: Mapping[str, Any]
) -> None:
    """Raise ValueError unless all that a toolchain's folder says of its programs is sound.

    Every program lies inside and is listed, or was not built; what is remembered of a program is of
    that one.
    """
    home = f"build/{name}"
    try:
        told = parse_object(bounds.read_whole(folder / home / BUILD_MANIFEST, _MOST_MANIFEST))
        _follows("build_folder", told)
        if told["toolchain"] != name:
            raise ValueError(f"it is of {told['toolchain']}")
        hashes: dict[str, str] = {}
        for variant in told["variants"]:
            target, program = variant["target"], variant["executable"]
            if not target and not program:
                continue  # this toolchain cannot have it
            if target in hashes:
                raise ValueError(f"{target} stands there twice")
            packed = entries.get(f"{home}/{program}", {})
            if "bytes" not in packed and target not in builds:
                raise ValueError(f"{short(ascii(program))} is no program of the bundle")
            hashes[target] = packed.get("sha256", "")
    except ValueError as error:
        raise ValueError(f"{home}/{BUILD_MANIFEST} of the bundle is damaged ({error})") from error
    file = folder / home / CLAIMS
    try:
        if os.path.lexists(file):
            _check_claims(claims_of(folder, name), home, entries)
    except ValueError as error:
        raise ValueError(f"{home}/{CLAIMS} of the bundle is damaged ({error})") from error
    file = folder / home / CACHE
    try:
        if os.path.lexists(file):
            _check_cache(parse_object(bounds.read_whole(file, _MOST_MANIFEST)), hashes)
    except ValueError as error:
        raise ValueError(f"{home}/{CACHE} of the bundle is damaged ({error})") from error


def claims_of(folder: Path, toolchain: str) -> dict[str, Any]:
    """Read what tells the claims of a toolchain.  Raises OSError or ValueError."""
    return parse_object(bounds.read_whole(folder / "build" / toolchain / CLAIMS, _MOST_MANIFEST))


def _check_claims(told: Mapping[str, Any], home: str, entries: Mapping[str, Any]) -> None:
    """Raise ValueError unless every program of a claim is listed, and every record is one."""
    _follows("claims", told)
    for one in told["claims"]:
        if "bytes" not in entries.get(f"{home}/{CLAIM_PROGRAMS}/{one['place']}/claim", {}):
            raise ValueError(f"{one['place']} is no program of the bundle")
    for record in told["records"]:
        if record.get("kind") != "claim" or validate(stamp(record)) or visible_in(record) != record:
            raise ValueError("a record of it is none of a claim")


def _check_cache(cache: Mapping[str, Any], hashes: Mapping[str, str]) -> None:
    """Raise ValueError unless what is remembered of programs has the form that is relied on."""
    _follows("cache", cache)
    for target, facts in cache.items():
        if "sha256" in facts and facts["sha256"] != hashes.get(target):
            raise ValueError(f"{target}.sha256 belongs to another program")
