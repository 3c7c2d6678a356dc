"""The hash of what a program was compiled from."""

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from league.run import sources
from league.run.build import Built

RULES = """rule cc
  command = cat $in > $out && printf '%s: %s' $out '$in $headers' > $out.d
  depfile = $out.d
  deps = gcc
"""
DEPS = {
    "a/CMakeFiles/toy.omp.dir/omp.cpp.o": ("omp.cpp", "toy.hpp"),
    "a/CMakeFiles/toy.serial.dir/serial.cpp.o": ("serial.cpp", "toy.hpp"),
    "a/CMakeFiles/toy.problem.dir/toy.cpp.o": ("toy.cpp", "toy.hpp"),
}


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "kernels" / "toy"
    folder.mkdir(parents=True)
    for name in ("omp.cpp", "serial.cpp", "toy.cpp", "toy.hpp"):
        (folder / name).write_text(f"// {name}\n", encoding="utf-8")
    build = tmp_path / "build" / "gcc"
    (build / "gen").mkdir(parents=True)
    (build / "gen" / "info.hpp").write_text("// another each time\n", encoding="utf-8")
    text = RULES
    for out, (source, header) in DEPS.items():
        text += f"build {out}: cc ../../kernels/toy/{source}\n"
        text += f"  headers = ../../kernels/toy/{header} gen/info.hpp /usr/include/stdio.h\n"
    (build / "build.ninja").write_text(text, encoding="utf-8")
    return tmp_path


def hashes(project: Path) -> dict[str, str]:
    build = project / "build" / "gcc"
    subprocess.run(["ninja", "-C", build], check=True, capture_output=True)
    variants: Any = [
        SimpleNamespace(target=f"toy.{one}", benchmark="toy") for one in ("omp", "serial", "acc")
    ]
    return sources.hashes(build, project, variants)


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("kernels/toy/omp.cpp", {"toy.omp"}),
        ("kernels/toy/toy.cpp", {"toy.omp", "toy.serial"}),
        ("kernels/toy/toy.hpp", {"toy.omp", "toy.serial"}),
        ("build/gcc/gen/info.hpp", set()),
    ],
)
def test_it_changes_with_what_was_compiled(project: Path, file: str, changed: set[str]) -> None:
    before = hashes(project)
    assert set(before) == {"toy.omp", "toy.serial"}  # nothing was compiled for toy.acc
    assert hashes(project) == before
    (project / file).write_text("// new\n", encoding="utf-8")
    after = hashes(project)
    assert {name for name in before if before[name] != after[name]} == changed


def test_it_is_the_same_in_another_folder(project: Path, tmp_path: Path) -> None:
    before = hashes(project)
    moved = project.with_name("moved")
    project.rename(moved)
    assert hashes(moved) == before


def test_without_ninja_it_is_unknown(tmp_path: Path) -> None:
    assert sources.hashes(tmp_path, tmp_path, cast(Any, [])) == {}


def test_it_stands_in_the_build_record() -> None:
    fields = ("toolchain", "group", "benchmark", "variant", "model")
    variant: Any = SimpleNamespace(**dict.fromkeys(fields, "x"), executable=None)
    assert Built(variant, "ok", sources="ab" * 32).record()["sources_sha256"] == "ab" * 32
