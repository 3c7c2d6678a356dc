"""Ten years of nights that never happened: 50 toolchains, 60 benchmarks, 5 variants each.

    PYTHONPATH=harness:harness/tests python harness/tests/ten_years.py FOLDER [NIGHTS]

Writes the files of nights of a history, packed, from a seed; what is there is not made again.  By
default 3,650 of them, 55 million cells in all.  Series are of several shapes, planted cell by cell:
level, with spikes, with steps, broken for a while, in two modes, slowly drifting.
"""

import gzip
import json
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from league.analysis import nights
from league.analysis.quantities import OWN

TOOLCHAINS = [f"clang-{16 + n // 5}-{('x86_64', 'sm_80', 'sm_90', 'gfx90a', 'gfx942')[n % 5]}"
              for n in range(50)]  # fmt: skip
BENCHMARKS = [f"benchmark-{n:02}" for n in range(60)]
VARIANTS = ("omp", "target-data", "target-loop", "target-naive", "target-simd")
NIGHTS = 3650
PROGRAMS = len(BENCHMARKS) * len(VARIANTS)
#: Nights for which a compiler stays of one version.
_STAYS = 90
_FIRST = datetime(2026, 1, 1, 2, 17)

Array = npt.NDArray[Any]


class TenYears:
    """What happens to each of the cells, from a seed."""

    def __init__(self, seed: int = 21) -> None:
        self._seed = seed
        dice = np.random.default_rng(seed)
        shape = (len(TOOLCHAINS), PROGRAMS)
        self.base = 10 ** dice.uniform(4.7, 9.0, shape)  # 50 us to 1 s
        self.shape = dice.integers(0, 6, shape)
        #: the night of the step, or on which it breaks or begins to drift
        self.night = dice.integers(100, NIGHTS - 100, shape)
        self._sections: dict[int, tuple[object, str]] = {}

    def times(self, n: int) -> Array:
        """Return the compute times of a night, in nanoseconds."""
        dice = np.random.default_rng((self._seed, n))
        noise = np.exp(0.01 * dice.standard_normal(self.base.shape))
        late = n - self.night
        noise[(self.shape == 1) & (dice.random(self.base.shape) < 0.01)] *= 1.5
        noise[(self.shape == 2) & (late >= 0)] *= 1.1
        noise[(self.shape == 4) & (dice.random(self.base.shape) < 0.3)] *= 1.02
        noise *= np.where((self.shape == 5) & (late >= 0), 1.0 + 1e-5 * late, 1.0)
        return np.rint(self.base * noise)

    def broken(self, n: int) -> Array:
        """Return which cells compute a wrong answer on a night."""
        late = n - self.night
        found: Array = (self.shape == 3) & (late >= 0) & (late < 60)
        return found

    def version(self, toolchain: int, n: int) -> str:
        """Return the version of a compiler on a night; they change one after the other."""
        major = TOOLCHAINS[toolchain].split("-")[1]
        return f"Clang {major}.1.{(n + toolchain) // _STAYS}"

    def text(self, n: int) -> bytes:
        """Return the file of a night, as `nights.text_of` would write it."""
        times, broken = self.times(n), self.broken(n)
        when = _FIRST + timedelta(days=n)
        versions = {name: self.version(k, n) for k, name in enumerate(TOOLCHAINS)}
        head = {
            "schema": nights.SCHEMA, "run": run_of(n), "time": f"{when:%Y-%m-%dT%H:%M:%SZ}",
            "source": f"{n // 400:07x}", "machine": "a simulated machine, 2 cores",
            "versions": versions, "flags": {}, "devices": {}, "compilers": {},
            "quantities": {name: one.to_json() for name, one in OWN.items()}, "silent": [],
        }  # fmt: skip
        sections = []
        for k in sorted(range(len(TOOLCHAINS)), key=TOOLCHAINS.__getitem__):
            good = times[k][~broken[k]]
            numbers = np.stack([good, np.rint(1.2 * good)], axis=1).ravel()
            sections.append(self._section(k, versions, broken[k], n) % tuple(numbers.tolist()))
        lines = ",\n".join(sections)
        return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "cells": [\n{lines}\n]}}\n'.encode()

    def _section(self, toolchain: int, versions: Mapping[str, str], broken: Array, n: int) -> str:
        """Return the lines of a toolchain with places for the times, from a cache."""
        name, source = TOOLCHAINS[toolchain], f"{n // 400:07x}"
        state = (versions[name], source, broken.tobytes())
        held = self._sections.get(toolchain)
        if held is None or held[0] != state:
            rows = [
                _line(name, program, versions[name], source, bool(broken[program]))
                for program in range(PROGRAMS)
            ]
            held = (state, ",\n".join(rows))
            self._sections[toolchain] = held
        return held[1]


def run_of(n: int) -> str:
    """Return the name of a night's run."""
    return f"{_FIRST + timedelta(days=n):%Y%m%d-%H%M%S}-simulated"


def _line(toolchain: str, program: int, version: str, source: str, broken: bool) -> str:
    benchmark, variant = divmod(program, len(VARIANTS))
    numbers = {
        "compute": "%.1f", "total": "%.1f", "launches": 100.0, "to_device": 8.0 * 2**20,
        "from_device": 4.0 * 2**20, "executable": 250_000.0 + program, "compile": 2.5,
    }  # fmt: skip
    told = {
        "toolchain": toolchain, "benchmark": BENCHMARKS[benchmark], "variant": VARIANTS[variant],
        "class": "W", "precision": "fp64", "outcome": "wrong" if broken else "pass",
        "expected": False, "binary": f"{hash_of(toolchain, version, program):016x}",
        "source": source, "sources": f"{hash_of(source, program):016x}",
        "metrics": {} if broken else numbers,
        **({"facts": {"reason": "max_error: error 0.3"}} if broken else {}),
    }  # fmt: skip
    return json.dumps(told).replace('"%.1f"', "%.1f")


def hash_of(*words: object) -> int:
    """Return what stands for a hash of content."""
    import zlib

    text = " ".join(map(str, words)).encode()
    return zlib.crc32(text) << 32 | zlib.crc32(text[::-1])


def write(folder: Path, count: int = NIGHTS, first: int = 0) -> None:
    """Write nights that are not there yet into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    years = TenYears()
    for n in range(first, first + count):
        out = folder / f"{run_of(n)}.json.gz"
        if not out.exists():
            scratch = out.with_name(f".{out.name}")
            scratch.write_bytes(gzip.compress(years.text(n), 1, mtime=0))
            scratch.replace(out)


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else NIGHTS)
