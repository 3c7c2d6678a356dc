"""No two variants of a benchmark are the same program in other words."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from proofs import tree

#: A comment, or a string or character, in which none begins.
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\\n])*')", re.DOTALL)


def without_comments(text: str) -> str:
    """Return the code alone; how its lines are broken does not count."""
    code = TOKEN.sub(lambda one: one[1] or " ", text.replace("\\\n", " "))
    return " ".join(code.split())


def code_of(folder: Path, variant: str, parts: list[str]) -> dict[str, str]:
    """Return the code of a variant by file: of one file, or of a folder over that of its base."""
    base = tree.base_of(folder, variant)
    code = code_of(folder, base, parts) if base else {}
    files = {f"variant{one.suffix}": one for one in folder.glob(f"{variant}.*")}
    for one in (folder / variant).glob("*"):
        if one.stem in parts or one.suffix in {".hpp", ".cuh"}:  # others are of other benchmarks
            files[one.name] = one
    return code | {name: without_comments(one.read_text()) for name, one in files.items()}


def twins(folder: Path, variants: list[str], parts: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of variants whose code is the same."""
    found = {variant: code_of(folder, variant, parts) for variant in variants}
    assert all(found.values()), [variant for variant, code in found.items() if not code]
    return [(a, b) for a, b in combinations(found, 2) if found[a] == found[b]]


@pytest.mark.parametrize(
    ("folder", "variants", "parts"),
    [pytest.param(folder, *lists, id=name) for folder, name, *lists in tree.benchmarks()],
)
def test_no_two_variants_differ_by_comments_alone(
    folder: Path, variants: list[str], parts: list[str]
) -> None:
    assert not twins(folder, variants, parts)


def test_twins_are_found_whatever_their_comments_and_breaks_of_lines(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("f(x VARIANTS a b c d e BASED_ON d=e\n  c=e)\n")
    told = '// as b\nint a = 1;  /* one\n */ const char* s = "//";\n#pragma omp \\\n  for\n'
    (tmp_path / "a.cpp").write_text(told)
    (tmp_path / "b.cu").write_text(told)  # another language
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "steps.cpp").write_text("int other;")
    (tmp_path / "d").mkdir()
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "steps.cpp").write_text(told)
    (tmp_path / "e" / "sum.cpp").write_text("int of_another_benchmark;")
    assert twins(tmp_path, ["a", "b", "c", "d", "e"], ["steps"]) == [("d", "e")]
    (tmp_path / "f.cpp").write_text('int a = 1; const char* s = "//";\n#pragma omp for\n')
    (tmp_path / "g.cpp").write_text('int a = 1; const char* s = "/*";\n#pragma omp for\n')
    assert twins(tmp_path, ["a", "f", "g"], []) == [("a", "f")]
