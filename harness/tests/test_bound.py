"""What kernels take at least on a named GPU, and that the page of counts says what each is."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from saying import Says
from test_device_code import kept, launch, told

from league.analysis import bound, device, gate, history, nearness, nights
from league.analysis.board import board_of, near_tracks
from league.analysis.series import REFERENCE
from league.base.errors import NothingComparable
from league.records import device_counts
from league.records.view import RunView, view
from league.show.site.write import write_site

ROOT = Path(__file__).resolve().parents[2]
LIMITS = ROOT / "harness/emulator/LIMITS.md"
AMD = ROOT / "harness/emulator/AMD.md"
#: Of the vendor's data sheets: operations a second in double precision, without tensor
#: instructions and with them.
SHEETS = {"a100": (9.7e12, 19.5e12), "h100": (33.5e12, 67e12), "h200": (33.5e12, 67e12)}
#: Bytes a second of their memory, of the same.
BANDWIDTHS = {"a100": 2.04e12, "h100": 3.35e12, "h200": 4.8e12}


def kernel(blocks: int = 132, launches: int = 1, **lanes: int) -> dict[str, Any]:
    return {
        "kernel": "k", "launches": launches, "blocks": blocks * launches, "lanes": lanes,
        "memory": {}, "shapes": [{"blocks": blocks, "threads": 32, "shared": 0,
                                  "launches": launches}],
    }  # fmt: skip


@pytest.mark.parametrize("gpu", sorted(SHEETS))
def test_a_full_gpu_does_what_its_data_sheet_says(gpu: str) -> None:
    plain, tensor = SHEETS[gpu]
    blocks = device.GPUS[gpu].multiprocessors
    lanes = 3_200_000
    fma = bound.terms(gpu, kernel(blocks, fp64_fma=lanes))["fp64"]
    assert 2 * lanes / (fma * 1e-6) == pytest.approx(plain, rel=0.01)
    # 32 lanes of one instruction multiply 8 x 4 by 4 x 8: 256 products, as many sums
    mma = bound.terms(gpu, kernel(blocks, tensor=lanes))["tensor"]
    assert lanes / 32 * 512 / (mma * 1e-6) == pytest.approx(tensor, rel=0.01)


# Whatever the blocks: one of them may fetch all.
@pytest.mark.parametrize("gpu", sorted(BANDWIDTHS))
@pytest.mark.parametrize("blocks", [1, 132])
def test_memory_is_that_of_the_whole_gpu(gpu: str, blocks: int) -> None:
    memory = bound.terms(gpu, kernel(blocks) | {"compulsory": 3000})["memory"]
    assert 3000 * 32 / (memory * 1e-6) == pytest.approx(BANDWIDTHS[gpu])


def test_what_an_older_record_does_not_have_makes_no_term() -> None:
    assert bound.terms("h100", kernel(fp64_fma=1)).keys() == {"fp64"}
    assert bound.terms("h100", kernel() | {"compulsory": 0}) == {}


def test_the_fullest_multiprocessor_decides() -> None:
    full, more = (bound.terms("h100", kernel(blocks, fp32_add=blocks)) for blocks in (132, 133))
    assert more["fp32"] == pytest.approx(2 * full["fp32"])
    two = bound.terms("h100", kernel(133, launches=2, fp32_add=2 * 133))
    assert two["fp32"] == pytest.approx(2 * more["fp32"])


def test_where_launches_are_not_known_work_is_spread() -> None:
    assert bound.fullest(132, {"blocks": 1}) == 1 / 132
    assert bound.fullest(132, kernel(1) | {"blocks": 5}) == 1 / 132


# 64 lanes of fp64 are a clock of an H100, 8 wavefronts eight: of 2 launches of 4 blocks each the
# fullest multiprocessor does a quarter.
def test_the_verb_names_the_unit(tmp_path: Path, cli_says: Says) -> None:
    counts = told()
    shape = {"blocks": 4, "threads": 32, "shared": 0, "launches": 2}
    counts["kernels"][0] |= {"symbol": "add", "shapes": [shape], "fetched": 0, "written_back": 0,
                             "distinct_read": 9, "distinct_written": 2,
                             "compulsory": 67}  # fmt: skip
    made = launch("cuda", 96)
    made["device_counts"] = device_counts.parse(json.dumps(counts))
    (row,) = bound.bound_rows(view([made], "one"))
    assert (row["unit"], row["fp64_us"]) == ("shared", pytest.approx(1 / 4 / 1980))
    assert row["bound_us"] == row["shared_us"] == pytest.approx(8 / 4 / 1980)
    assert row["memory_us"] == pytest.approx(67 * 32 / 3.35e6)
    assert row["left_to_l2"] == 0 and row["estimate_us"] > row["bound_us"]
    assert row["of_starting"] == pytest.approx(row["bound_us"] / (2 * device.ESTIMATE["launch"]))
    kept(tmp_path / "runs", "one", made)
    words = ("counts", "one", "--out", str(tmp_path / "runs"), "--bound")
    said = cli_says(*words, "--csv", str(tmp_path / "bound.csv")).out
    assert {"Bound", "About"} <= set(said.split())
    assert {"tensor_us", "memory_us"} <= set((tmp_path / "bound.csv").read_text().split(","))
    assert "Of 1 of 1 kernel the bound is less than starting them takes (3 µs a launch)" in said
    assert bound.told([{"of_starting": 1.5}]) == ""


def on(toolchain: str, variant: str, sectors: int, worst: str = "emulated") -> dict[str, Any]:
    return {**launch(variant, sectors), "toolchain": toolchain, "model": "target", "worst": worst}


def weighed(records: list[dict[str, Any]], issued: int) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = json.loads(json.dumps(records))
    for one in made:
        one["device_counts"]["kernels"][0]["machine"] = {
            "issued": {"other": issued},
            "executed": {},
        }
    return made


def test_what_copies_in_each_step_is_not_the_best() -> None:
    clang = [on("clang", "target-naive", 192), on("clang", "target-data", 193)]
    assert nearness.near(view([launch("cuda", 96), *clang]))[0].key.variant == "target-naive"
    copying = json.loads(json.dumps(clang[0]))
    copying["device_counts"]["host"] |= {"bytes_to_device": 10**6, "bytes_to_host": 10**6}
    (row,) = nearness.near(view([launch("cuda", 96), copying, clang[1]]))
    assert row.key.variant == "target-data"
    (alone,) = nearness.near(view([launch("cuda", 96), copying]))
    assert alone.ratios["estimate"] == pytest.approx(1, rel=0.01), "which is of kernels"


def test_the_best_variant_is_one_of_openmp() -> None:
    openacc = {**on("gcc", "acc", 96), "model": "acc"}
    records = [launch("cuda", 96), on("gcc", "target-data", 192), openacc]
    assert [one.key.variant for one in nearness.near(view(records))] == ["target-data"]
    every = nearness.near(view(records), every=True)
    assert {one.key.variant for one in every} == {"acc", "target-data"}


# The reference of CUDA has 96 sectors, the best of Clang 192; what is wrong is none.
def test_how_near_openmp_comes_is_of_the_best_right_variants(
    tmp_path: Path, cli_says: Says
) -> None:
    cuda = [launch("cuda", 96), launch("cuda-wide", 9)]
    clang = [on("clang", "target-data", 192), on("clang", "target-naive", 19200)]
    wrong = [on("clang", "target-few", 1, "wrong"), on("gcc", "target", 1, "wrong")]
    run = view([*cuda, *clang, *wrong])
    (row,) = nearness.near(run)
    assert (row.key.variant, row.kernel, row.share) == ("target-data", "add", 1)
    (told,) = nearness.means([row]).values()
    assert (told["sectors"].value, told["sectors"].count) == (pytest.approx(2.0), 1)
    assert told["warp instructions"].value == 1 < told["estimate"].value < 1.001  # type: ignore[operator]
    assert nearness.near(view(clang)) == [] and nearness.gpu_of(run) == "H100 SXM"
    assert told["machine instructions"].value is None
    # by one rule: where machine code is known of CUDA's alone it is not looked at
    assert nearness.near(view([*weighed(cuda, 10**9), *clang])) == [row]
    both = nearness.near(view([*weighed(cuda, 10**11), *weighed(clang, 3 * 10**11)]))
    assert both[0].ratios["machine instructions"] == 3
    assert both[0].reasons == (("other instructions", 3), ("uncoalesced", 2))
    assert both[0].ratios["estimate"] == pytest.approx(3, rel=0.01) and both[0].unit == "issue"
    kept(tmp_path / "runs", "one", *cuda, *clang)
    asked = ["counts", "one", "--out", str(tmp_path / "runs"), "--near"]
    file = tmp_path / "near.csv"
    said = cli_says(*asked, "--csv", str(file)).out
    assert "2.00×" in said and "target-data,,1.0,2.0,1.0,1.0,1.00" in file.read_text()
    cli_says("figures", "near", *asked[1:-1], "--folder", str(tmp_path))
    drawn = (tmp_path / "near.svg").read_text()
    assert all(name in drawn for name in ("clang", "toy S fp64", "Warp instructions"))
    each = nearness.near(view(cuda), run, every=True)  # of a cell in both the last counts
    assert [one.key.variant for one in each] == ["target-data", "target-naive"]
    lines = nearness.markdown(each)
    assert len(lines) == 4 and "| `target-naive` |" in lines[3] and "200×" in lines[3]
    other = replace(each[1], key=each[1].key._replace(benchmark="other", variant="target-data"))
    mean = nearness.markdown([each[0], other])[-1]
    assert "| geometric mean of 2 |" in mean and "20.0×" in mean  # of 2 and 200
    with pytest.raises(NothingComparable, match="beside CUDA"):
        nearness.markdown(nearness.near(view(clang), every=True))
    cli_says("figures", "forms", *asked[1:-1], "--folder", str(tmp_path))
    costs = (tmp_path / "forms.csv").read_text()
    assert "toy,S,fp64,target-data,clang,warp instructions,100.0,100.0" in costs
    assert "target-few" not in costs and "clang" in (tmp_path / "forms.svg").read_text()
    kept(tmp_path / "runs", "two", *clang)
    assert "nvcc-13-emulated" in cli_says("counts", "two", *asked[2:], code=4).err
    assert "nvcc-13-emulated" in cli_says("figures", "near", "two", *asked[2:-1], code=4).err


# Counts of a program's inner loop, worked out by hand, at ten times the L2 cache; against what the
# data sheet alone says.
def large(gpu: str, name: str) -> tuple[dict[str, Any], float]:
    rate, bandwidth = SHEETS[gpu][0], BANDWIDTHS[gpu]
    bytes_of_all = 10 * {"a100": 40, "h100": 50, "h200": 60}[gpu] * 2**20
    if name == "triad":  # a = b + s c: two loads, a store, one fma a thread of eight instructions
        n = bytes_of_all // 24
        lanes, issued, seconds = {"fp64_fma": n}, 12 * n // 32, 24 * n / bandwidth
        sectors, touched = 24 * n // 32, (16 * n // 32, 8 * n // 32)
    elif name == "dgemm":  # tiles of 64 in shared memory, eight by eight sums a thread
        side = int((bytes_of_all / 24) ** 0.5)
        n = side**3
        lanes, issued, seconds = {"fp64_fma": n}, n * 5 // 4 // 32, 2 * n / rate
        sectors, touched = 2 * n // 64 // 4, (2 * side**2 // 4, side**2 // 4)
    else:  # n-body in double precision: 20 operations a pair, all of them fused
        bodies = bytes_of_all // 56
        n = bodies * bodies
        lanes = {"fp64_fma": 10 * n}
        issued, seconds = 18 * n // 32, 20 * n / rate
        sectors, touched = bodies * bodies // 128 // 32 * 4, (56 * bodies // 32, 24 * bodies // 32)
    blocks = 100 * device.GPUS[gpu].multiprocessors
    made = kernel(blocks, **lanes) | {
        "issued": issued, "memory": {"load_global": {"sectors": sectors}},
        "fetched": touched[0], "written_back": touched[1],
        "distinct_read": touched[0], "distinct_written": touched[1],
        "compulsory": sum(touched) * 9 // 10,
    }  # fmt: skip
    return made, seconds * 1e6


@pytest.mark.parametrize("gpu", sorted(SHEETS))
@pytest.mark.parametrize("name", ["triad", "dgemm", "n-body"])
def test_the_estimate_is_near_what_a_data_sheet_says(gpu: str, name: str) -> None:
    made, sheet = large(gpu, name)
    about, unit = bound.estimate(gpu, made)
    assert sheet / 2 < about < sheet * 2
    assert max(bound.terms(gpu, made).values()) <= min(about, sheet * 1.01)
    assert unit == ("memory" if name == "triad" else "fp64")


def test_a_launch_of_nothing_takes_its_launch() -> None:
    made = kernel(1, fp64_add=32) | {"issued": 10}
    assert max(bound.terms("h100", made).values()) < 0.01
    assert bound.estimate("h100", made) == (pytest.approx(3.0, rel=0.01), "launch")


# Two kernels of four launches of nothing, 3 us each; 5 us a wait of the host.  Of eight launches
# five come one behind the other.  A wait for what is no kernel is of set-up, and not looked at.
@pytest.mark.parametrize(
    ("host", "about"),
    [({}, 8 * 3), ({"waited": 2}, 8 * 3 + 2 * 5), ({"waited": 2, "chain": 5}, 5 * 3 + 2 * 5),
     ({"chain": 10}, 8 * 3), ({"waits": 9}, 8 * 3)],
)  # fmt: skip
def test_launches_one_behind_the_other_and_waits_take_theirs(
    host: dict[str, int], about: float
) -> None:
    counts = {"kernels": [kernel(1, launches=4) | {"issued": 0}] * 2, "host": host}
    assert bound.estimate_of_all("h100", counts) == pytest.approx(about)


# What units do is added up, in whatever streams: a second's worth of 64 lanes twice.
def test_kernels_beside_each_other_share_the_gpu() -> None:
    busy = kernel(132, fp64_fma=132 * 64 * 1980 * 10**6) | {"issued": 0}
    counts = {"kernels": [busy, busy], "host": {"waited": 1, "chain": 1}}
    assert bound.estimate_of_all("h100", counts) == pytest.approx(2 * 10**6 + 3 + 5, abs=0.01)


# Both launch twice; CUDA waits once for it, the other a hundred times; where one of them does not
# tell, waits count on no side.
@pytest.mark.parametrize(
    ("cuda", "told"), [({"waited": 1}, (2 * 3 + 100 * 5) / (2 * 3 + 5)), ({}, 1.0)]
)
def test_who_waits_for_each_launch_is_further_away(cuda: dict[str, int], told: float) -> None:
    reference, waiting = json.loads(
        json.dumps([launch("cuda", 96), on("clang", "target-data", 96)])
    )
    reference["device_counts"]["host"].update(cuda)
    waiting["device_counts"]["host"]["waited"] = 100
    (row,) = nearness.near(view([reference, waiting]))
    assert row.ratios["estimate"] == pytest.approx(told, rel=0.001)
    assert row.share == 1


def a_run(name: str, cuda: int, openmp: int, code: str = "a") -> RunView:
    """A run with sectors of CUDA and of OpenMP, whose program has that hash of its code."""
    program = {"toolchain": "clang", "group": "kernels", "benchmark": "toy",
               "variant": "target-data"}  # fmt: skip
    build = {"kind": "build", **program, "verdict": "ok", "code_sha256": code * 64}
    return view([launch("cuda", cuda), build, on("clang", "target-data", openmp)], name)


# Sectors of CUDA, of OpenMP before, then after: with more of its own a cell is further away and
# the gate is red; with less of CUDA's and the same program it is further away and at fault in
# nothing.
@pytest.mark.parametrize(
    ("after", "code", "by", "found"),
    [((96, 288), "b", "3.00×", {"sectors", "excess_sectors", "sectors_over_cuda"}),
     ((64, 192), "a", "3.00×", set())],
)  # fmt: skip
def test_history_and_gate_see_a_cell_that_is_further_from_cuda(
    after: tuple[int, int], code: str, by: str, found: set[str]
) -> None:
    before, now = a_run("one", 96, 192), a_run("two", *after, code=code)
    judged = gate.judge(before, now)
    told = {one.metric for one in judged.more} - {nearness.OVER["estimate"]}
    assert (told, judged.exit_code) == (found, 3 if found else 0)
    known = [nights.night_of(run) for run in (before, now)]
    (over,) = [one for one in history.history_of(known).worse
               if one.metric == nearness.OVER["sectors"]]  # fmt: skip
    assert (over.before, over.now, over.ratio) == ("2.00×", by, 1.5)
    assert (over.blame == REFERENCE) == (not found)


def test_the_dashboard_draws_how_near_each_compiler_comes_night_by_night(tmp_path: Path) -> None:
    several = [a_run(f"night-{n}", 96, 96 * n) for n in (1, 2, 4)]
    without = view([*on_another("other"), launch("cuda", 96)], "without")
    board = board_of([nights.night_of(run) for run in (several[0], without, *several[1:])])
    clang, other = near_tracks(board.nights)
    assert [one.toolchain for one in (clang, other)] == ["clang", "other"]
    sectors = {n: found["sectors"].value for n, found in clang.means.items()}
    assert sectors == {0: pytest.approx(1), 2: pytest.approx(2), 3: pytest.approx(4)}
    site = write_site(board, tmp_path)
    page = (site.folder / "compilers.html").read_text()
    assert "How near to CUDA on an emulated GPU" in page and "4.00×" in page
    lines = (site.folder / "data/near.csv").read_text().splitlines()
    assert [line for line in lines if ",sectors,4.0,4," in line]
    assert "OpenMP ÷ CUDA" in (site.folder / "index.html").read_text()


def on_another(toolchain: str) -> list[dict[str, Any]]:
    """Two variants of it, of which the one with fewer sectors counts."""
    return [on(toolchain, "target-data", 960), on(toolchain, "target-tuned", 480)]


def rows_of_the_page() -> list[list[str]]:
    table = LIMITS.read_text().split("## Counts", 1)[1]
    lines = [line for line in table.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_says_of_each_count_what_kind_it_is_and_its_counter() -> None:
    for name, _, kind, counter in rows_of_the_page():
        assert re.match(r"exact|near exact|weighed|modelled", kind), f"{name}: {kind}"
        said = counter.startswith(("none", "among")) or re.search(r"`[a-z0-9]+__\w+", counter)
        assert said, f"{name}: {counter}"


def test_no_count_of_a_report_is_missing_on_the_page() -> None:
    named = set(re.findall(r"`([a-z0-9_]+)`", " ".join(row[0] for row in rows_of_the_page())))
    named |= set(
        re.findall(r"`(\w+)`", next(row[1] for row in rows_of_the_page() if row[0] == "`shapes`"))
    )
    (of_amd,) = re.findall(r"Classes are those of PTX, and (.*)", AMD.read_text())
    named |= set(re.findall(r"`([a-z_]+)`", of_amd))
    source = (ROOT / "harness/emulator/src/count/counts.cpp").read_text()
    classes = re.search(r"names\[\] = \{(.*?)\};", source, re.DOTALL)
    assert classes
    told_of = set(re.findall(r'"(\w+)"', classes[1])) | set(re.findall(r'\\"(\w+)\\":', source))
    structure = {"schema", "gpu", "kernels", "kernel", "symbol", "host", "findings", "known",
                 "memory", "issues", "lanes", "modules"}  # fmt: skip
    assert told_of - structure - named == set()
