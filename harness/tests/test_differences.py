"""A profiler's counters beside counts of the emulated device: the same kernel, the same meaning."""

from pathlib import Path
from typing import Any

import fakes
import pytest
from saying import Says
from test_device_code import kept, launch, whole

from league.analysis.differences import DIFFERENCES, Difference, differences
from league.profile import counters
from league.records import reading, schema
from league.records.launches import Key
from league.records.view import view
from league.show import layout
from league.show.model import report_of

LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
ADDS = "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"
WARPS = "smsp__inst_executed.sum"


def compiler(toolchain: str, version: str = "13.0.88") -> dict[str, Any]:
    found: dict[str, Any] = fakes.FakeFound(toolchain, version=version).record()
    return schema.stamp({**found, "id": ""})


def profiled(kernel: str = "add", toolchain: str = "nvcc-13-sm_90", **values: int) -> Any:
    """A launch under the profiler: twice 48 sectors of loads, 70 additions, 5 microseconds."""
    seen = {LOADS: 96, ADDS: 70, WARPS: 120, counters.TIME: 5000, **values}
    profile = {
        "tool": "ncu",
        "file": "profiles/x.txt",
        "counters": [{"kernel": kernel, "launches": 2, "values": seen}],
    }
    return whole({
        "kind": "launch", "toolchain": toolchain, "group": "kernels", "benchmark": "toy",
        "variant": "cuda", "model": "cuda", "mode": "profile", "verdict": {"place": "device"},
        "worst": "pass", "profile": profile,
    })  # fmt: skip


def told(*runs: list[dict[str, Any]]) -> dict[str, Difference]:
    return {one.what: one for one in differences([view(records) for records in runs])}


def test_each_counter_stands_beside_our_count_of_the_same_compiler() -> None:
    here = [compiler("nvcc-13-sm_90"), profiled()]
    ours = [compiler("nvcc-13-emulated"), launch("cuda", 96)]
    found = told(here, ours)
    sides = {name: (one.ours, one.profiler) for name, one in found.items()}
    assert sides["launches"] == (2, 2)
    assert sides["global load sectors"] == (96, 96)
    assert sides["fp64 add"] == (64, 70)
    assert sides["warp instructions"] == (100, 120)  # of PTX: no machine code is known
    assert found["fp64 add"].ratio == pytest.approx(70 / 64)
    assert found["fp64 add"].kernel == "add"
    assert "fp32 add" not in found  # nobody counted any
    other = [compiler("nvcc-13-emulated", "12.9"), launch("cuda", 96)]
    assert told(here, other)["fp64 add"].ours is None
    assert told(here)["fp64 add"].ratio is None


def test_instructions_are_those_of_machine_code_where_it_is_known() -> None:
    counted = launch("cuda", 96)
    counted["device_counts"]["kernels"][0]["machine"] = {"issued": {"fp64": 90, "other": 31},
                                                         "executed": {"other": 5}}  # fmt: skip
    here = [compiler("nvcc-13-sm_90"), profiled(), compiler("nvcc-13-emulated"), counted]
    assert told(here)["warp instructions"].ours == 121


def test_a_time_stands_beside_the_bound_and_the_estimate() -> None:
    counted = launch("cuda", 96)
    kernel = counted["device_counts"]["kernels"][0]
    kernel["lanes"]["fp64_fma"] = 33_500_000_0
    kernel["shapes"] = [{"blocks": 132, "threads": 32, "shared": 0, "launches": 2}]
    kernel["blocks"] = 264
    here = [compiler("nvcc-13-sm_90"), profiled(), compiler("nvcc-13-emulated"), counted]
    found = told(here)
    # 3.35e8 fused lanes are 6.7e8 operations; the data sheet says 33.5e12 a second.
    assert found["bound"].ours == pytest.approx(20.0, rel=0.02)
    assert found["bound"].profiler == 5.0
    assert found["bound"].ratio is not None and found["bound"].ratio < 1  # it is refuted
    assert (found["estimate"].ours or 0) > 20


def test_names_of_kernels_may_differ_by_the_place_of_a_file() -> None:
    counted = launch("cuda", 96)
    counted["device_counts"]["kernels"][0]["symbol"] = "__omp_offloading_fd01_1a2b_main_l7"
    seen = profiled("__omp_offloading_10302_3c_main_l7")
    here = [compiler("nvcc-13-sm_90"), seen, compiler("nvcc-13-emulated"), counted]
    assert told(here)["fp64 add"].ours == 64
    lost = [*here[:1], profiled("elsewhere"), *here[2:]]
    assert told(lost)["fp64 add"].ours is None


def test_the_verb_and_the_page_show_them(tmp_path: Path, cli_says: Says) -> None:
    runs = tmp_path / "runs"
    hour = kept(runs, "hour", compiler("nvcc-13-sm_90"), profiled())
    ours = kept(runs, "ours", compiler("nvcc-13-emulated"), launch("cuda", 96))
    words = ["counts", "ours", "--profiler", "hour", "--out", str(runs)]
    said = cli_says(*words, "--csv", str(tmp_path / "x.csv"))
    assert "fp64 add" in said.out
    name = "__omp_offloading_fd01_1a2b__ZN4Vadd3runIdEEvRKNS_5ClassE_l15"
    (kernel,) = (one for one in DIFFERENCES if one.id == "kernel")
    shown = kernel.cell(
        Difference(Key("t", "toy", "cuda", "S", "fp64"), name, "launches", "", 1, 1)
    ).text
    assert shown == "…dd3runIdEEvRKNS_5ClassE_l15"
    assert "fp64 add,64,70,1.09375" in (tmp_path / "x.csv").read_text()
    assert "counters of a profiler" in cli_says(*words[:3], *words[4:], code=4).err
    page = layout.report(report_of(reading.read_runs([hour, ours])))
    assert "What a profiler counted on the GPU" in page and "fp64 add" in page


def test_refused_counters_are_told_where_one_looks_first(tmp_path: Path, cli_says: Says) -> None:
    refused = profiled()
    why = "ERR_NVGPUCTRPERM: this user may not read the GPU's counters"
    refused["profile"] = {"tool": "ncu", "file": "profiles/x.txt", "refused": why}
    kept(tmp_path, "hour", compiler("nvcc-13-sm_90"), refused, launch("cuda", 96))
    said = cli_says("counts", "hour", "--profiler", "--out", str(tmp_path), code=4)
    assert why in said.out
    page = layout.report(report_of([view([refused, launch("cuda", 96)])]))
    assert "The counters of the GPU were refused: ERR_NVGPUCTRPERM" in page
