"""Sixty nights that never happened, with changes that are known: made from a seed."""

import math
import random
from datetime import datetime, timedelta

from league.analysis.nights import Entry, Names, Night
from league.base import models
from league.claims.matrix import known_features
from league.run.catalogue import entries

NOTE = "Simulated: these nights never happened. A seed made them, to show what the pages look like."
MACHINE = "a simulated machine, 2 cores"
BENCHMARKS = ("jacobi", "heat", "laplacian", "dot", "vadd", "matvec", "npb-cg", "npb-mg",
              "cloverleaf", "tealeaf")  # fmt: skip
VARIANTS = ("serial", "omp", "target-naive", "target-data", "target-rows", "target-loop",
            "target-simd", "cuda")  # fmt: skip
DEVICES = {"clang-19-x86_64": "x86_64", "clang-22-x86_64": "x86_64", "gcc-12-host": "host",
           "gcc-12-nvptx": "nvptx", "nvcc-13-sm_90": "nvptx"}  # fmt: skip
#: Nights on which something changes, each named where it is planted below.
CG_SLOWER, JACOBI_WRONG, MORE_LAUNCHES, DOT_MENDED, HEAT_FASTER = 38, 45, 50, 30, 20
#: Clang 22 is of these versions from these nights on.
VERSIONS = ((0, "Clang 22.1.0"), (24, "Clang 22.1.5"), (38, "Clang 22.1.8"))
CELL = ("clang-22-x86_64", "npb-cg", "target-data", "W", "fp64")
_SLOWNESS = {"serial": 1.8, "omp": 1.0, "target-naive": 6.0, "target-data": 1.4,
             "target-rows": 1.3, "target-loop": 1.9, "target-simd": 1.5}  # fmt: skip
_CLAIMS = 160


def simulated(count: int = 60, seed: int = 22) -> list[Night]:
    """Return nights, oldest first; the same seed gives the same nights."""
    dice = random.Random(seed)
    first = datetime(2026, 9, 1, 2, 17)
    return [_night(n, first + timedelta(days=n), dice) for n in range(count)]


def _night(n: int, when: datetime, dice: random.Random) -> Night:
    version = next(name for start, name in reversed(VERSIONS) if n >= start)
    versions = {"clang-19-x86_64": "Clang 19.1.7", "clang-22-x86_64": version,
                "gcc-12-host": "GNU 12.2.0", "gcc-12-nvptx": "GNU 12.2.0",
                "nvcc-13-sm_90": "NVIDIA 13.0.88"}  # fmt: skip
    cells: dict[Names, Entry] = {}
    silent: dict[Names, tuple[str, str]] = {}
    for one in entries():
        benchmark = str(one["benchmark"])
        if benchmark not in BENCHMARKS:
            continue
        for variant in (name for name in VARIANTS if name in one["variants"]):
            for toolchain, device in DEVICES.items():
                stamp = f"{versions[toolchain]} {_source(n)}"
                _cell(cells, silent, n, dice, (toolchain, benchmark, variant), device, stamp)
    for toolchain in ("clang-19-x86_64", "clang-22-x86_64"):
        _claims(cells, toolchain, versions[toolchain])
    name = f"{when:%Y%m%d-%H%M%S}-simulated"
    time = f"{when:%Y-%m-%dT%H:%M:%SZ}"
    return Night(name, time, _source(n), MACHINE, versions, cells, silent, NOTE, DEVICES)


def _source(n: int) -> str:
    """Return the revision of the sources, new where something changes that is no compiler's."""
    return "5ad1e00" if n < JACOBI_WRONG else "ca11ab1" if n < MORE_LAUNCHES else "b0b0b00"


def _cell(
    cells: dict[Names, Entry], silent: dict[Names, tuple[str, str]], n: int, dice: random.Random,
    program: tuple[str, str, str], device: str, stamp: str,
) -> None:  # fmt: skip
    toolchain, benchmark, variant = program
    names = (*program, "W", "fp64")
    model = models.of_variant(variant)
    if model.is_cuda != toolchain.startswith("nvcc") or (device == "host" and model.offloads):
        why = "nvcc compiles CUDA only" if toolchain.startswith("nvcc") else (
            f"{toolchain} has no {model.name}")  # fmt: skip
        silent[(*program, "", "")] = ("unavailable", why)
        return
    if device == "nvptx" and model.offloads:
        silent[names] = ("no-device", "no NVIDIA GPU was found")
        return
    usual = 4e6 * (1 + 3 * BENCHMARKS.index(benchmark)) * _SLOWNESS.get(variant, 1.0)
    usual *= {"clang-19-x86_64": 1.08, "gcc-12-host": 1.04}.get(toolchain, 1.0)
    binary = f"{benchmark}.{variant} of {stamp}"
    launches = 20.0 if model.offloads else 0.0
    if toolchain == "clang-22-x86_64":
        if benchmark == "npb-cg" and model.offloads and n >= CG_SLOWER:
            usual *= 1.12
        if benchmark == "heat" and variant == "target-naive" and n >= HEAT_FASTER:
            usual *= 0.8
        if (benchmark, variant) == ("jacobi", "target-loop") and n >= JACOBI_WRONG:
            reason = "max error 3.2e-02, tolerance 1.0e-12"
            cells[names] = Entry("wrong", False, binary, {}, "", {"reason": reason})
            return
        if (benchmark, variant) == ("dot", "target-simd") and n < DOT_MENDED:
            cells[names] = Entry("crash", False, binary, {}, "", {"reason": "SIGSEGV"})
            return
    if (toolchain, benchmark, variant) == ("clang-19-x86_64", "dot", "target-loop"):
        facts = {"reason": "undefined symbol", "expected": "a defect of its linker"}
        cells[names] = Entry("link-error", True, binary, {}, "", facts)
        return
    if benchmark == "tealeaf" and variant == "target-data" and n >= MORE_LAUNCHES:
        launches += 1.0
    time = usual * math.exp(dice.gauss(0.0, 0.012))
    moved = 8e6 if variant != "target-naive" else 1.6e8
    metrics = {"compute": time, "total": time + moved / 4.0 * model.offloads}
    if model.offloads:
        metrics |= {"launches": launches, "to_device": moved, "from_device": moved / 2}
    cells[names] = Entry("pass", False, binary, metrics)


def _claims(cells: dict[Names, Entry], toolchain: str, version: str) -> None:
    for number, (claim, told) in enumerate(list(known_features().items())[:_CLAIMS]):
        dice = random.Random(f"{claim} of the simulation")
        fails_in = {"Clang 19.1.7": dice.random() < 0.16, "Clang 22.1.0": dice.random() < 0.10}
        fails_in["Clang 22.1.5"] = fails_in["Clang 22.1.0"] and number % 3 > 0
        fails_in["Clang 22.1.8"] = fails_in["Clang 22.1.5"] or number % 53 == 7
        facts = {"since": told["since"], "where": "device", "blame": ""}
        if fails_in[version]:
            outcome = dice.choice(("compile-error", "wrong", "crash"))
            facts |= {"reason": f"simulated {outcome}", "blame": "compiler"}
            entry = Entry(outcome, number % 4 == 0, "", {}, "", facts)
        else:
            entry = Entry("pass", False, "", {}, "", facts)
        cells[toolchain, "validation", claim, "", ""] = entry
