"""The count of branches: which of gcov's edges count, and what is said of those not taken."""

import json
from pathlib import Path
from typing import Any

import pytest

from proofs import branches, planter

SOURCE = """\
int f(int n) {
  if (n < 0) throw std::invalid_argument("n");
  for (int i = 0; i < n; ++i) g(i);
  std::vector<int> v{1, 2};  // if
  return n > 7 ? 1 : 0;
}
"""


@pytest.fixture()
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "kernels" / "toy" / "part.cpp"
    file.parent.mkdir(parents=True)
    file.write_text(SOURCE)
    monkeypatch.setattr(branches, "ROOT", tmp_path)
    monkeypatch.setattr(planter, "__file__", str(tmp_path / "planter.py"))
    (tmp_path / "branches.toml").write_text("")
    branches.source.cache_clear()
    return tmp_path


def edge(count: int, throw: bool = False) -> dict[str, Any]:
    return {"count": count, "fallthrough": False, "throw": throw}


def document(*lines: tuple[int, list[dict[str, Any]]]) -> dict[str, Any]:
    told = [{"line_number": number, "branches": edges} for number, edges in lines]
    return {"files": [{"file": "../kernels/toy/part.cpp", "lines": told}]}


def counts(tree: Path, *documents: dict[str, Any]) -> dict[int, list[int]]:
    found: dict[str, Any] = {}
    for one in documents:
        branches.gather(one, tree / "build", found)
    lines = found.get("kernels/toy/part.cpp", {})
    return {number: line.branches() for number, line in lines.items()}


def test_a_call_that_may_throw_is_no_branch() -> None:
    assert branches.ordinary([edge(5), edge(0, throw=True), edge(3), edge(0)]) == [3, 0]


def test_refusals_and_what_compilers_add_do_not_count(tree: Path) -> None:
    both = [edge(1), edge(0)]
    assert counts(tree, document((2, both), (3, both), (4, both), (5, both))) == {
        3: [1, 0],
        5: [1, 0],
    }


def test_what_one_variant_takes_is_taken(tree: Path) -> None:
    serial = document((5, [edge(1), edge(0)]))
    omp = document((5, [edge(0), edge(2)]))
    optimised = document((5, [edge(0)]))
    assert counts(tree, serial, omp, optimised) == {5: [1, 2]}


def test_a_copy_that_the_linker_dropped_does_not_count(tree: Path) -> None:
    dropped = document((5, [edge(0)] * 12))
    kept = document((5, [edge(1), edge(0)]))
    assert counts(tree, dropped, kept) == {5: [1, 0]}
    assert counts(tree, dropped) == {5: [0] * 12}, "nothing ran"


@pytest.mark.parametrize(
    ("explained", "least", "good", "said"),
    [
        ("", 50, False, "not taken: kernels/toy/part.cpp:5 (1) return n > 7"),
        ('[[branch]]\nfile="kernels/toy/part.cpp"\ntext="n > 7"\nreason="x"', 50, True, "75.00 %"),
        ('[[branch]]\nfile="kernels/toy/part.cpp"\ntext="n > 7"\nreason="x"', 80, False, "75.00 %"),
        ('[[branch]]\nfile="kernels/toy/part.cpp"\ntext="i < n"\nreason="x"', 50, False,
         "taken by now: kernels/toy/part.cpp: i < n"),
    ],
)  # fmt: skip
def test_what_is_not_taken_is_explained_or_shown(
    tree: Path, capsys: pytest.CaptureFixture[str], explained: str, least: float, good: bool,
    said: str,
) -> None:  # fmt: skip
    (tree / "branches.toml").write_text(explained)
    found: dict[str, Any] = {}
    told = document((3, [edge(4), edge(1)]), (5, [edge(1), edge(0)]))
    branches.gather(told, tree / "build", found)
    assert branches.report(found, least, False) == good
    assert said in capsys.readouterr().out


def test_the_record_says_what_is_taken_explained_and_open(tree: Path) -> None:
    (tree / "branches.toml").write_text(
        '[[branch]]\nfile = "kernels/toy/part.cpp"\ntext = "n > 7"\nreason = "n is small"'
    )
    found: dict[str, Any] = {}
    told = document((3, [edge(4), edge(0)]), (5, [edge(1), edge(0)]))
    branches.gather(told, tree / "build", found)
    assert not branches.report(found, 0, False, tree / "branches.json")
    kept = json.loads((tree / "branches.json").read_text())
    part = kept["what is measured"]
    assert part["files"] == {"kernels/toy/part.cpp": [4, 2, 1]} and part["percent"] == 50
    assert part["explained"] == ["kernels/toy/part.cpp:5 (1) n is small"]
    assert part["open"] == ["kernels/toy/part.cpp:3 (1) for (int i = 0; i < n; ++i) g(i);"]
    assert kept["what sets up and checks"]["branches"] == 0
