"""The look of the studies' figures: colours by model, marks by compiler, CUDA first."""

from dataclasses import replace

import pytest

from league.show.plots import chart, common
from league.show.plots import charts as drawing


def _beside_cuda() -> chart.Chart:
    """A panel of times of one run: directives, CUDA in two ways, and CUDA of another run."""

    def series(label: str, variant: str, base: float, run: int = 0) -> chart.Series:
        toolchain = label.rpartition(" ")[2]
        times = tuple(base * (1 + 0.01 * n) for n in range(5))
        source = chart.Source(run, toolchain, variant, times)
        low, high = base / 1.01e6, base / 0.95e6
        return chart.Series(label, (chart.Value(64, base / 1e6, low, high, 5, source=source),))

    lines = (
        series("offload clang-19-sm_90", "target-data", 6e6),
        series("offload gcc-12-nvptx", "target-data", 9e6),
        series("CUDA nvcc-13-sm_90", "cuda", 3e6),
        series("tuned nvcc-13-sm_90", "cuda-one2one", 4e6),
        series("other nvcc-13-sm_90", "cuda", 1e6, run=1),
    )
    panel = chart.Panel("jacobi", "n", "compute, milliseconds", lines, "lines", log_x=True)
    return chart.Chart("beside-cuda", "Beside CUDA", (panel,))


def test_what_was_measured_beside_cuda_is_over_cuda_first() -> None:
    first, second = chart.cuda_first(_beside_cuda()).panels
    assert first.y_label == "time / CUDA" and second.y_label == "compute, milliseconds"
    assert [one.label for one in first.series] == ["offload clang-19-sm_90", "offload gcc-12-nvptx"]
    (value,) = first.series[0].values
    assert value.y == pytest.approx(2) and value.low is not None and value.high is not None
    assert value.low < 2 < value.high
    (panel,) = _beside_cuda().panels
    without = chart.Chart("no", "No CUDA", (replace(panel, series=panel.series[:2]),))
    assert chart.cuda_first(without) == without
    rows = chart.as_csv(chart.cuda_first(_beside_cuda())).splitlines()
    assert rows[1].startswith("jacobi: over CUDA,offload clang-19-sm_90,64,2,time / CUDA,")


def test_lines_are_coloured_by_model_and_marked_by_compiler() -> None:
    found = _beside_cuda()
    styles = drawing._styles(found.panels)
    look = {label: (one["color"], one["marker"]) for label, one in styles.items()}
    assert look["offload clang-19-sm_90"] == (common.colour("target"), "o")
    assert look["offload gcc-12-nvptx"] == (common.colour("target"), "s")
    assert look["CUDA nvcc-13-sm_90"] == (common.colour("cuda"), "^")
    assert len({tuple(sorted(one.items(), key=str)) for one in styles.values()}) == len(styles)
    told = drawing.draw(found).decode()
    assert ">slowest<" in told and ">fastest<" in told


def test_bars_of_two_compilers_are_told_apart() -> None:
    told = drawing._told_apart({"clang-22": "#0072b2", "clang-19": "#0072b2", "there": "#999999"})
    assert told["clang-19"] == "#0072b2"
    assert told["there"] == "#999999"
    assert len(set(told.values())) == 3
