"""No two variants of a benchmark are the same program in other words."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from league.run import catalogue

ROOT = Path(__file__).parents[2]
#: A comment, or a string or character, in which none begins.
TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\\n])*')", re.DOTALL)


def without_comments(text: str) -> str:
    """Return the code alone; how its lines are broken does not count."""
    code = TOKEN.sub(lambda one: one[1] or " ", text.replace("\\\n", " "))
    return " ".join(code.split())


def code_of(variant: str, folder: Path, based: dict[str, str]) -> dict[str, str]:
    """Return the code of a variant by file: of one file, or of a folder over that of its base."""
    found = {one.suffix: one for one in folder.glob(f"{variant}.c*")}
    code = {name: without_comments(one.read_text(encoding="utf-8")) for name, one in found.items()}
    for own in (folder / variant).glob("*"):
        code[own.name] = without_comments(own.read_text(encoding="utf-8"))
    return code_of(based[variant], folder, based) | code if variant in based else code


def twins(folder: Path, variants: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of variants whose code is the same."""
    told = re.search(r"BASED_ON((?:\s+[\w-]+=[\w-]+)+)", (folder / "CMakeLists.txt").read_text())
    based = dict(one.split("=") for one in told[1].split()) if told else {}
    found = {variant: code_of(variant, folder, based) for variant in variants}
    assert all(found.values()), [variant for variant, code in found.items() if not code]
    return [(a, b) for a, b in combinations(found, 2) if found[a] == found[b]]


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda one: str(one["benchmark"]))
def test_no_two_variants_differ_by_comments_alone(entry: dict[str, Any]) -> None:
    folder = ROOT / entry["group"] / entry["benchmark"].removeprefix("npb-")
    assert not twins(folder, list(entry["variants"]))


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
    assert twins(tmp_path, ["a", "b", "c", "d", "e"]) == [("d", "e")]
    (tmp_path / "f.cpp").write_text('int a = 1; const char* s = "//";\n#pragma omp for\n')
    (tmp_path / "g.cpp").write_text('int a = 1; const char* s = "/*";\n#pragma omp for\n')
    assert twins(tmp_path, ["a", "f", "g"]) == [("a", "f")]
