"""The scripts for people: the tree check finds what it should, the skeleton builds and passes."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture()
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """check_tree looking at a small tree of its own with one good benchmark."""
    module = load("check_tree")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    folder = tmp_path / "kernels" / "toy"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text("league_add_benchmark(toy\n  VARIANTS serial omp)\n")
    for variant in ("serial", "omp"):
        (folder / f"{variant}.cpp").write_text("// What is asked.\nint x;\n")
    headings = "".join(f"## {name}\n\ntext\n\n" for name in module.HEADINGS)
    listed = headings.replace("## Variants\n\ntext", "## Variants\n\n- `serial`: a\n- `omp`: b")
    (folder / "README.md").write_text(f"# toy\n\nA toy.\n\n{listed}")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return module


def complaints(module: ModuleType) -> list[str]:
    folder, _, variants, parts = next(module.benchmarks())
    found = list(module.readme_complaints(folder, variants))
    for variant in variants:
        for path in module.variant_files(folder, variant, parts):
            found += module.variant_complaints(path)
    return found + list(module.file_complaints())


def test_good_tree_has_no_complaints(tree: ModuleType) -> None:
    assert complaints(tree) == []
    assert "A toy." in tree.benchmark_table()


@pytest.mark.parametrize(
    ("file", "before", "after", "complaint"),
    [
        ("README.md", "- `omp`: b", "", "lists the variants"),
        ("README.md", "## Check", "## Checks", "headings are"),
        ("omp.cpp", "// What", "/* What", "first line is not a comment"),
        ("omp.cpp", "int x;", "#ifdef X\n#endif", "no #if"),
        ("omp.cpp", "int x;", "int x;\n" * 150, "at most 150"),
        ("serial.cpp", "int x;", 'auto x = "/home' + '/someone/x";', "absolute path"),
    ],
)
def test_tree_check_finds(
    tree: ModuleType, file: str, before: str, after: str, complaint: str
) -> None:
    path = tree.ROOT / "kernels/toy" / file
    path.write_text(path.read_text().replace(before, after))
    assert any(complaint in line for line in complaints(tree))


def test_tree_check_finds_missing_and_misplaced_files(tree: ModuleType) -> None:
    (tree.ROOT / "kernels/toy/omp.cpp").unlink()
    (tree.ROOT / "notes.txt").write_text("x")
    (tree.ROOT / "kernels/big.bin").write_bytes(b"0" * 600_000)
    (tree.ROOT / "scripts").mkdir()
    (tree.ROOT / "scripts/tool.py").write_text("#!/usr/bin/env python3\n")
    found = complaints(tree)
    assert any(line.startswith("scripts/tool.py: begins with #!") for line in found)
    assert any("omp.cpp: is named in CMakeLists.txt" in line for line in found)
    assert any(line.startswith("notes.txt: the top level is fixed") for line in found)
    assert any("kernels/big.bin: 600 kB" in line for line in found)


def test_parts_of_a_variant_are_looked_for_in_its_folder(tree: ModuleType) -> None:
    files = tree.variant_files(Path("bt"), "cuda", ["rhs", "step"])
    assert files == [Path("bt/cuda/rhs.cu"), Path("bt/cuda/step.cu")]


def test_parts_that_a_variant_has_not_are_those_of_its_base(tree: ModuleType) -> None:
    folder = tree.ROOT / "kernels/toy"
    for file in ("target-data/step.cpp", "target-data/loops.cpp", "target-lambda/loops.cpp"):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text("// What is asked.\n")
    (folder / "CMakeLists.txt").write_text(
        "league_add_benchmark(toy\n  VARIANTS target-data target-lambda target-raja\n"
        "  PARTS step loops\n  BASED_ON target-lambda=target-data target-raja=target-lambda)\n"
    )
    _, _, variants, parts = next(tree.benchmarks())
    assert (variants, parts) == (
        ["target-data", "target-lambda", "target-raja"],
        ["step", "loops"],
    )
    expected = [folder / "target-data/step.cpp", folder / "target-lambda/loops.cpp"]
    assert tree.variant_files(folder, "target-raja", parts) == expected
    expected[0].unlink()
    assert tree.variant_files(folder, "target-raja", parts) == expected  # and is missed there


def test_new_benchmark_refuses_bad_names(tmp_path: Path) -> None:
    module = load("new_benchmark")
    (tmp_path / "kernels" / "jacobi").mkdir(parents=True)
    for group, name in (("kernel", "x"), ("kernels", "Bad Name"), ("kernels", "jacobi")):
        with pytest.raises(ValueError, match=r"no group|is not a name|exists already"):
            module.create(tmp_path, group, name)


def test_new_benchmark_keeps_the_list_sorted(tmp_path: Path) -> None:
    module = load("new_benchmark")
    shutil.copytree(ROOT / "harness/skeleton", tmp_path / "harness/skeleton")
    (tmp_path / "kernels").mkdir()
    cmake = tmp_path / "kernels/CMakeLists.txt"
    cmake.write_text("# Loops.\nadd_subdirectory(a)\nadd_subdirectory(z)\n")
    folder = module.create(tmp_path, "kernels", "two-words")
    assert cmake.read_text().splitlines() == [
        "# Loops.",
        "add_subdirectory(a)",
        "add_subdirectory(two-words)",
        "add_subdirectory(z)",
    ]
    assert "struct TwoWords {" in (folder / "two-words.hpp").read_text()
    assert "@" not in "".join(file.read_text() for file in folder.iterdir())


@pytest.mark.slow
def test_new_benchmark_builds_and_passes(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(ROOT / "harness", project / "harness", ignore=shutil.ignore_patterns("tests*"))
    (project / "harness/core/tests").mkdir()
    (project / "harness/core/tests/CMakeLists.txt").write_text("# none\n")
    shutil.copy(ROOT / "CMakeLists.txt", project)
    for group in ("kernels", "npb", "miniapps", "validation"):
        (project / group).mkdir()
        (project / group / "CMakeLists.txt").write_text("# empty\n")
    load("new_benchmark").create(project, "kernels", "fresh")
    build = tmp_path / "build"
    configure = ["cmake", "-S", str(project), "-B", str(build), "-G", "Ninja"]
    configure += ["-DCMAKE_CXX_COMPILER=g++-12", "-DLEAGUE_OMP_FLAGS=-fopenmp -foffload=disable"]
    subprocess.run(configure, check=True, capture_output=True)
    subprocess.run(["cmake", "--build", str(build)], check=True, capture_output=True)
    subprocess.run(["ctest", "--test-dir", str(build), "-L", "fresh"], check=True)
