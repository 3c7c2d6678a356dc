"""Time `omp` variants (class A, fp64) against textbook loops, interleaved.

`jacobi.omp` and `matmul.omp` meet one loop each, the triad of `stream.omp` three formulations.

The textbook program is compiled by the same compiler with -O3 -march=native, once as it stands and
once with -fopenmp.  Prints ratios with 95 % intervals; below 1 the suite's variant is faster.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from league.analysis import stats
from league.base import machine
from league.base.errors import UsageError
from league.toolchains import discovery, files
from proofs.planter import ROOT, flag, output_of

REPEAT = 3
BENCHMARKS = ("jacobi", "matmul", "stream")


def lines(command: list[str]) -> list[int]:
    """Numbers a program prints, one a line."""
    return [int(line) for line in output_of(command).split()]


def variant_times(executable: Path, lap: str = "") -> list[int]:
    """Times (ns) of one launch of a variant: of its compute phase, or of one of its laps."""
    command = [str(executable), "--class", "A", "--precision", "fp64", "--record", "-"]
    command += ["--repeat", str(REPEAT), "--warmup", "1"]
    record = json.loads(output_of(command).splitlines()[0])
    timed = [s for s in record["samples"] if not s["warmup"]]
    return [s["laps"][lap] if lap else s["compute"] for s in timed]


def textbook_times(program: Path, arguments: list[str]) -> list[int]:
    """Times (ns) of one launch of the textbook program, its first repetition left out."""
    return lines([str(program), *arguments, str(REPEAT + 1)])[1:]


def parameters_of(executable: Path, letter: str) -> list[str]:
    """Values of a class's parameters, as text, in the order of the contract."""
    classes = json.loads(output_of([str(executable), "--describe"]))["classes"]
    chosen = next(one for one in classes if one["letter"] == letter)
    return [str(v) for k, v in chosen.items() if k not in ("letter", "resident_bytes")]


def build_textbook(found: discovery.Found, folder: Path) -> dict[str, Path]:
    """Compile the textbook program as it stands and with threads; name -> executable."""
    threads = [*found.flags("omp"), *found.flags("omp_link")]
    programs = {}
    for name, flags in (("textbook", []), ("textbook, threads", threads)):
        programs[name] = folder / name.replace(", ", "-")
        line = [str(found.compiler), "-O3", "-march=native"]
        line.append(str(ROOT / "harness/textbook/textbook.cpp"))
        subprocess.run([*line, *flags, "-o", str(programs[name])], check=True)
    return programs


def contenders(benchmark: str, programs: dict[str, Path]) -> dict[str, tuple[Path, str]]:
    """What a benchmark is compared with: name -> (program, name of its loop)."""
    if benchmark == "stream":
        threads = programs["textbook, threads"]
        return {f"triad-{how}": (threads, f"triad-{how}") for how in ("index", "simd", "pointers")}
    return {name: (program, benchmark) for name, program in programs.items()}


def compare(executable: Path, programs: dict[str, Path], launches: int) -> list[dict[str, Any]]:
    """Launch the variant and the textbook programs in turn; one row per program."""
    benchmark = executable.name.split(".")[0]
    lap = "triad" if benchmark == "stream" else ""
    parameters = parameters_of(executable, "A")
    against = contenders(benchmark, programs)
    times: dict[str, list[float]] = {name: [] for name in ["omp", *against]}
    for _ in range(launches):
        times["omp"].append(median(variant_times(executable, lap)))
        for name, (program, loop) in against.items():
            times[name].append(median(textbook_times(program, [loop, *parameters])))
    rows = []
    for name in against:
        interval = stats.ratio_interval(times["omp"], times[name])
        row: dict[str, Any] = {"benchmark": benchmark, "against": name}
        row |= {"omp_ms": median(times["omp"]) / 1e6, "against_ms": median(times[name]) / 1e6}
        row["ratio"] = row["omp_ms"] / row["against_ms"]
        row["interval"] = [interval.low, interval.high] if interval else None
        row |= {"omp_launches_ns": times["omp"], "against_launches_ns": times[name]}
        rows.append(row)
        both = "{benchmark:8} omp {omp_ms:8.1f} ms  {against:18}{against_ms:8.1f} ms".format(**row)
        print(both, f" ratio {row['ratio']:.3f}", *map("{:.3f}".format, row["interval"] or []))
    return rows


OPTIONS = (
    flag("-t", "--toolchain", default="gcc-12-host"),
    flag("-b", "--benchmark", action="append", choices=BENCHMARKS),
    flag("-l", "--launches", type=int, default=9),
    flag("-o", "--out", type=Path, metavar="FILE"),
)


def run(arguments: argparse.Namespace) -> int:
    """Build, interleave, print."""
    name = arguments.toolchain
    build = ROOT / "build" / name
    every = files.load_all(ROOT / "harness" / "toolchains")
    found = discovery.discover([one for one in every if one.name == name], project=ROOT)
    if not found or found[0].compiler is None or not (build / "manifest.json").exists():
        raise UsageError(f"{name} is not built here; run scripts/run_all.py build -t {name}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        programs = build_textbook(found[0], Path(folder))
        for benchmark in arguments.benchmark or BENCHMARKS:
            executable = build / "kernels" / benchmark / f"{benchmark}.omp"
            rows += compare(executable, programs, arguments.launches)
    if arguments.out:
        told = {"toolchain": arguments.toolchain, "compiler_version": found[0].version}
        told |= {"class": "A", "precision": "fp64", "machine": machine.describe()}
        text = json.dumps({**told, "comparisons": rows}, indent=1)
        arguments.out.write_text(text + "\n")
    return 0
