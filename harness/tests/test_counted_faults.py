"""Faults that no answer shows and no clock is needed for: counts turn the gate red.

The real verbs on a copy of the tree, with CUDA and OpenMP variants on the emulated device; minutes
long.
"""

import json
import subprocess
from pathlib import Path

import pytest
from saying import called

from proofs import planter

TOOLCHAINS = "nvcc-13-emulated,clang-19-emulated"
#: File, what is replaced by what, the program, numbers that have to become more.
PLANTED = {
    "spill": (
        "kernels/matmul/cuda.cu",
        "__launch_bounds__(threads, 2)",
        "__launch_bounds__(threads, 8)",  # a quarter of the registers
        "matmul.cuda",
        {"local_instructions", "stack"},
    ),
    "uncoalesced access": (
        "kernels/vadd/cuda-shape.cu",
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)",
        "const int part = (n + stride - 1) / stride;\n"
        "  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * part;\n"
        "  for (int i = first; i < min(first + part, n); ++i)",
        "vadd.cuda-shape",
        {"sectors", "excess_sectors"},
    ),
    "extra launch": (
        "kernels/vadd/cuda.cu",
        "  league::demand_launched();",
        "  add<<<1, threads>>>(n, a.data(), b.data(), c.data());\n  league::demand_launched();",
        "vadd.cuda",
        {"kernel_launches"},
    ),
    "spill in a target region": (
        "kernels/matmul/target-tuned.cpp",
        "constexpr int rows = 4;",
        "constexpr int rows = 16;",  # four times the sums of a thread
        "matmul.target-tuned",
        {"weighed_local"},
    ),
    "uncoalesced access in a target region": (
        "kernels/matmul/target-data.cpp",
        "    for (int i = 0; i < n; ++i)\n      for (int j = 0; j < n; ++j) {",
        "    for (int j = 0; j < n; ++j)\n      for (int i = 0; i < n; ++i) {",
        "matmul.target-data",
        {"sectors", "excess_sectors", "sectors_over_cuda"},
    ),
    "extra launch of a target region": (
        "kernels/vadd/target-data.cpp",
        "    watch.stop();",
        "    #pragma omp target teams distribute parallel for\n"
        "    for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];\n"
        "    watch.stop();",
        "vadd.target-data",
        {"kernel_launches"},
    ),
}


def _verb(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return called(["scripts/run_all.py", *words], cwd=tree, env=planter.environment_of(tree))


def _check(tree: Path, name: str) -> str:
    runs = tree / "runs"
    before = set(runs.glob("*")) if runs.is_dir() else set()
    done = _verb(
        tree, "check", "-t", TOOLCHAINS, "-b", "vadd,matmul", "-v",
        "cuda,cuda-shape,target-data,target-tuned", "-c", "S", "--precision", "fp32",
        "--no-cases", "--no-color", "--out", "runs",
    )  # fmt: skip
    if done.returncode == 5:
        pytest.skip(f"{TOOLCHAINS}: one is not usable here")
    assert done.returncode == 0, f"{name}: {done.stdout[-2000:]} {done.stderr[-500:]}"
    (made,) = [one for one in set(runs.glob("*")) - before if (one / "records.jsonl").exists()]
    return str(made)


@pytest.mark.slow
def test_a_spill_an_uncoalesced_access_and_an_extra_launch_turn_the_gate_red(
    tmp_path: Path,
) -> None:
    tree = planter.copy_tree(tmp_path / "tree")
    base = _check(tree, "base")
    again = _check(tree, "again")
    same = _verb(tree, "gate", again, "--baseline", base, "--no-confirm", "--json")
    assert same.returncode == 0, same.stdout + same.stderr
    edits = [planter.Edit(file, before, after, 1) for file, before, after, *_ in PLANTED.values()]
    with planter.planted(tree, edits):
        run = _check(tree, "planted")
    told = _verb(tree, "gate", run, "--baseline", base, "--no-confirm", "--json")
    assert told.returncode == 3, told.stdout
    compared = _verb(tree, "compare", base, run)
    assert "numbers that do not scatter" in compared.stdout, compared.stderr
    for name, (*_, program, numbers) in PLANTED.items():
        found = json.loads(told.stdout)["more"]
        more = {one["metric"] for one in found if one["cell"].split()[0] == program}
        assert numbers <= more, f"{name}: {more}"
        assert all(number in compared.stdout for number in numbers)
    assert {one["cell"].split()[0] for one in found} == {one[3] for one in PLANTED.values()}
    page = _verb(tree, "report", run, "-o", "report.html")
    assert page.returncode == 0, page.stderr
    assert "What the device code asked of an emulated GPU" in (tree / "report.html").read_text()
