"""Hold the emulated device's counts of two sessions against each other, where the PTX is the same.

Both are folders of sessions, RUN also one of several, of which the newest counts.  Of each cell of
both whose program has PTX of the same hash every count of every kernel has to be equal, whatever
the machine and whatever else ran there.
Exit code: 0 all are equal, 1 one is not, 2 usage, 4 no program of both has the same PTX.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from league.analysis import device
from league.base.words import plural
from league.records import device_counts, reading
from league.records.launches import Key
from league.records.view import RunView
from proofs.planter import flag

OPTIONS = (
    flag("run", type=Path, metavar="RUN"),
    flag("kept", type=Path, metavar="KEPT"),
)


def run(args: argparse.Namespace) -> int:
    """Compare, and say what differs."""
    folder = args.run
    if not any(folder.glob("records.jsonl*")):
        folder = reading.newest_run(folder)
    found = same_code(reading.read_run(folder), reading.read_run(args.kept))
    for line in (line for lines in found.values() for line in lines):
        print(line)
    wrong = sum(bool(lines) for lines in found.values())
    cells = plural(len(found), "cell")
    print(f"{cells} with the same PTX: {len(found) - wrong} with the same counts")
    return 1 if wrong else 0 if found else 4


def same_code(first: RunView, second: RunView) -> dict[Key, list[str]]:
    """Return for each cell of both, if its PTX has the same hash, which counts differ."""
    others = dict(device.counted(second))
    found: dict[Key, list[str]] = {}
    for key, counts in device.counted(first):
        hashes = {_ptx(run, key) for run in (first, second)}
        if key not in others or len(hashes) > 1 or "" in hashes:
            continue
        if _registers(counts) != _registers(others[key]):  # other blocks are resident
            continue
        sides = [_flat(one) for one in (counts, others[key])]
        found[key] = [
            f"{key.short} ({key.toolchain}), {name}: {one} and {other}"
            for name in sorted(sides[0].keys() | sides[1].keys())
            if (one := sides[0].get(name)) != (other := sides[1].get(name))
            and not (_is_later(name) and None in (one, other))
        ]
    return found


def _registers(counts: Mapping[str, Any]) -> list[int | None]:
    return [kernel.get("registers") for kernel in counts["kernels"]]


def _is_later(name: str) -> bool:
    """Tell whether records that are older than a count do not have it; `name` is of `_flat`."""
    words = name.split(" ")
    return name in device_counts.LATER_OF_HOST or (
        words[0] == "kernel" and words[2] in device_counts.LATER
    )


def _ptx(run: RunView, key: Key) -> str:
    build = run.build_of(key)
    return str((build.get("device_code") or {}).get("ptx_sha256") or "")


def _flat(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return counts by names that are the same in every build; not what other tools said."""
    found = {f"host {name}": value for name, value in counts["host"].items()}
    for number, kernel in enumerate(counts["kernels"]):
        for name, value in kernel.items():
            if name in ("kernel", "symbol", "machine", "registers"):
                continue
            parts = value.items() if isinstance(value, dict) else [("", value)]
            found |= {f"kernel {number} {name} {part}".rstrip(): one for part, one in parts}
    return found
