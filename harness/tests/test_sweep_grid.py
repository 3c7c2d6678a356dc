"""The grid of a sweep, its order and its pairs; what is read out of records; the figure."""

import dataclasses
import re
import xml.etree.ElementTree as ET
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import fakes
import pytest

from league.base.errors import UsageError
from league.run.manifest import Variant
from league.sweep import axes, results
from league.sweep.axes import Grid, Shape, Size
from league.sweep.results import Place, Result

ROOT = Path(__file__).parents[2]


def variant(name: str) -> Variant:
    return fakes.variant(name, shape="parameters" if "-shape" in name else "")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"teams": "0"}, "--teams: '0' is not a whole number of 1 or more"),
        ({"teams": "1,-2"}, "--teams: '-2'"),
        ({"threads": "1,,2"}, "--threads: ''"),
        ({"threads": "9999999999"}, "--threads: '9999999999'"),
        ({"teams": "two"}, "--teams: 'two'"),
        ({"sizes": ["n"]}, "--size: 'n' is not KEY=N,N"),
        ({"sizes": ["n=-1"]}, "--size n: '-1' is not a whole number of 0 or more"),
        ({"sizes": ["n=1.5"]}, "--size n: '1.5'"),
        ({"sizes": ["n=1", "n=2"]}, "--size n is given twice"),
        ({"simd": "on,of"}, "unknown setting of --simd 'of'; did you mean off"),
        ({"simd": ","}, "an empty name means nothing"),
    ],
)
def test_a_bad_grid_is_one_line(given: dict[str, object], message: str) -> None:
    words: dict[str, object] = {"teams": None, "threads": None, "sizes": None, "simd": None}
    with pytest.raises(UsageError) as caught:
        axes.parse(**(words | given))  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)
    assert "; " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_grid_is_sorted_and_survives_its_record() -> None:
    assert axes.parse(None, None, ["shares=0"], None).sets == (("shares", (0,)),)
    grid = axes.parse("4,1,4", None, ["n=20,10", "m=7"], "off,on")
    assert grid.teams == (1, 4)
    assert grid.threads == (None,)
    assert grid.sets == (("n", (10, 20)), ("m", (7,)))
    assert Grid.of(grid.fields()) == grid
    assert [size.label for size in grid.sizes(["S"])] == ["S n=10 m=7", "S n=20 m=7"]
    assert grid.sizes(["S"])[1].sets == (("n", 20), ("m", 7))
    grid = axes.parse(None, None, ["rows+columns=7,9"], None)  # one size, several parameters
    assert grid.sizes(["S"])[1].sets == (("rows", 9), ("columns", 9))
    assert Grid.of(grid.fields()) == grid


@pytest.mark.parametrize(
    ("size", "complaint"),
    [
        ("rows=8,16", ""),
        ("rows+sweeps=8", ""),
        ("row=1", "unknown parameter of toy 'row'; did you mean rows"),
        ("rows+sweep=4", "unknown parameter of toy 'sweep'; did you mean sweeps"),
        ("letter=1", "unknown parameter of toy 'letter'"),
        ("rows=8,32", "--size rows=32 is outside 4 to 16"),
        ("rows=6", "--size rows=6 is no multiple of 4"),
    ],
)
def test_a_size_is_held_against_what_the_program_describes(size: str, complaint: str) -> None:
    described = {
        "benchmark": "toy",
        "classes": [{"letter": "S", "rows": 1, "sweeps": 2, "resident_bytes": {}}],
        "parameters": [{"name": "rows", "low": 4, "high": 16, "step": 4}],
    }
    grid = axes.parse(None, None, [size], None)
    with pytest.raises(UsageError, match=complaint) if complaint else nullcontext():
        axes.check_parameters(grid, described)


def test_a_shape_is_asked_for_by_environment() -> None:
    both = {"OMP_NUM_TEAMS": "8", "OMP_TEAMS_THREAD_LIMIT": "4"}
    shape = Shape(8, 4)
    assert shape.environment("target", "nvptx") == both
    # Without these two LLVM's host runtime gives no more than the cores.
    more = {"KMP_TEAMS_THREAD_LIMIT": "32", "OMP_NUM_THREADS": "4"}
    assert shape.environment("target", "x86_64", cores=2) == both | more
    assert Shape(8, None).environment("target", "x86_64", cores=2) == {
        "OMP_NUM_TEAMS": "8",
        "KMP_TEAMS_THREAD_LIMIT": "8",
    }
    assert Shape(None, None).environment("target", "x86_64") == {}
    assert shape.environment("omp", "x86_64") == {"OMP_NUM_THREADS": "4"}
    assert shape.environment("cuda", "nvptx") == {}


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("target", [Shape(t, n) for t in (1, 2) for n in (1, 4)]),
        ("target-shape", [Shape(t, n) for t in (1, 2) for n in (1, 4)]),
        ("cuda-shape", [Shape(t, n) for t in (1, 2) for n in (1, 4)]),
        ("omp", [Shape(None, n) for n in (1, 4)]),
        ("serial", [Shape(None, None)]),
        ("cuda", [Shape(None, None)]),
        ("acc", [Shape(None, None)]),
    ],
)
def test_shapes_only_where_they_mean_something(name: str, shapes: list[Shape]) -> None:
    assert Grid(teams=(1, 2), threads=(1, 4)).shapes(variant(name)) == shapes
    by_parameters = (("teams", 2), ("threads", 3)) if "shape" in name else ()
    assert Shape(2, 3).sets(variant(name)) == by_parameters


def test_points_take_turns_in_an_order_that_follows_from_the_seed() -> None:
    grid = Grid(teams=(1, 2, 4, 8), sets=(("n", (10, 20)),))
    points = []
    for name in ("target-data", "target-loop"):
        points += axes.points(grid, variant(name), ["S"], ["fp32", "fp64"])
    order = axes.order(points, launches=3, seed=7)
    assert order == axes.order(points[::-1], launches=3, seed=7)
    assert order != axes.order(points, launches=3, seed=8)
    assert set(Counter(order).values()) == {1}
    assert len(order) == 2 * 4 * 2 * 2 * 3
    turns = [order[n : n + 8] for n in range(0, len(order), 8)]
    for turn in turns:  # every turn launches each comparable point once
        assert len({(point.size, point.cell.precision, number) for point, number in turn}) == 1
        assert len({point for point, _ in turn}) == 8
    assert turns[0] != [(point, 0) for point, _ in turns[1]]
    bounded = axes.order(points, launches=3, seed=7, bounded=True)  # a launch of every size first
    assert [turn for _, turn in bounded] == sorted(turn for _, turn in order)
    assert [one for one in bounded if one[1] == 0] == [one for one in order if one[1] == 0]
    for cell in {point.cell for point in points}:
        numbers = [point.number for point in points if point.cell == cell]
        assert numbers == list(range(8))


def directives(source: str) -> list[str]:
    """Return the constructs of a source that share out loops, without simd and without clauses."""
    pragmas = re.findall(
        r"^\s*#pragma omp ([a-z ]+)(\()?", source.replace("\\\n", ""), re.MULTILINE
    )
    named = [words.split()[: -1 if clause else None] for words, clause in pragmas]
    texts = [" ".join(word for word in words if word != "simd") for words in named]
    alone = ("target data", "target update", "target enter", "target exit", "declare", "end")
    return [text for text in texts if text and not text.startswith(alone)]


def test_what_variants_declare_of_their_shape_is_so() -> None:
    """SIMD and SHAPE of the CMake calls, held against the sources of variants of one file."""
    pairs = 0
    for call in sorted(ROOT.glob("[kmn]*/*/CMakeLists.txt")):
        text, sources = call.read_text(), {f.stem: f.read_text() for f in call.parent.glob("*.cpp")}
        simd = re.findall(r" ([\w-]+-simd)=([\w-]+)", text)
        for with_simd, without in simd:
            if {with_simd, without} <= sources.keys():
                assert directives(sources[with_simd]) == directives(sources[without]), call
                pairs += 1
        clauses = re.compile(r"[ )](num_teams|thread_limit|num_threads)\(")
        shaped = {name for name in sources if clauses.search(sources[name])}
        declared = set(re.findall(r" ([\w-]+)=(?:clauses|parameters)", text))
        assert shaped - {call.parent.name} <= declared, call
    assert pairs > 15


# ---- results -----------------------------------------------------------------------------------


def result(teams: int, threads: int, time: float, *, n: int = 514, **changes: object) -> Result:
    place = Place("clang", "toy", "target-data", "target", None, Size("W", (("n", n),)), "fp64")
    one = Result(
        place, Shape(teams, threads), Shape(teams, threads), False, "pass", "", "ok", (time,)
    )
    return dataclasses.replace(one, **changes)  # type: ignore[arg-type]


def test_what_failed_is_never_the_best() -> None:
    fast = result(1, 1, 1.0, verdict="wrong", reason="max_error: error 1")
    found = [fast, result(1, 2, 30e6), result(2, 1, 20e6), result(2, 2, 20.3e6)]
    (place,) = results.places(found)
    assert place.first is found[2]
    assert place.near == 1
    row = " ".join(results.table(found).splitlines()[2].split())
    assert row.endswith("clang 2 × 1 2 × 1 20.0 ms 1.50 1 3 of 4")
    told = results.notes(found, 1)
    assert "target-data clang: wrong at 1 point, never the best (max_error: error 1)" in told
    assert results.places([fast])[0].first is None
    assert "none" in results.table([fast])


def test_shapes_that_were_not_got_are_told() -> None:
    found = [result(1, 1, 1e6), result(8, 4, 1e6, got=Shape(2, 1)), result(8, 1, 1e6, got=None)]
    assert [one.other_shape for one in found] == [False, True, False]
    told = results.notes(found, 1)
    assert told[0] == "clang: not the shape asked for: 8 × 4 got 2 × 1"
    assert "clang: the shapes got are not known" in told
    assert results.notes(found[:1], 1) == ["clang: got 1 shape as asked for"]
    assert "missing at 1 point" in " ".join(results.notes(found[:1], 2))


def test_the_figure_marks_the_best_and_names_what_failed() -> None:
    plot_sweep = pytest.importorskip("league.show.plots.sweep")
    found = [
        result(teams, threads, 1e6 * n * teams / threads, n=n)
        for n in (514, 1026) for teams in (1, 2, 4) for threads in (1, 2)
    ]  # fmt: skip
    found[0] = dataclasses.replace(found[0], verdict="host-fallback")
    found[2] = dataclasses.replace(found[2], got=Shape(1, 1))
    svg = plot_sweep.draw(found).decode()
    assert svg == plot_sweep.draw(found).decode()
    assert plot_sweep.draw(found, "png").startswith(b"\x89PNG")
    assert "Matplotlib" not in svg
    texts = [one.text or "" for one in ET.fromstring(svg).iter() if one.tag.endswith("}text")]
    stars = [text for text in texts if text.startswith("★")]
    assert stars == ["★ 257 ms", "★ 513 ms"]
    assert "host-fallback" in texts
    assert "1.03 s ≠" in texts
    assert {"teams", "threads per team", "class W, n=1026", "n, class W (logarithmic)"} <= {*texts}
    assert any("compute time" in text for text in texts)
    one_size = plot_sweep.draw(found[:6]).decode()
    assert "over the sizes" not in one_size
    assert plot_sweep.draw([]) == b""
