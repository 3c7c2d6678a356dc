"""Figures: the same bytes every time, well-formed, nothing from outside gets through."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

from matplotlib.figure import Figure
from synthetic import write_run

from league import cli
from league.analysis.stats import Interval
from league.base import models
from league.show.plots import common
from league.show.plots.panels import Lane, Strip
from league.show.plots.series import Level, Mark, Track, track, track_numbers, track_picture

NAMES = [f"toolchain-{n}" for n in range(6)]


def lanes(variants: int = 14, toolchains: int = 6, factor: float = 1.3) -> list[Lane]:
    found = []
    for v in range(variants):
        for t in range(toolchains):
            base = 1e6 * factor**v * (1 + 0.1 * t)
            launches = [[base * (1 + 0.01 * r + 0.003 * n) for r in range(5)] for n in range(5)]
            medians = [times[2] for times in launches]
            found.append(Lane(f"variant-{v}", NAMES[t], launches, medians, (1e5, base, 2e5)))
    return found


def draw(found: list[Lane], title: str = "jacobi, class W") -> str:
    return Strip("name", title, "", found, common.looks(NAMES), 2e6).element()


def texts(svg: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(svg).iter() if e.tag.endswith("}text")]


def test_a_figure_is_deterministic_and_undated() -> None:
    first = draw(lanes())
    assert first == draw(lanes())
    assert "Matplotlib" not in first
    assert not re.search(r"2026-\d\d|<dc:date>", first)


def test_the_last_digits_of_a_processor_are_not_seen() -> None:
    """Names by hashes of exact coordinates made committed figures stale on another processor."""

    def drawn(width: float) -> str:
        figure = Figure()
        axes = figure.add_axes((0.1, 0.1, width, 0.8))
        axes.bar([1, 2], [1, 2], hatch="//")
        axes.plot([1, 2], marker="o")
        return common.svg(figure)

    assert drawn(0.8) == drawn(0.8 * (1 + 1e-15)) != drawn(0.8 * (1 + 1e-3))
    assert 'clip-path="url(#p' in drawn(0.8)


def test_a_figure_is_well_formed_and_says_what_it_shows() -> None:
    svg = draw(lanes(6))
    assert svg.startswith("<svg ")
    shown = texts(svg)
    assert {f"variant-{n}" for n in range(6)} <= set(shown)
    assert set(NAMES) <= set(shown)
    assert any("logarithmic" in text for text in shown)
    assert "time ÷ reference (2.00 ms), dashed" in shown
    assert any("does not start at zero" in text for text in texts(draw(lanes(3, 2, 1.1))))
    assert draw([]) == ""
    # nothing from elsewhere, and ink that follows the page
    addresses = set(re.findall(r"https?://[^\"' ]+", svg))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "var(--ink)" in svg and "#010203" not in svg


def test_ids_are_unique_across_the_figures_of_a_page() -> None:
    ids = [set(re.findall(r'\bid="([^"]+)"', draw(lanes(2, 2), t))) for t in ("one", "two")]
    assert ids[0] and not ids[0] & ids[1]
    svg = draw(lanes(2, 2))
    used = set(re.findall(r'url\(#([^)]+)\)|xlink:href="#([^"]+)"', svg))
    known = set(re.findall(r'\bid="([^"]+)"', svg))
    assert used and {a or b for a, b in used} <= known


def test_names_are_escaped() -> None:
    nasty = '<script>"x"&$\\frac{1}{$'
    found = [Lane(nasty, nasty, [[1e6]], [1e6], (0.0, 1e6, 0.0))]
    svg = Strip(nasty, nasty, nasty, found, common.looks([nasty]), None).element()
    assert "<script" not in svg
    assert texts(svg).count(nasty) == 2


def test_colour_is_the_models_and_marker_the_compilers() -> None:
    for count in (1, 7, 12, 30):
        assert len(set(common.looks([str(n) for n in range(count)]).values())) == count
    assert common.colour("target-data") == common.colour("target-loop") != common.colour("cuda")
    assert common.colour("cublas") == common.colour("cuda")
    looks = common.looks(["gcc-12-host", "gcc-12-nvptx", "clang-22-x86_64"])
    assert looks["gcc-12-host"].marker == looks["gcc-12-nvptx"].marker
    assert looks["gcc-12-host"].marker != looks["clang-22-x86_64"].marker
    assert looks["gcc-12-host"].fill != looks["gcc-12-nvptx"].fill

    for model in models.registry().values():
        assert common.colour(model.name) != common.COLOURS[-1] or model.name == "serial"


def test_the_fastest_is_named_where_there_are_two_and_an_interval_is_drawn() -> None:
    several = lanes(2, 2)
    apart = [replace(one, interval=Interval(n + 1.0, n + 1.5)) for n, one in enumerate(several)]
    assert {"fastest", "slowest"} <= set(texts(draw(apart)))
    near = [replace(one, interval=Interval(n + 1.0, n + 2.5)) for n, one in enumerate(several)]
    assert not {"fastest", "slowest"} & set(texts(draw(near)))
    assert not {"fastest", "slowest"} & set(texts(draw(several)))
    assert "fastest" not in texts(draw([apart[0]]))
    plain = lanes(1, 2)
    sure = [replace(one, interval=Interval(0.9e6, 1.2e6)) for one in plain]
    assert draw(sure).count("<path") > draw(plain).count("<path")


def test_a_figure_of_its_own_has_no_ink_of_a_page() -> None:
    found, looks = lanes(2, 2), common.looks(NAMES)
    svg = Strip("", "jacobi & co", "", found, looks, 2e6).picture().decode()
    assert "var(--" not in svg and "jacobi &amp; co" in svg
    png = Strip("", "jacobi", "", found, looks, 2e6).picture("png")
    assert png.startswith(b"\x89PNG")
    told = Strip("", "", "", found, {}, 2e6).numbers().splitlines()
    assert len(told) == 1 + 4 * 5 and told[1].startswith("variant-0,toolchain-0,0,")


def test_figures_of_a_report_are_files_with_their_numbers(tmp_path: Path) -> None:
    run = str(write_run(tmp_path / "runs"))
    out = tmp_path / "figures"
    line = ["figures", "launches", run, "-b", "jacobi", "-c", "W", "--folder", str(out)]
    assert cli.main(line) == 0
    made = sorted(one.name for one in out.iterdir())
    assert made == [f"jacobi-W-{p}.{kind}" for p in ("fp32", "fp64")
                    for kind in ("csv", "png", "svg")]  # fmt: skip
    assert (out / "jacobi-W-fp64.png").read_bytes().startswith(b"\x89PNG")
    assert "class W, fp64" in (out / "jacobi-W-fp64.svg").read_text()
    assert (out / "jacobi-W-fp64.csv").read_text().startswith("variant,toolchain,launch,")


def test_nights_of_one_day_are_told_by_their_times() -> None:
    def told(dates: list[str]) -> list[str]:
        return texts(track(Track("x", dates, [1e6] * len(dates), [], [], []), "x"))

    assert "24 Nov, 11:37" in told(["2026-11-24T11:37:23Z", "2026-11-24T11:47:23Z"])
    assert "24 Nov 2026" in told(["2026-11-24T11:37:23Z", "2026-11-25T11:47:23Z"])


def _track() -> Track:
    dates = [f"2026-11-{day:02}T02:00:00Z" for day in range(1, 7)]
    levels = [Level(0, 2, 1e6, (0.9e6, 1.1e6)), Level(3, 5, 2e6, (1.5e6, 2.5e6))]
    values = [1e6, 1e6, 1e6, 2e6, None, 2e6]
    return Track("a line", dates, values, levels, [Mark(3, "2.00x")], [Mark(0, "Clang 7")])


def test_a_line_over_nights_shows_the_interval_of_each_level() -> None:
    told = _track()
    bare = replace(told, levels=[replace(one, interval=None) for one in told.levels])
    assert [track(one, "x").count('id="x-FillBetween') for one in (told, bare)] == [2, 0]
    assert {"2.00x", "Clang 7"} <= set(texts(track(told, "x")))

    assert b"a line" in track_picture(told) and track_picture(told, "png").startswith(b"\x89PNG")
    lines = track_numbers(told).splitlines()
    assert lines[0] == "time,compute_ns,level_ns,low_ns,high_ns,change,version"
    assert lines[1] == "2026-11-01T02:00:00Z,1e+06,1e+06,900000,1.1e+06,,Clang 7"
    assert lines[4] == "2026-11-04T02:00:00Z,2e+06,2e+06,1.5e+06,2.5e+06,2.00x,"
    assert lines[5].startswith("2026-11-05T02:00:00Z,,2e+06")
