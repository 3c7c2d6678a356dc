"""What `prove.py seeds` runs: which programs, in which size, in which orders."""

from collections.abc import Sequence

import pytest

from proofs import door, seeds
from proofs.planter import End
from proofs.programs import Program

PROGRAMS = [Program("gpu", "toy.cuda", "kernels", True, "n=3 steps=2"),
            Program("gpu", "more.cuda", "kernels", True),
            Program("gpu", "npb-ep.cuda", "npb", True, "n=1")]  # fmt: skip


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """Each run that is made: program, words of its size, seed."""
    found: list[tuple[str, str, int]] = []

    def once(program: Program, size: Sequence[str], seed: int, limit: float) -> End:
        found.append((program.target, " ".join(size), seed))
        return {"outcome": "right", "seconds": limit}

    monkeypatch.setattr(seeds, "run_once", once)
    monkeypatch.setattr(seeds, "programs", lambda *_: iter(PROGRAMS))
    return found


def test_small_sizes_of_a_group_in_each_order(ran: list[tuple[str, str, int]]) -> None:
    assert door.main(["seeds", "--small", "-g", "kernels", "--seeds", "0,7"]) == 0
    toy = "--class S --set n=3 --set steps=2"
    assert ran == [
        ("more.cuda", "--class S", 0), ("toy.cuda", toy, 0),
        ("more.cuda", "--class S", 7), ("toy.cuda", toy, 7),
    ]  # fmt: skip


def test_without_it_the_class_is_as_it_is(ran: list[tuple[str, str, int]]) -> None:
    assert door.main(["seeds", "--seeds", "0", "-c", "W"]) == 0
    assert {size for _, size, _ in ran} == {"--class W"} and len(ran) == len(PROGRAMS)


def test_other_classes_have_no_small_size(
    ran: list[tuple[str, str, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert door.main(["seeds", "--small", "-c", "W"]) == 2
    assert "leave out -c W" in capsys.readouterr().err and not ran
