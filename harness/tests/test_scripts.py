"""The scripts for people: the tree check finds what it should, the skeleton builds and passes."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from fakes import script
from saying import called, loaded

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture()
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The rules, looking at a small tree of its own with one good benchmark."""
    from proofs import tree as module

    monkeypatch.setattr(module, "ROOT", tmp_path)
    folder = tmp_path / "kernels" / "toy"
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text("league_add_benchmark(toy\n  VARIANTS serial omp)\n")
    for variant in ("serial", "omp"):
        (folder / f"{variant}.cpp").write_text("// What is asked.\nint x;\n")
    headings = "".join(f"## {name}\n\ntext\n\n" for name in module.HEADINGS)
    listed = headings.replace("## Variants\n\ntext", "## Variants\n\n- `serial`: a\n- `omp`: b")
    (folder / "README.md").write_text(f"# toy\n\nA toy.\n\n{listed}")
    shutil.copytree(ROOT / "harness/skeleton", tmp_path / "harness/skeleton")
    (tmp_path / "harness/docs").mkdir()
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return module


def complaints(module: ModuleType) -> list[str]:
    folder, _, variants, parts = next(module.benchmarks())
    found = list(module.readme_complaints(folder, variants))
    found += module.name_complaints(folder, variants, parts)
    found += module.skeleton_complaints(folder)
    for variant in variants:
        for path in module.variant_files(folder, variant, parts):
            found += module.variant_complaints(path)
    return found + list(module.file_complaints())


@pytest.mark.parametrize(
    ("file", "before", "after", "complaint"),
    [
        ("README.md", "- `omp`: b", "", "lists the variants"),
        ("README.md", "## Check", "## Checks", "headings are"),
        ("omp.cpp", "// What", "/* What", "first line is not a comment"),
        ("omp.cpp", "int x;", "#ifdef X\n#endif", "no #if"),
        ("omp.cpp", "int x;", "int x;\n" * 150, "at most 150"),
        ("omp.cpp", "int x;", "  #pragma omp for \\\n      nowait\nfor (;;)", "like its loop"),
        ("serial.cpp", "int x;", 'auto x = "/home' + '/someone/x";', "absolute path"),
    ],
)
def test_tree_check_finds(
    tree: ModuleType, file: str, before: str, after: str, complaint: str
) -> None:
    assert complaints(tree) == []
    assert "A toy." in tree.benchmark_table()
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


def test_parts_that_a_variant_has_not_in_its_folder_are_those_of_its_base(
    tree: ModuleType,
) -> None:
    files = tree.variant_files(Path("bt"), "cuda", ["rhs", "step"])
    assert files == [Path("bt/cuda/rhs.cu"), Path("bt/cuda/step.cu")]
    folder = tree.ROOT / "kernels/toy"
    for file in ("target-data/step.cpp", "target-data/loops.cpp", "target-lambda/loops.cpp"):
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text("// What is asked.\n")
    (folder / "CMakeLists.txt").write_text(
        "league_add_benchmark(toy\n  VARIANTS target-data target-lambda target-raja\n"
        "  PARTS step loops\n  BASED_ON target-lambda=target-data target-raja=target-lambda)\n"
    )
    _, _, variants, parts = next(tree.benchmarks())
    assert variants == ["target-data", "target-lambda", "target-raja"]
    assert parts == ["step", "loops"]
    expected = [folder / "target-data/step.cpp", folder / "target-lambda/loops.cpp"]
    assert tree.variant_files(folder, "target-raja", parts) == expected
    expected[0].unlink()
    assert tree.variant_files(folder, "target-raja", parts) == expected  # and is missed there


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("toy.hpp", "int x;", ""),
        ("toy_body.hpp", "int x;", ""),
        ("toy_rows_tiles.hpp", "int x;", ""),
        ("toy_rows.cuh", "__device__ int x;", ""),
        ("fuzz/toy_fuzz.cpp", "int x;", ""),
        ("toy_lanes.hpp", "int x;", "roles: parts body"),
        ("toy_rowsofit.hpp", "int x;", "roles: parts body"),
        ("other_body.hpp", "int x;", "roles: parts body"),
        ("helper.cpp", "int x;", "roles: parts body"),
        ("cuda.cu", "int x;", "roles: parts body"),
        ("toy_body.hpp", "__device__ int x;", "ends in .cuh"),
        ("toy_fields.hpp", '#include "league/cuda.hpp"', "ends in .cuh"),
        ("target-data/step.cpp", "int x;", "belongs to no variant"),
        ("omp/rows.hpp", "int x;", "belongs to no variant"),
    ],
)
def test_files_are_named_by_their_role(
    tree: ModuleType, file: str, text: str, complaint: str
) -> None:
    path = tree.ROOT / "kernels/toy" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    told = [one.partition(": ") for one in complaints(tree)]
    assert [place for place, _, _ in told] == ([f"kernels/toy/{file}"] if complaint else [])
    assert all(complaint in said for _, _, said in told)


def test_files_of_a_variant_made_of_parts(tree: ModuleType) -> None:
    folder = tree.ROOT / "npb/bt"
    wrong = {"omp/tuned.hpp", "omp/extra.cpp", "omp/deeper/rows.hpp"}
    for file in ("omp/step.cpp", "omp/rows_tiles.hpp", "omp/launch.cuh", *wrong):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("int x;\n")
        assert len(list(tree.name_complaints(folder, ["omp"], ["step"]))) == (file in wrong), file
        path.unlink()


def test_sentences_of_the_skeleton_are_refused(tree: ModuleType) -> None:
    (tree.ROOT / "kernels/CMakeLists.txt").write_text("# Loops.\n")
    folder = loaded("new_benchmark").create(tree.ROOT, "kernels", "fresh")
    found = list(tree.skeleton_complaints(folder))
    refused = {line.partition(":")[0].rpartition("/")[2] for line in found}
    assert refused == {"README.md", "fresh.cpp", "fresh.hpp", "serial.cpp", "target-data.cpp"}
    assert any("fresh.hpp" in line and "One sentence: what is computed." in line for line in found)
    for path in folder.iterdir():  # what remains when each of them is gone
        lines = path.read_text().splitlines()
        mine = [line for line in found if line.startswith(f"kernels/fresh/{path.name}:")]
        numbers = {int(line.split(":")[1]) for line in mine}
        kept = [line for number, line in enumerate(lines, 1) if number not in numbers]
        path.write_text("\n".join(kept))
    assert list(tree.skeleton_complaints(folder)) == []


TOLD = {
    "classes": [
        {"letter": "S", "n": 1003, "steps": 4, "resident_bytes": {"fp32": 8024, "fp64": 16048}},
        {"letter": "W", "n": 2000, "steps": 4, "resident_bytes": {"fp32": 16000, "fp64": 32000}},
    ],
    "precisions": ["fp32", "fp64"],
}
CLASSES = """## Classes

| class | n | comment | bytes, fp32 | resident |
|---|---|---|---|---|
| S | 1,003 | odd | 8 kB | 16 kB |
| W | 2000 | even | 16.0 kB | 32,000 bytes |

## Check
"""


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("1,003", "1,004", "class S: n is 1003, not 1,004"),
        ("2000", "2 thousand", "class W: n is 2000, not 2 thousand"),
        ("| n |", "| size |", "the classes differ in 'n', and the table has no such column"),
        ("8 kB", "9 kB", "class S: bytes, fp32 is 8024 bytes, not 9 kB"),
        ("8 kB", "8.1 kB", "class S: bytes, fp32 is 8024 bytes, not 8.1 kB"),
        ("| 16 kB", "| 16 MB", "class S: resident is 16048 bytes, not 16 MB"),
        ("32,000 bytes", "a lot", "class W: resident is 32000 bytes, not a lot"),
        ("| W |", "| A |", "has the classes ['S', 'A'], --describe has ['S', 'W']"),
        ("## Classes", "## Sizes", "has the classes [], --describe has ['S', 'W']"),
    ],
)
def test_classes_of_a_readme_that_are_wrong(
    tree: ModuleType, before: str, after: str, complaint: str
) -> None:
    assert list(tree.class_complaints("README.md", CLASSES, TOLD)) == []
    text = CLASSES.replace(before, after)
    assert list(tree.class_complaints("README.md", text, TOLD)) == [f"README.md: {complaint}"]


def test_classes_are_compared_with_what_was_built(
    tree: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = tmp_path / "build"
    assert "there is no manifest.json" in next(iter(tree.build_complaints(build)))
    program = build / "kernels/toy/toy.omp"
    program.parent.mkdir(parents=True)
    made = [("toy", "kernels/toy/toy.serial"), ("toy", "kernels/toy/toy.omp"), ("elsewhere", "")]
    variants = [{"benchmark": name, "executable": file} for name, file in made]
    (build / "manifest.json").write_text(json.dumps({"variants": variants}))
    assert list(tree.build_complaints(build)) == [
        f"toy: {build} has no executable that answers --describe; build it first"
    ]
    script(program, f"#!/bin/sh\ncat <<END\n{json.dumps(TOLD)}\nEND\n")
    assert any("has the classes []" in line for line in tree.build_complaints(build))
    readme = tree.ROOT / "kernels/toy/README.md"
    readme.write_text(readme.read_text().replace("## Classes\n\ntext\n\n## Check\n", CLASSES))
    assert any("catalogue.json: is stale" in line for line in tree.build_complaints(build))
    monkeypatch.setattr(tree.generated, "texts", dict)
    assert list(tree.wrong(fix=True, build=build)) == []
    assert list(tree.wrong(build=build)) == []
    assert "A toy." in (tree.ROOT / tree.BENCHMARKS_PAGE).read_text()
    (entry,) = json.loads((tree.ROOT / tree.CATALOGUE).read_text())["benchmarks"]
    assert entry["classes"] == TOLD["classes"]
    readme.write_text(readme.read_text().replace("1,003", "1,004"))
    assert list(tree.wrong(build=build))
    program.write_text("#!/bin/sh\nexit 3\n")
    assert list(tree.wrong(build=build))


def test_new_benchmark_names_the_steps_that_remain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = loaded("new_benchmark")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    shutil.copytree(ROOT / "harness/skeleton", tmp_path / "harness/skeleton")
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/CMakeLists.txt").write_text("# Loops.\n")
    assert module.main(["kernels", "triad"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "kernels/triad builds and passes.  What remains:"
    assert [line.split(".")[0].strip() for line in rest] == [str(n + 1) for n in range(len(rest))]
    told = " ".join(rest)
    for file in (tmp_path / "kernels/triad").iterdir():
        assert f"kernels/triad/{file.name}" in told
    for word in ("-DLEAGUE_ONLY=triad", "scripts/check_tree.py --fix", "CHANGELOG.md"):
        assert word in told


@pytest.mark.slow
def test_one_benchmark_compiles_itself_and_the_core(tmp_path: Path) -> None:
    configure = ["cmake", "-S", str(ROOT), "-B", str(tmp_path), "-G", "Ninja"]
    configure += ["-DCMAKE_CXX_COMPILER=g++-12", "-DLEAGUE_ONLY=vadd"]
    configure += ["-DLEAGUE_OMP_FLAGS=-fopenmp -foffload=disable"]
    subprocess.run(configure, check=True, capture_output=True)
    planned = ["ninja", "-C", str(tmp_path), "-t", "commands"]
    told = called(planned, check=True).stdout
    made = re.findall(r" -o (\S+\.o) ", told)
    assert any(path.endswith("kernels/vadd/CMakeFiles/vadd.omp.dir/omp.cpp.o") for path in made)
    others = [path for path in made if not path.startswith(("kernels/vadd/", "harness/core/"))]
    assert others == []
    assert [path for path in made if "/tests/" in path] == []
    listing = ["ctest", "--test-dir", str(tmp_path), "-N"]
    told = called(listing, check=True).stdout
    tests = [line.split()[-1] for line in told.splitlines() if " Test " in line]
    assert {name for name in tests if not name.startswith("kernels.vadd")} <= {"tree"}


def test_new_benchmark_joins_the_list_and_leaves_the_rest_in_its_place(tmp_path: Path) -> None:
    module = loaded("new_benchmark")
    shutil.copytree(ROOT / "harness/skeleton", tmp_path / "harness/skeleton")
    (tmp_path / "kernels").mkdir()
    cmake = tmp_path / "kernels/CMakeLists.txt"
    listed, tests = (
        "# Loops.\nadd_subdirectory(z)\nadd_subdirectory(a)\n",
        "if(T)\n  add()\nendif()\n",
    )
    cmake.write_text(listed + tests)
    folder = module.create(tmp_path, "kernels", "two-words")
    assert cmake.read_text() == f"{listed}add_subdirectory(two-words)\n{tests}"
    assert "struct TwoWords {" in (folder / "two-words.hpp").read_text()
    assert "@" not in "".join(file.read_text() for file in folder.iterdir())
    for group, name in (("kernel", "x"), ("kernels", "Bad Name"), ("kernels", "two-words")):
        with pytest.raises(ValueError, match=r"no group|is not a name|exists already"):
            module.create(tmp_path, group, name)


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
    loaded("new_benchmark").create(project, "kernels", "fresh")
    build = tmp_path / "build"
    configure = ["cmake", "-S", str(project), "-B", str(build), "-G", "Ninja"]
    configure += ["-DCMAKE_CXX_COMPILER=g++-12", "-DLEAGUE_OMP_FLAGS=-fopenmp -foffload=disable"]
    subprocess.run(configure, check=True, capture_output=True)
    subprocess.run(["cmake", "--build", str(build)], check=True, capture_output=True)
    subprocess.run(["ctest", "--test-dir", str(build), "-L", "fresh"], check=True)


@pytest.mark.parametrize(
    ("ended", "code", "words"),
    [
        (1, 0, ["--out"]),  # a claim that fails is recorded
        (130, 130, ["--out"]),
        (0, 4, ["--out", "--budget"]),  # the time was up before its end
        (0, 0, ["--resume"]),
    ],
)
def test_a_session_of_claims_is_begun_or_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: int, code: int, words: list[str]
) -> None:
    module = loaded("claims")
    asked: list[str] = []
    clock = iter([0.0, 0.0, 60.0])

    def run(line: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.extend(line)
        return subprocess.CompletedProcess(line, ended)

    monkeypatch.setattr(module, "SESSIONS", {"some": "check"})
    monkeypatch.setattr(module.committed.subprocess, "run", run)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    if "--resume" in words:
        (tmp_path / "some" / "run").mkdir(parents=True)
        (tmp_path / "some" / "run" / "records.jsonl").touch()
    most = ["--most", "1m"] if "--budget" in words else []
    line = ["claims.py", "--out", str(tmp_path), *most, "--", "-j", "1"]
    monkeypatch.setattr(sys, "argv", line)
    assert module.main() == code
    assert [one for one in asked if one in ("--out", "--resume", "--budget")] == words
    assert asked[2:6] == ["check", "--no-color", "-j", "1"]
