"""Expressions that choose: what they mean, what is unknown, and what makes no sense."""

import hypothesis
import hypothesis.strategies as some
import pytest

from league.base import expression
from league.base.errors import UsageError

CELL: dict[str, expression.Value] = {
    "toolchain": "gcc-12-host", "benchmark": "jacobi", "variant": "target-data", "class": "W",
    "precision": "fp64", "tag": {"stencil", "offload"}, "compute": 2e6, "total": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("benchmark=jacobi", True),
        ("benchmark = jacobi and variant ~ target-*", True),
        ("benchmark=jacobi and variant~target-* and compute<1ms", False),
        ("compute<2.1ms", True),
        ("compute>=2000us and compute<=2000000ns", True),
        ("compute>0.01s", False),
        ("not benchmark=jacobi", False),
        ("benchmark!=jacobi or variant!~omp*", True),
        ("tag=stencil and not tag=host", True),
        ("tag!=stencil", False),
        # and binds closer than or
        ("benchmark=x and benchmark=y or class=W", True),
        ("benchmark=x and (benchmark=y or class=W)", False),
        ('variant="target-data"', True),
        # what is not known: only what it could change
        ("total<1s", None),
        ("total<1s and benchmark=x", False),
        ("total<1s or benchmark=jacobi", True),
        ("not total<1s", None),
        ("model=target", None),
    ],
)
def test_what_an_expression_means(text: str, holds: bool | None) -> None:
    assert expression.parse(text).decide(CELL.get) is holds


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "ends too early"),
        ("benchmark=", "ends too early"),
        ("benchmark=jacobi and", "ends too early"),
        ("(benchmark=jacobi", "ends too early"),
        ("(benchmark=jacobi or class=W W", "not closed"),
        ("benchmark=jacobi variant=x", "no sense at 'variant'"),
        ("benchmrk=jacobi", "did you mean benchmark"),
        ("benchmark<jacobi", "followed by '<'; write one of = != ~ !~"),
        ("compute=1ms", "followed by '='; write one of < <= > >="),
        ("compute<1", "is no time; write 50us"),
        ("compute<1parsec", "is no time; write 50us"),
        ("benchmark=jacobi )", "no sense at"),
        ("!benchmark=x", "no sense at"),
        ("(" * 60 + "class=W" + ")" * 60, "nested too deeply"),
        ("not " * 60 + "class=W", "nested too deeply"),
        ("class=W or " * 400 + "class=W", "at most 2000"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as error:
        expression.parse(text)
    assert "\n" not in str(error.value)


@hypothesis.given(some.text(alphabet=' ()=~<>!"andort1ms-*class', max_size=60))
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    try:
        expression.parse(text).decide(CELL.get)
    except UsageError as error:
        assert str(error)
