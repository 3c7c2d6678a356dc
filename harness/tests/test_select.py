"""Choosing by name."""

import pytest

from league.base.errors import UsageError
from league.run import select
from league.run.manifest import Variant


def variant(group: str, benchmark: str, name: str) -> Variant:
    model = name.partition("-")[0]
    offloads = model not in ("serial", "omp")
    return Variant(group, benchmark, name, model, offloads, toolchain="gcc", device="host")


ALL = [
    variant("kernels", "jacobi", "serial"),
    variant("kernels", "jacobi", "target-data"),
    variant("kernels", "triad", "serial"),
    variant("npb", "npb-cg", "serial"),
    variant("npb", "npb-cg", "target-loop"),
]


def names(**wanted: object) -> list[str]:
    return [one.name for one in select.select(ALL, select.Selection(**wanted))]  # type: ignore[arg-type]


def test_nothing_said_means_everything() -> None:
    assert names() == [one.name for one in ALL]


def test_suites_follow_from_what_there_is() -> None:
    assert select.suites(ALL) == {
        "quick": ["jacobi"],
        "all": ["jacobi", "triad", "npb-cg"],
        "kernels": ["jacobi", "triad"],
        "npb": ["npb-cg"],
    }
    assert names(suite="npb") == ["npb-cg.serial", "npb-cg.target-loop"]
    assert names(suite="quick") == ["jacobi.serial", "jacobi.target-data"]


def test_a_named_benchmark_need_not_be_in_the_suite() -> None:
    assert names(suite="quick", benchmarks=("triad",)) == ["triad.serial"]


def test_globs_choose_benchmarks_and_variants() -> None:
    assert names(benchmarks=("npb-*", "tri?d"), variants=("serial",)) == [
        "triad.serial",
        "npb-cg.serial",
    ]


def test_tags_are_groups_models_and_offload() -> None:
    assert names(tags=("serial",)) == ["jacobi.serial", "triad.serial", "npb-cg.serial"]
    assert names(tags=("offload",)) == ["jacobi.target-data", "npb-cg.target-loop"]
    assert names(tags=("npb",)) == ["npb-cg.serial", "npb-cg.target-loop"]


def test_excluding_by_any_of_a_variants_names() -> None:
    assert names(exclude=("target-*",)) == ["jacobi.serial", "triad.serial", "npb-cg.serial"]
    assert names(exclude=("jacobi", "npb.*")) == ["triad.serial"]
    assert names(exclude=("jacobi.serial", "npb-cg")) == ["jacobi.target-data", "triad.serial"]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"benchmarks": ("jacoby",)}, r"unknown benchmark 'jacoby'; did you mean jacobi\?"),
        ({"benchmarks": ("x*",)}, r"no benchmark matches 'x\*'; known are jacobi, npb-cg, triad"),
        ({"variants": ("target_data",)}, "did you mean target-data"),
        ({"suite": "kernel"}, "unknown suite 'kernel'; did you mean kernels"),
        ({"tags": ("offloads",)}, "unknown tag 'offloads'; did you mean offload"),
        ({"exclude": ("jakobi",)}, "unknown benchmark or variant 'jakobi'; did you mean jacobi"),
    ],
)
def test_unknown_names_get_a_hint(wanted: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        names(**wanted)


def test_classes_precisions_and_several_names_in_a_word() -> None:
    assert select.split(["a, b", "c"]) == ("a", "b", "c")
    assert select.split(None) == ()
    assert select.check_classes(["W", "S", "W"]) == ("W", "S")
    with pytest.raises(UsageError, match="unknown class 'w'; did you mean W"):
        select.check_classes(["w"])
    assert select.check_precisions(["all", "fp32"]) == select.PRECISIONS
    with pytest.raises(UsageError, match="unknown precision 'fp46'; did you mean fp64"):
        select.check_precisions(["fp46"])
