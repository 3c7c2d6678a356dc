"""OpenMP on AMD beside NVIDIA and CUDA: what is compared, and what units need at least."""

import json
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from test_bound import kernel
from test_device_code import kept, launch

from league.analysis import bound, device, machines
from league.base.errors import NothingComparable
from league.records.view import view

#: Of AMD's data sheets: operations a second in double and single precision without matrix
#: instructions, and bytes a second of the memory; of the MI250X a die.
SHEETS = {"mi50": (6.6e12, 13.3e12, 1.02e12), "mi60": (7.4e12, 14.7e12, 1.02e12),
          "mi210": (22.6e12, 45.3e12, 1.64e12), "mi250x": (23.95e12, 47.9e12, 1.64e12),
          "mi300a": (61.3e12, 122.6e12, 5.3e12), "mi300x": (81.7e12, 163.4e12, 5.3e12)}  # fmt: skip


@pytest.mark.parametrize("gpu", sorted(SHEETS))
def test_a_full_gpu_does_what_its_data_sheet_says(gpu: str) -> None:
    double, single, bandwidth = SHEETS[gpu]
    blocks, lanes = device.AMD[gpu].multiprocessors, 3_200_000
    found = bound.terms(gpu, kernel(blocks, fp64_fma=lanes, fp32_fma=lanes) | {"compulsory": 3000})
    assert 2 * lanes / (found["fp64"] * 1e-6) == pytest.approx(double, rel=0.01)
    packed = 1 if gpu in ("mi50", "mi60") else 2  # numbers of a lane
    assert 2 * packed * lanes / (found["fp32"] * 1e-6) == pytest.approx(single, rel=0.01)
    assert 3000 * 32 / (found["memory"] * 1e-6) == pytest.approx(bandwidth, rel=0.01)


def test_what_a_smaller_cache_missed_binds_no_gpu_with_a_larger_one() -> None:
    moved = kernel(104, fp64_fma=64) | {"compulsory": 3000}
    assert "memory" in bound.terms("mi250x", moved, "mi210")
    assert bound.terms("mi300x", moved, "mi210").keys() == {"fp64"}


def counted(toolchain: str, gpu: str, variant: str, symbol: str, **lanes: int) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(launch(variant, 96)))
    made |= {"toolchain": toolchain, "worst": "emulated"}
    made["model"] = "cuda" if variant == "cuda" else "target"
    made["device_counts"]["gpu"] = gpu
    made["device_counts"]["kernels"] = [
        kernel(104, **lanes) | {
            "kernel": symbol, "symbol": symbol, "threads": 32, "issued": 9, "active": 9,
            "executed": 9, "divergent": 0, "distinct_read": 30, "distinct_written": 10,
            "compulsory": 0,
        }
    ]  # fmt: skip
    return made


def facts(toolchain: str, version: str) -> dict[str, Any]:
    return {"kind": "toolchain", "toolchain": toolchain, "compiler": "Clang", "version": version}


NAME = "__omp_offloading_{}__ZN3Dot3runEv_l17"
RECORDS = [
    facts("amd", "19.1.7"), facts("nvidia", "19.1.7"), facts("old", "16.0.6"),
    counted("amd", "mi210", "target-data", NAME.format("fe00_1"), fp64_fma=300,
            fp32_fma=77, integer=10**9),
    counted("nvidia", "h100", "target-data", NAME.format("fe00_2"), fp64_fma=100, fp64_mul=100),
    counted("old", "h100", "target-data", NAME.format("fe00_3"), fp64_fma=7),
    counted("nvcc", "h100", "cuda", "dot", fp64_fma=150),
]  # fmt: skip


def test_operations_are_held_against_the_same_compiler_and_cuda() -> None:
    (row,) = machines.beside(view(RECORDS))
    assert row.key.toolchain == "amd"
    assert row.amd.over(row.nvidia)["operations"] == 600 / 300
    assert row.amd.over(row.cuda) == {"operations": 2.0, "bytes": 1.0, "kernel launches": 1.0}
    assert row.amd.counts["bytes"] == 40 * 32
    assert set(row.amd.least) == set(machines.NAMED)
    assert row.amd.least["mi210"] > row.amd.least["mi300x"] > 0


def test_kernels_of_one_region_meet_whatever_the_build() -> None:
    (row,) = machines.beside(view(RECORDS), kernels=True)
    assert row.nvidia is not None and row.cuda is None
    assert row.amd.over(row.nvidia)["operations"] == 2.0
    wrong = [{**one, "worst": "wrong"} for one in RECORDS if one.get("toolchain") == "amd"]
    assert machines.beside(view([*RECORDS[:3], *wrong[1:], *RECORDS[4:]])) == []


def test_instructions_of_another_machine_are_no_multiple_of_cuda() -> None:
    found = {(row["toolchain"], row["count"]): row["ratio"] for row in device.ratios(view(RECORDS))}
    assert found["nvidia", "instructions"] == 1.0
    assert found["amd", "instructions"] is None and found["amd", "sectors"] is None


def test_the_table_and_the_figure_say_both_sides(tmp_path: Path, cli_says: Says) -> None:
    rows = machines.beside(view(RECORDS))
    head, _, line = machines.markdown(rows, kernels=False)[:3]
    assert "Operations ÷ CUDA" in head and "Least on MI300X, µs" in head
    assert "2.00×" in line and "`target-data`" in line
    with pytest.raises(NothingComparable):
        machines.markdown([], kernels=True)
    drawn = machines.over_cuda(rows)
    assert [one.key.toolchain for one in drawn] == [
        "target-data on AMD", "target-data on NVIDIA",
    ]  # fmt: skip
    kept(tmp_path / "runs", "one", *RECORDS)
    cli_says("figures", "machines", "one", "--out", str(tmp_path / "runs"),
             "--folder", str(tmp_path / "drawn"))  # fmt: skip
    assert "MI300A" not in (tmp_path / "drawn" / "machines.svg").read_text(encoding="utf-8")
    assert "least_mi210_us" in (tmp_path / "drawn" / "machines.csv").read_text(encoding="utf-8")
