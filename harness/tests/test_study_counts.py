"""Counts of an emulated GPU in the figures of studies, and all compilers beside the best."""

from typing import Any

from test_studies import launch, ours

from league.base import paths
from league.studies import measured, portable, ptx

ROOT = paths.project_root()


def counted_cell(variant: str, toolchain: str, issued: int) -> dict[str, Any]:
    kernel = {
        "kernel": "run", "launches": 1, "issued": issued, "executed": 32 * issued, "divergent": 0,
        "lanes": {"fp64_other": 32 * issued}, "memory": {},
    }  # fmt: skip
    (cell,) = launch(variant, [1], benchmark="newton-sqrt", toolchain=toolchain, letter="S")
    return {**cell, "mode": "check", "device_counts": {
        "gpu": "H100", "kernels": [kernel], "host": {}}}  # fmt: skip


def test_what_simd_gains_is_counted_where_there_is_no_gpu() -> None:
    runs = [[
        counted_cell("target-data", "gcc-12-emulated", 640),
        counted_cell("target-simd", "gcc-12-emulated", 20),
        counted_cell("target-data", "clang-19-emulated", 7),
        counted_cell("target-simd", "clang-19-emulated", 7),
    ]]  # fmt: skip
    made = ptx.simd(runs, measured.measured(runs))
    found = {one.title: ours(one) for one in made.panels if "counted" in one.title}
    wanted = {"gcc-12-emulated": {"newton-sqrt": 1 / 32}, "clang-19-emulated": {"newton-sqrt": 1.0}}
    assert found == {
        "counted on an emulated GPU: warp instructions issued": wanted,
        "counted on an emulated GPU: fp64 divisions and roots, by lanes": wanted,
    }
    assert any(line.startswith("Counts are those of") for line in made.caption)


def test_simd_is_taken_from_the_variant_that_lacks_it_alone() -> None:
    issued = {"target-data": 1, "target-nested": 20, "target-simd": 10}
    cells = [counted_cell(variant, "gcc-12-emulated", n) for variant, n in issued.items()]
    runs = [[{**one, "benchmark": "matvec"} for one in cells]]
    made = ptx.simd(runs, measured.measured(runs))
    found = [ours(one) for one in made.panels if "issued" in one.title]
    assert found == [{"gcc-12-emulated": {"matvec": 0.5}}]
    for name in ptx.KERNELS:  # as each kernel's call of league_add_benchmark says
        told = (ROOT / "kernels" / name / "CMakeLists.txt").read_text()
        base = {**ptx.SIMD, **ptx.OTHER_BASE.get(name, {})}["target-simd"]
        assert f"target-simd={base}" in told


def test_compilers_stand_beside_the_best_on_their_device() -> None:
    runs = [[
        *launch("omp", [100], toolchain="gcc-12-host"),
        *launch("omp", [200], toolchain="clang-19-x86_64"),
        *launch("target-data", [900], toolchain="clang-19-x86_64"),  # alone on its device
        *(
            {**one, "benchmark": "newton-sqrt"} for one in (
                counted_cell("target-data", "clang-19-emulated", 30),
                counted_cell("target-simd", "clang-19-emulated", 20),
                counted_cell("cuda", "nvcc-13-emulated", 10),
            )
        ),
    ]]  # fmt: skip
    table, fall = portable.chart(runs, measured.measured(runs)).panels
    assert ours(table) == {
        "host: gcc-12": {"jacobi-convergence": 1.0},
        "host: clang-19": {"jacobi-convergence": 2.0},
        "emulated NVIDIA: clang-19": {"newton-sqrt": 2.0},
    }
    assert ours(fall)["host: clang-19"] == {1: 0.5}
