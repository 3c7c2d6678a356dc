"""Counts of an emulated GPU in the figures of studies, and all compilers beside the best."""

from typing import Any

from test_studies import launch, ours

from league.base import paths
from league.show.plots import chart
from league.studies import closures, measured, one_to_one, patterns, portable, ptx

ROOT = paths.project_root()


def counted_cell(
    variant: str, toolchain: str, issued: int, *, benchmark: str = "newton-sqrt", active: int = 1,
    shape: tuple[int, int] | None = None, **sizes: int,
) -> dict[str, Any]:  # fmt: skip
    """A cell that is checked, or a point of a sweep: two blocks of a warp and a half.

    It asks for as many sectors as it issues instructions, each of `active` lanes.
    """
    kernel = {
        "kernel": "run", "launches": 1, "issued": issued, "active": active * issued,
        "executed": 32 * issued, "divergent": 0, "blocks": 2, "threads": 96,
        "lanes": {"fp64_other": 32 * issued, "barrier": 64, "allocation": 260},
        "memory": {"load_global": {"sectors": issued, "least_sectors": issued}},
    }  # fmt: skip
    (cell,) = launch(variant, [1], benchmark=benchmark, toolchain=toolchain, letter="S",
                     shape=shape, **sizes)  # fmt: skip
    cell["verdict"]["place"] = "emulated"
    return {**cell, "mode": "sweep" if shape else "check", "device_counts": {
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


def panels_of(made: chart.Chart, word: str) -> dict[str, dict[str, dict[Any, float]]]:
    """Return the panels in whose titles a word stands, in order, CUDA's ratios first."""
    shown = chart.cuda_first(made).panels
    return {one.title: ours(one) for one in shown if word in f"{one.title} {one.y_label}"}


def test_shapes_are_counted_over_size_teams_and_threads() -> None:
    """Those of the least and the most asked for; a count is not divided by CUDA's, as times are."""
    runs = [[
        counted_cell(variant, toolchain, size * teams, benchmark="matvec", shape=(teams, threads),
                     rows=size, products=2)
        for variant, toolchain in (("target-shape", "gcc-12-emulated"),
                                   ("cuda-shape", "nvcc-13-emulated"))
        for size in (64, 4096) for teams in (1, 4, 16) for threads in (1, 8)
    ]]  # fmt: skip
    assert measured.measured(runs) == []  # none of it is a time
    found = panels_of(ptx.size(runs, []), "counted")
    title = "matvec, counted on an emulated GPU: warp instructions issued"
    assert list(found) == [title]
    assert list(found[title]) == [
        f"{teams} × {threads}, {label}"
        for label in ("target-shape, gcc-12-emulated", "cuda-shape, nvcc-13-emulated")
        for teams, threads in ((1, 1), (1, 8), (16, 1), (16, 8))
    ]
    of_region = {64: 512.0, 4096: 32768.0}  # 16 teams, two products
    assert found[title]["16 × 8, target-shape, gcc-12-emulated"] == of_region
    found = panels_of(ptx.shape(runs, []), "counted")
    warps = 2 * 2  # of two blocks, the second of each half empty
    assert found["over teams: matvec, rows = 4096, 8 threads\ncounted on an emulated GPU"] == {
        label: {teams: 4096 * teams / warps for teams in (1, 4, 16)}
        for label in ("target-shape, gcc-12-emulated", "cuda-shape, nvcc-13-emulated")
    }
    assert list(found)[1:] == [
        "over threads: matvec, rows = 4096, 16 teams\ncounted on an emulated GPU"
    ]


def test_a_region_is_counted_with_its_calls_of_malloc() -> None:
    cells = [
        counted_cell(variant, "gcc-12-emulated", issued, benchmark=ptx.OVERHEAD, steps=130)
        for variant, issued in (("target-combined", 1300), ("target-empty", 650))
    ]
    made = ptx.overhead([cells], measured.measured([cells]))
    assert panels_of(made, "counted") == {
        "counted on an emulated GPU: warp instructions issued": {
            "gcc-12-emulated": {"target-empty": 5.0, "target-combined": 10.0}},
        "counted on an emulated GPU: calls of malloc and free, by lanes": {
            "gcc-12-emulated": {"target-empty": 2.0, "target-combined": 2.0}},
    }  # fmt: skip


def test_levels_stand_over_one_level() -> None:
    cells = [
        counted_cell(variant, "gcc-12-emulated", issued, benchmark=benchmark)
        for benchmark, variant, issued in (
            ("npb-cg", "target-data", 8), ("npb-cg", "target-two-level", 16),
            ("npb-cg", "target-three-level", 2), ("npb-bt", "target-data", 4),
            ("npb-bt", "target-stored", 12),
        )
    ]  # fmt: skip
    made = one_to_one.levels([cells], measured.measured([cells]))
    (found,) = panels_of(made, "issued").values()
    assert found == {"gcc-12-emulated, class S": {
        "CG, two levels": 2.0, "CG, three levels": 0.25,
        "BT, three levels, all blocks stored": 3.0}}  # fmt: skip


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


def test_patterns_of_access_stand_over_neighbours() -> None:
    gpu = "clang-19-emulated"
    runs = [[
        counted_cell(variant, gpu, sectors, benchmark="layout", offset=3, stride=3)
        for variant, sectors in {
            "target-soa": 100, "target-offset": 120, "target-strided": 300, "target-data": 999,
        }.items()
    ]]  # fmt: skip
    (panel,) = patterns.access(runs).panels
    assert ours(panel) == {gpu: {"i": 1.0, "i + 3": 1.2, "3 i": 3.0}}


def test_a_select_stands_over_the_branch_of_its_length() -> None:
    gpu = "gcc-12-emulated"
    runs = [
        [
            counted_cell("target-data", gpu, taken, benchmark="branch", steps=steps),
            counted_cell("target-select", gpu, select, benchmark="branch", steps=steps),
        ]
        for steps, taken, select in ((1, 100, 50), (100, 1000, 2000))
    ]
    (panel,) = patterns.short_branch(runs).panels
    assert ours(panel) == {"select, gcc-12-emulated": {1: 0.5, 100: 2.0}}


def test_forms_say_how_many_lanes_take_part_and_how_often_they_wait() -> None:
    runs = [[
        counted_cell("target-data", "clang-19-emulated", 10, benchmark="branch", active=32),
        counted_cell("target-inner-simd", "clang-19-emulated", 90, benchmark="branch"),
    ]]  # fmt: skip
    made = one_to_one.forms(runs, measured.measured(runs))
    found = {one.title.partition(": ")[2]: ours(one) for one in made.panels if one.series}
    label, form = "clang-19-emulated, class S", "(b) if/else inside, inner simd"
    assert found["lanes of 32 that take part in an instruction"] == {label: {form: 1.0}}
    assert found["waits at barriers, by lanes"] == {label: {form: 64.0}}
    assert found["warp instructions issued"] == {label: {form: 9.0}}
    (lanes,) = [one for one in made.panels if "lanes of 32" in one.title]
    assert lanes.series[0].values[0].source is None  # so that none is called the fastest


def test_what_a_lambda_costs_is_counted_and_a_library_that_is_missing_is_named() -> None:
    runs = [[
        counted_cell("target-data", "clang-19-emulated", 10, benchmark="lambda-forall"),
        counted_cell("target-iterator", "clang-19-emulated", 15, benchmark="lambda-forall"),
    ]]  # fmt: skip
    made = closures.ratios(runs, measured.measured(runs))
    found = [ours(one) for one in made.panels if "issued" in one.title]
    assert found == [{"target-iterator, clang-19-emulated": {"lambda-forall": 1.5}}]
    told = "Missing: RAJA and Kokkos. No run has their variants, which are built where RAJA_ROOT"
    assert any(line.startswith(told) for line in made.caption)
    runs = [launch("target-raja", [1], benchmark="tealeaf-kernels")]
    made = closures.ratios(runs, measured.measured(runs))
    assert any(line.startswith("Missing: Kokkos.") for line in made.caption)


def test_calls_of_what_is_not_inlined_are_counted_none_among_them() -> None:
    made: list[dict[str, Any]] = []
    for variant, mix in (
        ("target-data", {"fp64": 1990, "control": 10}),
        ("target-lambda", {"fp64": 1980, "call": 20}), ("target-iterator", None),
    ):  # fmt: skip
        cell = counted_cell(variant, "clang-19-emulated", 9, benchmark="lambda-forall")
        if mix:
            cell["device_counts"]["kernels"][0]["machine"] = {"issued": mix, "executed": {}}
        made.append(cell)
    shown = closures.ratios([made], measured.measured([made]))
    (found,) = panels_of(shown, "not inlined").values()
    assert found == {
        "target-data, clang-19-emulated": {"lambda-forall": 0.0},
        "target-lambda, clang-19-emulated": {"lambda-forall": 10.0},
    }
    before = [one for one in made if "machine" not in one["device_counts"]["kernels"][0]]
    assert not panels_of(closures.ratios([before], measured.measured([before])), "not inlined")


# By hand: kernels are half of a resident run, and a tenth of one whose data travels.
def test_what_transfers_take_falls_with_the_steps_where_data_stays() -> None:
    cells = [
        *(one for steps in (10, 100) for one in launch(
            "target-data", [10 * steps], benchmark="heat", steps=steps)),
        *(one for steps in (10, 100) for one in launch(
            "target-naive", [50 * steps], benchmark="heat", steps=steps)),
        *launch("target-naive", [7], benchmark="heat", steps=1000),
    ]  # fmt: skip
    (panel,) = patterns.transfers([cells]).panels
    assert ours(panel) == {
        "target-data, clang-19-x86_64, n = 10": {10: 50.0, 100: 50.0},
        "target-naive, clang-19-x86_64, n = 10": {10: 90.0, 100: 90.0},
    }
