"""A run as large as a site's: any number of launches, made from a seed, written line by line.

    python tests/large.py FOLDER [LAUNCHES]

writes FOLDER/records.jsonl.  Every twentieth cell fails, some of them as a known defect lets
expect, some by falling back to the host; a toolchain is absent.
"""

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from synthetic import whole

Json = dict[str, Any]

_TOOLCHAINS = (*(f"clang-{n}-x86_64" for n in range(4, 23)), "gcc-12-host")
_VARIANTS = {
    "serial": "serial", "omp": "omp", "target-naive": "target", "target-data": "target",
    "target-collapse": "target", "target-loop": "target", "target-usm": "target-usm", "acc": "acc",
}  # fmt: skip
_CLASSES = ("A", "B", "W")
_LAUNCHES = 5
_CELLS = len(_TOOLCHAINS) * len(_VARIANTS) * len(_CLASSES) * _LAUNCHES


def records(launches: int = 100_000, seed: int = 5) -> Iterator[Json]:
    """Yield the records of a run of at least so many timed launches."""
    dice = random.Random(seed)
    benchmarks = [f"bench-{n:02d}" for n in range(math.ceil(launches / _CELLS))]
    yield whole({"kind": "session", "session": "large", "state": "finished", "suite": "all",
                 "launches": _LAUNCHES})  # fmt: skip
    for name in (*_TOOLCHAINS, "nvcc-13-sm_90"):
        state = "absent" if name.startswith("nvcc") else "usable"
        yield {"schema": 1, "id": "0" * 16, "time": "2026-11-21T10:00:00Z", "kind": "toolchain",
               "toolchain": name, "title": name, "device": name.rsplit("-", 1)[1], "arch": "",
               "tried": True, "state": state, "compiler": name.split("-")[0], "version": "1",
               "flags": {}, "capabilities": {}, "remedy": "install it"}  # fmt: skip
    for toolchain in _TOOLCHAINS:
        for benchmark in benchmarks:
            for variant in _VARIANTS:
                yield whole({"kind": "build", **_names(toolchain, benchmark, variant)})
    for toolchain in _TOOLCHAINS:
        for benchmark in benchmarks:
            for variant in _VARIANTS:
                for letter in _CLASSES:
                    yield from _cell(dice, toolchain, benchmark, variant, letter)


def _names(toolchain: str, benchmark: str, variant: str) -> Json:
    return {"toolchain": toolchain, "group": "kernels", "benchmark": benchmark, "variant": variant,
            "model": _VARIANTS[variant]}  # fmt: skip


def _cell(
    dice: random.Random, toolchain: str, benchmark: str, variant: str, letter: str
) -> Iterator[Json]:
    names = _names(toolchain, benchmark, variant)
    host = variant in ("serial", "omp")
    fate = dice.random() if not host else 1.0
    place = "host" if host else "host-fallback" if fate < 0.01 else "device"
    answer = "wrong" if 0.01 <= fate < 0.05 else "pass"
    known = "xfail(a defect that is known)" if fate > 0.03 and answer == "wrong" else "as-expected"
    worst = answer if answer != "pass" else "host-fallback" if place == "host-fallback" else "pass"
    base = 1e6 * {"A": 3, "B": 12, "W": 1}[letter] * (1 + dice.random() * len(variant))
    for index in range(_LAUNCHES):
        spread = [dice.gauss(1, 0.01) for _ in range(6)]
        samples = [
            {"warmup": n == 0, "setup": 1000, "h2d": 2000, "compute": int(base * one), "d2h": 1000,
             "total": int(base * one) + 3000, "laps": {},
             "compute_motion": {"launches": 9, "to_device": 100, "from_device": 8}}
            for n, one in enumerate(spread)
        ]  # fmt: skip
        inner = {
            **names, "class": {"letter": letter, "n": 514}, "place": place, "samples": samples,
            "checks": [{"name": "max_error", "error": 1e-14, "tolerance": 8e-14, "passed": True}],
            "work": {"flops": 1e8, "bytes": 4.2e8, "resident": 6.7e7}, "answer": answer,
        }  # fmt: skip
        launch = whole({
            "kind": "launch", **names, "class": letter, "index": index, "record": inner,
            "verdict": {"place": place, "answer": answer, "expectation": known},
            "worst": worst, "reason": "" if worst == "pass" else "max_error: error 0.3",
            "output_tail": "" if worst == "pass" else "max_error: error 0.3, tolerance 8e-14\n",
        })  # fmt: skip
        del launch["record"]["toolchain"]  # which no executable tells
        yield launch


def write(folder: Path, launches: int = 100_000) -> Path:
    """Write such a run into a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "records.jsonl").open("w", encoding="utf-8") as out:
        for record in records(launches):
            first = {name: record[name] for name in ("schema", "kind", "id", "time")}
            out.write(json.dumps({**first, **record}, separators=(",", ":")) + "\n")
    return folder


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
