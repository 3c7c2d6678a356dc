"""How long it took to compile and link a variant, from Ninja's log.

Ninja writes how long each step took and when its output was made.  What ccache had already was not
compiled: ccache's own log says so, and such a time is unknown, as are those of steps that were made
when nobody watched (`cmake --build` by hand).  What is known is kept beside the build, step by
step, with the time stamp of the output it belongs to.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from pathlib import Path

from league.records import kept

#: Where ccache tells what it had, in a build folder.
CCACHE_LOG = "league-ccache.log"
_KNOWN = "league-compile-times.json"
_NINJA_LOG = ".ninja_log"
#: Fields of a line: start and end in milliseconds, time stamp, output, hash of the command.
_FIELDS = 5
_OBJECT = re.compile(r"(?:(?P<folder>.*)/)?CMakeFiles/(?P<target>[^/]+)\.dir/(?P<source>.+)\.o$")

#: By output: its time stamp, and the seconds it took if those are known.
Steps = dict[str, "tuple[int, float | None]"]


def watch(build: Path) -> dict[str, str]:
    """Begin to watch a build; return the variables that its programs need for it."""
    kept.write(build / _KNOWN, _joined(build, watched=False))
    with contextlib.suppress(OSError):
        (build / CCACHE_LOG).unlink(missing_ok=True)
    return {"CCACHE_STATSLOG": str(build / CCACHE_LOG)}


def keep(build: Path) -> None:
    """Keep how long the steps took that were made since `watch`."""
    kept.write(build / _KNOWN, _joined(build, watched=True))


def of_target(build: Path, target: str, executable: Path) -> float | None:
    """Return the seconds it took to compile a target's own sources and to link it.

    Of wall time, while other steps may have run beside it.  None if a part of it is unknown.
    """
    total, steps = 0.0, 0
    logged = _logged(build)
    for output, (stamp, seconds) in _load(build).items():
        match = _OBJECT.search(output)
        mine = match is not None and match["target"] == target
        if not mine and build / output != executable:
            continue
        if mine and not (build / output).is_file():
            continue  # of a source that is no more
        if seconds is None or logged.get(output, (0, 0.0))[0] != stamp:
            return None
        total, steps = total + seconds, steps + 1
    return round(total, 3) if steps else None


def _joined(build: Path, *, watched: bool) -> Steps:
    """Return what is known, and what the log says beyond it: unknown unless it was watched."""
    known = _load(build)
    cached = _cached(build) if watched else {}
    for output, (stamp, seconds) in _logged(build).items():
        if known.get(output, (None, None))[0] != stamp:
            compiled = watched and not _from_cache(output, cached)
            known[output] = (stamp, seconds if compiled else None)
    return known


def _logged(build: Path) -> dict[str, tuple[int, float]]:
    """Return the last entry of each output in Ninja's log: time stamp and seconds."""
    found: dict[str, tuple[int, float]] = {}
    with contextlib.suppress(OSError):
        for line in (build / _NINJA_LOG).read_text("utf-8", "replace").splitlines():
            fields = line.split("\t")
            if len(fields) == _FIELDS and all(one.isdigit() for one in fields[:3]):
                start, end, stamp = map(int, fields[:3])
                found[fields[3]] = (stamp, (end - start) / 1e3)
    return found


def _cached(build: Path) -> dict[str, bool]:
    """Return by source whether ccache had any object of it already."""
    found: dict[str, bool] = {}
    source = ""
    with contextlib.suppress(OSError):
        for line in (build / CCACHE_LOG).read_text("utf-8", "replace").splitlines():
            if line.startswith("# "):
                source = line[2:]
                found.setdefault(source, False)
            elif line.endswith("_cache_hit"):
                found[source] = True
    return found


def _from_cache(output: str, cached: Mapping[str, bool]) -> bool:
    match = _OBJECT.search(output)
    if match is None:
        return False
    source = "/".join(filter(None, (match["folder"], match["source"])))
    return any(hit for name, hit in cached.items() if f"/{name}".endswith(f"/{source}"))


def _load(build: Path) -> Steps:
    try:
        return {
            name: (int(stamp), None if seconds is None else float(seconds))
            for name, (stamp, seconds) in kept.read_table(build / _KNOWN).items()
        }
    except (ValueError, TypeError):
        return {}
