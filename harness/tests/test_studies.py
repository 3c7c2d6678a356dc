"""Figures of the studies: verified records only, beside what was published, one convention."""

import csv
import fnmatch
import re
from pathlib import Path
from typing import Any

import pytest
from saying import Says

from league import cli
from league.records import store
from league.run import catalogue as tree
from league.run import select
from league.show.plots import chart
from league.show.plots import charts as drawing
from league.studies import (
    catalogue,
    closures,
    course,
    measured,
    one_to_one,
    ptx,
    sessions,
    tutorial,
)

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "harness" / "docs" / "studies.md"
REFERENCE = ROOT / "results" / "reference" / "debian12-2core"


def launch(
    variant: str, times: list[int], *, benchmark: str = "jacobi-convergence", model: str = "",
    n: int = 10, shape: tuple[int, int] | None = None, answer: str = "pass", letter: str = "A",
    toolchain: str = "clang-19-x86_64", **sizes: int,
) -> list[dict[str, Any]]:  # fmt: skip
    """The launches of a cell, one time each in nanoseconds; total is twice compute."""
    model = model or variant.partition("-")[0]
    place = "device" if model in ("target", "acc", "cuda") else "host"
    return [
        {
            "kind": "launch", "toolchain": toolchain, "benchmark": benchmark, "variant": variant,
            "model": model, "class": letter, "precision": "fp64", "pair": "", "index": index,
            "mode": "timed" if shape is None else "sweep",
            "sweep": None if shape is None else {"teams": shape[0], "threads": shape[1]},
            "verdict": {
                "build": "ok", "launch": "ok", "place": place, "answer": answer, "timing": "ok",
                "expectation": "as-expected",
            },
            "record": {
                "class": {"letter": letter, "n": n, **sizes}, "precision": "fp64",
                "samples": [{"warmup": False, "compute": time, "total": 2 * time}],
            },
        }
        for index, time in enumerate(times)
    ]  # fmt: skip


def ours(panel: chart.Panel) -> dict[str, dict[str | float, float]]:
    return {
        one.label: {value.x: value.y for value in one.values}
        for one in panel.series
        if not one.published
    }


def lapped(record: dict[str, Any], laps: dict[str, int], **parameters: int) -> dict[str, Any]:
    """A launch with named parts and further parameters of its class."""
    told = record["record"]
    told["class"].update(parameters)
    for sample in told["samples"]:
        sample["laps"] = laps
    return record


STEPS = [
    *launch("serial", [1000] * 3, toolchain="gcc-12-host"),
    *launch("target-naive", [2000] * 3),
    *launch("target-rows", [500] * 3),
    *launch("target-data", [10] * 3, answer="wrong"),
]


def test_steps_stand_over_one_thread_beside_what_was_published() -> None:
    found = course.jacobi([STEPS])
    table, panel = found.panels
    assert ours(panel) == {
        "clang-19-x86_64 / serial of gcc-12-host": {"map every sweep": 2.0, "data region": 0.5}
    }
    (speedups,) = ours(table).values()  # as the course printed them
    assert speedups == {"map every sweep": 0.5, "data region": 2.0}
    assert any(
        "over A100, Clang 16, about 2023" in line and "data region 0.071" in line
        for line in found.caption
    )
    published = {one.label: one for one in panel.series if one.published}
    a100 = {one.x: one.y for one in published["A100, Clang 16, about 2023"].values}
    assert a100["data region"] == pytest.approx(1.010 / 28.433, rel=0.01)


def test_times_of_different_runs_are_never_divided() -> None:
    serial, rest = STEPS[:3], STEPS[3:]
    assert course.jacobi([serial, rest]).is_empty


def test_the_second_of_a_pair_and_what_is_wrong_are_no_times() -> None:
    pair = [{**one, "pair": "A2"} for one in launch("target-rows", [1] * 3)]
    found = measured.measured([[*STEPS, *pair]])
    assert {one.subject.variant for one in found} == {"serial", "target-naive", "target-rows"}
    assert {len(one.times["compute"]) for one in found} == {3}


@pytest.mark.parametrize(
    ("runs", "count", "told"),
    [([*launch("serial", [1000]), *launch("target-rows", [500])], 1, "One launch"),
     (STEPS, 3, "too few")],
)  # fmt: skip
def test_few_launches_have_no_interval_and_the_caption_says_so(
    runs: list[dict[str, Any]], count: int, told: str
) -> None:
    panels = course.jacobi([runs]).panels
    values = [v for one in panels[0].series if not one.published for v in one.values]
    assert {(one.low, one.launches) for one in values} == {(None, count)}
    assert told in chart.launches_told(panels)


def test_a_naive_sweep_is_drawn_by_operation_from_a_profile() -> None:
    region = {
        "name": "run", "kind": "target", "count": 20, "time_ns": 1, "rest_ns": 1, "operations": {},
        "typical_ns": {"total": 60_000, "to": 20_000, "kernel": 30_000, "rest": 10_000},
    }  # fmt: skip
    records = [
        {
            **launch(variant, [1])[0], "mode": "profile",
            "profile": {"tool": "ompt", "file": "x", "dropped": 0, "regions": [region]},
        }
        for variant in ("target-naive", "target-lesson-from")
    ]  # fmt: skip
    made = course.naive_sweep([records])
    assert ours(made.panels[0]) == {
        f"clang-19-x86_64, jacobi-convergence {variant} A fp64":
            {"to": 20.0, "kernel": 30.0, "rest": 10.0}
        for variant in ("target-naive", "target-lesson-from")
    }  # fmt: skip
    (divided,) = [line for line in made.caption if " over machine not named" in line]
    assert "target-lesson-from" in divided, "only what copies as the listing does is divided by it"


def test_a_profile_of_another_size_than_the_published_one_is_not_divided_by_it() -> None:
    operations = {"kernel": {"time_ns": 2_000_000}, "to": {"count": 3, "time_ns": 4_000_000}}
    region = {
        "name": "set_timestep", "kind": "target", "count": 1, "time_ns": 1, "rest_ns": 1,
        "operations": operations, "typical_ns": {"total": 1},
    }  # fmt: skip
    for nx, divided in ((512, False), (4000, True)):
        record = {
            **launch("target-data", [1], benchmark="flow", nx=nx, ny=nx, steps=1)[0],
            "mode": "profile",
            "profile": {"tool": "ompt", "file": "x", "dropped": 0, "regions": [region]},
        }  # fmt: skip
        made = tutorial.flow([[record]])
        assert (
            any(" of a GPU that is not named" in line for line in [chart.as_csv(made)]) is divided
        )
        assert any(" over a GPU that is not named" in line for line in made.caption) is divided


def shaped(variant: str, time: int, shape: tuple[int, int], **more: Any) -> list[dict[str, Any]]:
    return launch(variant, [time], **{"benchmark": "dot", "shape": shape, **more})


def one_of(benchmark: str, variant: str, time: int, **of_class: int) -> list[dict[str, Any]]:
    letter = "W" if benchmark == "offload-overhead" else "A"
    return [lapped(launch(variant, [time], benchmark=benchmark, letter=letter)[0], {}, **of_class)]


#: A chart, what was measured, and our values in its panels that have any.
CHARTS: dict[str, tuple[Any, list[list[dict[str, Any]]], list[Any]]] = {
    "simd over the same shape without it": (
        ptx.simd,
        [shaped("target-data", 800, (4, 2), benchmark="newton-sqrt"),
         shaped("target-simd", 100, (4, 2), benchmark="newton-sqrt"),
         shaped("target-simd", 1, (8, 2), benchmark="newton-sqrt")],
        [{"n = 10, clang-19-x86_64, fp64": {"4 × 2": 0.125}}],
    ),
    "time of a region, of which a product is one": (
        ptx.shape,
        [shaped("target-shape", 8_000_000 * teams, (teams, 2), products=4) for teams in (1, 2)],
        [{"target-shape, 2 threads, clang-19-x86_64": {1: 2.0, 2: 4.0}}],
    ),
    "lines over teams hold the threads": (
        ptx.shape,
        [shaped("target-data", 4_000_000, (1, 2)), shaped("target-data", 2_000_000, (2, 2)),
         shaped("target-data", 9_000_000, (2, 4))],
        [{"target-data, 2 threads, clang-19-x86_64": {1: 4.0, 2: 2.0}},
         {"target-data, 2 teams, clang-19-x86_64": {2: 2.0, 4: 9.0}}],
    ),
    "lines over teams are of one size a panel": (
        ptx.shape,
        [shaped("target-data", factor * 1_000_000 * teams, (teams, 1), n=n)
         for n, factor in ((10, 1), (1000, 100)) for teams in (1, 2)],
        [{"target-data, 1 thread, clang-19-x86_64": {1: 100.0, 2: 200.0}}],
    ),
    "offload over the fastest host OpenMP in both phases": (
        one_to_one.npb,
        [launch("omp", [1000] * 2, benchmark="npb-cg", letter="B", toolchain="gcc-12-host"),
         launch("omp", [800] * 2, benchmark="npb-cg", letter="B"),
         launch("target-data", [1600] * 2, benchmark="npb-cg", letter="B"),
         launch("target-naive", [4000] * 2, benchmark="npb-cg", letter="B")],
        [{"clang-19-x86_64": {"CG": 2.0}}] * 2,
    ),
    "forms over the recommended one": (
        tutorial.forms,
        [launch("target-data", [100], benchmark="saxpy"),
         launch("target-form-loop", [300], benchmark="saxpy")],
        [{"clang-19-x86_64, class A": {"teams loop": 3.0}}],
    ),
    "pointers a launch": (
        closures.pointers, [one_of("lambda-pointers", "target-lambda", 400_000, pointers=20,
                                   launches=200)],
        [{"target-lambda, clang-19-x86_64, class A": {20: 2.0}}],
    ),
    "a region's share of the run": (
        ptx.overhead, [one_of("offload-overhead", "target-combined", 2_000_000, steps=1000)],
        [{"clang-19-x86_64": {"target-combined": 2.0}}],
    ),
    "host and device share the work": (
        tutorial.share,
        [one_of("async", "target-share", 2_000_000, share=50),
         one_of("async", "target-share", 4_000_000, share=0)],
        [{"target-share, clang-19-x86_64, class A": {0: 4.0, 50: 2.0}}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHARTS)
def test_a_chart_shows(what: str) -> None:
    chart_of, cells, wanted = CHARTS[what]
    runs = [[record for cell in cells for record in cell]]
    panels = chart_of(runs, measured.measured(runs)).panels
    assert [ours(panel) for panel in panels if ours(panel)] == wanted


def test_openacc_and_cuda_are_drawn_over_teams_as_well() -> None:
    runs = [[
        one for teams in (1, 2)
        for one in launch("acc-shape", [4_000_000 // teams], benchmark="vadd", shape=(teams, 1),
                          toolchain="gcc-12-nvptx", n=4096)
    ]]  # fmt: skip
    filled = [one for one in ptx.shape(runs, measured.measured(runs)).panels if ours(one)]
    assert [ours(one) for one in filled] == [{"acc-shape, 1 thread, gcc-12-nvptx": {1: 4, 2: 2}}]


def test_what_others_measured_stands_beside_the_cost_of_a_region() -> None:
    runs = [one_of("offload-overhead", "target-combined", 2_000_000, steps=1000)]
    told = "GCC, a GPU that is not named, 2016 (class W): target-combined 0.020"
    assert any(told in line for line in ptx.overhead(runs, measured.measured(runs)).caption)


def test_forms_stand_over_the_recommended_one() -> None:
    runs = [[*launch("target-data", [100] * 2, benchmark="saxpy"),
             *launch("target-parallel", [700] * 2, benchmark="saxpy")]]  # fmt: skip
    (panel,) = one_to_one.forms(runs, measured.measured(runs)).panels
    assert list(ours(panel)["clang-19-x86_64, class A"].values()) == [7.0]


def test_lambdas_stand_over_the_plain_loops_of_their_size_kernel_by_kernel() -> None:
    made = [("target-data", 64, 10), ("target-lambda", 64, 15), ("target-data", 128, 100),
            ("target-lambda", 128, 110), ("omp", 128, 5)]  # fmt: skip
    runs = [[
        lapped(launch(variant, [9], benchmark="tealeaf-kernels", n=n)[0], {"calc_w": w}, n=n)
        for variant, n, w in made
    ]]  # fmt: skip
    found = measured.measured(runs)
    (panel,) = [one for one in closures.ratios(runs, found).panels if not one.is_empty]
    assert (panel.title, ours(panel)) == (
        "tealeaf-kernels: calc_w",
        {"target-lambda, clang-19-x86_64": {64: 1.5, 128: 1.1}},
    )
    (panel,) = [one for one in closures.times(runs, found).panels if not one.is_empty]
    assert ours(panel)["omp, clang-19-x86_64"] == {128: pytest.approx(5e-6)}


def test_heat_compares_the_gain_of_a_step_and_not_times() -> None:
    runs = [[*launch("target-naive", [300], benchmark="heat-tutorial"),
             *launch("target-strided", [100], benchmark="heat-tutorial")]]  # fmt: skip
    solve, total = tutorial.heat(runs, measured.measured(runs)).panels
    assert ours(solve) == {"clang-19-x86_64": {"map every step": 3.0, "data region": 1.0}}
    (beside,) = [one for one in solve.series if one.published]
    assert beside.values[0].y == pytest.approx(4589.534 / 161.998)
    (beside,) = [one for one in total.series if one.published]  # copies are inside the loop there
    assert beside.values[0].y == pytest.approx(4589.534 / (161.998 + 111.33 + 39.551))
    told = chart.as_csv(tutorial.heat(runs, measured.measured(runs)))
    assert "0.106 of a P100-class GPU" in told


def test_the_matrix_tells_wrong_from_not_there() -> None:
    absent = launch("target-data", [1], toolchain="clang-19-sm_90")[0]
    absent["verdict"] = {**absent["verdict"], "launch": "no-device", "place": "unknown"}
    runs = [
        [*launch("target-data", [1]), *launch("target-simd", [1], answer="wrong"), absent,
         *launch("omp", [1], toolchain="gcc-12-host")]
    ]  # fmt: skip
    emulated = launch("cuda", [1], toolchain="nvcc-13-emulated")[0]
    emulated["verdict"] = {**emulated["verdict"], "place": "emulated"}
    runs = [*runs, [emulated]]
    found = tutorial.matrix(runs)
    platforms, benchmarks = (
        {one.label: [(v.x, v.y, v.note) for v in one.values] for one in panel.series}
        for panel in found.panels
    )
    assert platforms == {
        "host": [("gcc-12", 100, "")], "x86_64": [("clang-19", 50, "")],
        "nvptx": [("clang-19", 0, "no device")], "emulated": [("nvcc-13", 100, "")],
    }  # fmt: skip
    assert benchmarks == {
        "clang-19-sm_90": [("jacobi-convergence", 0, "no device")],
        "clang-19-x86_64": [("jacobi-convergence", 50, "")],
        "nvcc-13-emulated": [("jacobi-convergence", 100, "")],
    }  # fmt: skip
    assert b"no device" in drawing.draw(found)
    assert "intervals" not in chart.launches_told(found.panels)


def test_a_crash_where_there_is_no_device_is_no_wrong_answer() -> None:
    absent = launch("target-data", [1], toolchain="clang-19-sm_90")[0]
    absent["verdict"] = {**absent["verdict"], "launch": "crash(SIGABRT)", "place": "unknown"}
    (_, panel) = tutorial.matrix([[absent]]).panels
    assert [v.note for one in panel.series for v in one.values] == ["no device"]


def test_counts_of_an_emulated_device_stand_in_a_panel_of_their_own() -> None:
    counted = launch("cuda", [1], benchmark="dot", toolchain="nvcc-13-emulated")[0]
    kernel = {
        "kernel": "sum", "launches": 3, "blocks": 1, "threads": 32, "issued": 1, "active": 1,
        "executed": 640, "divergent": 0, "lanes": {},
        "memory": {"load_global": {"sectors": 8, "least_sectors": 8}},
    }  # fmt: skip
    counted = {
        **counted, "mode": "check",
        "device_counts": {"gpu": "sm_90", "kernels": [kernel], "host": {"waits": 2}},
    }  # fmt: skip
    runs = [[*launch("omp", [10], benchmark="dot"), *launch("target-data", [20], benchmark="dot")]]
    (times,) = ptx.side_by_side(runs, measured.measured(runs)).panels
    runs = [*runs, [counted]]
    found = ptx.side_by_side(runs, measured.measured(runs))
    assert found.panels[0] == times  # no time of the emulator among them
    told = {one.label: {v.x: v.y for v in one.values} for one in found.panels[1].series}
    assert told["PTX instructions by lanes"] == {"dot cuda": 640}
    assert told["waits of the host"] == {"dot cuda": 2}
    assert "no times" in found.panels[1].title


def test_a_figure_without_a_gpu_says_so() -> None:
    assert "No GPU was there" in course.jacobi([STEPS]).caption[0]
    gpu = [*STEPS, *launch("target-data", [5], toolchain="clang-19-sm_90")]
    assert "No GPU" not in course.jacobi([gpu]).caption[0]


def test_sizes_of_a_kernel_are_parameters_that_it_has() -> None:
    """A figure over a parameter that no class has would stay empty for ever."""
    classes = {one["benchmark"]: set(one["classes"][0]) for one in tree.entries()}
    sizes = {**ptx.KERNELS, **one_to_one.KERNELS}
    sizes |= {name: size for name, (size, _) in closures.KERNELS.items()}
    assert {name for name, size in sizes.items() if size not in classes[name]} == set()


# The runs that fill the figures


@pytest.mark.parametrize("one", sessions.SESSIONS, ids=lambda one: str(one.name))
def test_a_session_is_a_command_line_of_what_exists(one: sessions.Session) -> None:
    variants = {one["benchmark"]: one["variants"] for one in tree.entries()}
    verb, *words = one.line()
    args = cli.parser_of(verb, cli.load(verb)).parse_args(words)
    benchmarks, named = select.split(args.benchmark), select.split(args.variant)
    assert set(benchmarks) <= set(variants)
    every = {name for benchmark in benchmarks for name in variants[benchmark]}
    for name in named:
        assert name in every or "*" in name
    for benchmark in benchmarks:
        assert any(fnmatch.fnmatch(v, name) for name in named for v in variants[benchmark])
    assert set(one.figures) <= {name for name, _ in catalogue.listing()}


def test_the_sessions_fill_every_figure_in_the_time_they_may_take() -> None:
    filled = {figure for one in sessions.SESSIONS for figure in one.figures} | set(sessions.KEPT)
    assert {name for name, _ in catalogue.listing()} - filled == set()
    assert sum(one.minutes for one in sessions.SESSIONS) <= 50
    for folders in sessions.KEPT.values():
        for name in folders:
            assert store.records_in(REFERENCE / name) is not None


def test_the_page_of_figures_has_those_that_records_are_kept_of(tmp_path: Path) -> None:
    assert "rendered" not in sessions.page(tmp_path)
    folder = tmp_path / sessions.SESSIONS[0].folder
    folder.mkdir()
    (folder / "records.jsonl").write_text("")
    told = sessions.page(tmp_path)
    name, file = tmp_path.name, "studies/one-to-one.svg"
    assert f"study {name}/{file} one-to-one-kernels {name}/{folder.name} -->" in told
    assert told.count("<!-- rendered:") == 1


def test_figures_without_a_name_are_those_of_all_studies(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    cli_says: Says,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    monkeypatch.setattr(drawing, "draw", lambda chart, kind: drawn.append(chart.id) or b"")
    run = str(REFERENCE / "npb-offload-B")
    assert cli.main(["figures", "all", run, "--folder", str(tmp_path)]) == 0
    assert set(drawn) == {name for name, _ in catalogue.listing()}
    assert "one-to-one-npb.svg\n" in capsys.readouterr().out
    assert "lambda-pointers" in cli_says("figures", "--list").out


def test_every_figure_says_what_would_fill_it() -> None:
    for study in catalogue.STUDIES.values():
        for one in study.charts([]):
            assert one.is_empty
            assert all(panel.missing for panel in one.panels), one.id
            assert drawing.draw(one).startswith(b"<?xml")


def test_the_same_chart_gives_the_same_picture_and_numbers() -> None:
    found = course.jacobi([STEPS])
    assert drawing.draw(found) == drawing.draw(found)
    assert drawing.draw(found, "png").startswith(b"\x89PNG")
    rows = list(csv.DictReader(chart.as_csv(found).splitlines()))
    mine = [row for row in rows if not row["published"] and row["unit"] == "time / one host thread"]
    assert [(row["x"], row["y"], row["launches"]) for row in mine] == [
        ("map every sweep (target-naive)", "2", "3"), ("data region (target-rows)", "0.5", "3"),
    ]  # fmt: skip


def test_figures_of_a_study_are_written_from_committed_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(REFERENCE / "npb-offload-B")
    assert cli.main(["figures", "one-to-one", run, "--folder", str(tmp_path / "f")]) == 0
    names = {one.name for one in (tmp_path / "f").iterdir()}
    assert {"one-to-one-npb.svg", "one-to-one-npb.png", "one-to-one-npb.csv"} <= names
    assert cli.main(["figures", "ptx-simd", run, "--folder", str(tmp_path / "none")]) == 4
    assert not list(tmp_path.glob("none/*"))
    table = (tmp_path / "f" / "one-to-one-npb.csv").read_text()
    found = measured.measured([store.read_records(Path(run))])
    assert len([line for line in table.splitlines() if line.startswith('"class B, total"')]) == len(
        {one.subject.benchmark for one in found}
    )


def test_the_page_of_the_studies_names_what_there_is() -> None:
    """A variant, a claim or a figure that is named there exists; every figure is named."""
    variants = {f"{one['benchmark']}.{name}" for one in tree.entries() for name in one["variants"]}
    figures = {name for name, _ in catalogue.listing()} | {closures.APPS_ID}
    claims = {one.stem for one in (ROOT / "validation").glob("*/*.cpp")}
    text = PAGE.read_text(encoding="utf-8")
    cells = [line.split("|")[2:4] for line in text.splitlines() if line.startswith("| ")]
    told = {word for pair in cells for cell in pair for word in re.findall(r"`([^` ]+)`", cell)}
    assert told - variants - figures - claims == set()
    assert figures - told == set()
