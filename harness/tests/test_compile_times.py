"""Compile times: what Ninja measured, and unknown where nothing was compiled."""

import shutil
from pathlib import Path

import pytest

from league.run import build, compile_times

OBJECT = "kernels/toy/CMakeFiles/toy.omp.dir/omp.cpp.o"
PROGRAM = "kernels/toy/toy.omp"


def logged(folder: Path, *steps: tuple[int, int, int, str]) -> None:
    lines = ["# ninja log v5", *("\t".join(map(str, (*step, "ab12"))) for step in steps)]
    (folder / ".ninja_log").write_text("\n".join(lines) + "\n")
    for *_, output in steps:
        (folder / output).parent.mkdir(parents=True, exist_ok=True)
        (folder / output).touch()


def seconds(folder: Path) -> float | None:
    return compile_times.of_target(folder, "toy.omp", folder / PROGRAM)


STEPS = ((100, 1600, 7, OBJECT), (1600, 1850, 8, PROGRAM),
         (0, 900, 6, "kernels/toy/CMakeFiles/toy.omp.info.dir/x.cpp.o"))  # fmt: skip


@pytest.mark.parametrize(("later", "known"), [((), 1.75), (((0, 500, 9, OBJECT),), 0.75)])
def test_own_sources_and_the_link_are_added_and_of_two_steps_the_later_counts(
    tmp_path: Path, later: tuple[tuple[int, int, int, str], ...], known: float
) -> None:
    compile_times.watch(tmp_path)
    logged(tmp_path, *STEPS, *later)
    compile_times.keep(tmp_path)
    assert seconds(tmp_path) == known
    (tmp_path / "league-compile-times.json").write_text('{"x": 3}')
    assert seconds(tmp_path) is None, "a damaged file"


@pytest.mark.parametrize(("told", "known"), [("cache_miss", 1.75), ("direct_cache_hit", None)])
def test_what_came_from_the_cache_was_not_compiled(
    tmp_path: Path, told: str, known: float | None
) -> None:
    variables = compile_times.watch(tmp_path)
    logged(tmp_path, *STEPS)
    log = Path(variables["CCACHE_STATSLOG"])
    log.write_text(f"# /src/kernels/toy/omp.cpp\n{told}\n# /src/mykernels/toy/omp.cpp\n{told}\n")
    compile_times.keep(tmp_path)
    assert seconds(tmp_path) == known


def test_what_was_built_by_hand_is_unknown_until_it_is_built_again(tmp_path: Path) -> None:
    logged(tmp_path, *STEPS)
    assert seconds(tmp_path) is None
    compile_times.watch(tmp_path)
    compile_times.keep(tmp_path)
    assert seconds(tmp_path) is None
    compile_times.watch(tmp_path)
    logged(tmp_path, *STEPS, (0, 500, 9, OBJECT), (500, 700, 10, PROGRAM))
    compile_times.keep(tmp_path)
    assert seconds(tmp_path) == 0.7
    logged(tmp_path, *STEPS, (0, 3, 11, OBJECT), (500, 700, 10, PROGRAM))  # by hand again
    assert seconds(tmp_path) is None


LISTS = """
cmake_minimum_required(VERSION 3.16)
project(toy LANGUAGES CXX)
add_executable(toy.serial serial.cpp)
file(WRITE ${CMAKE_BINARY_DIR}/manifest.json "{}")
"""


@pytest.mark.skipif(shutil.which("ccache") is None, reason="there is no ccache")
def test_a_real_compilation_is_timed_and_a_cached_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "cache"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(LISTS)
    (source / "serial.cpp").write_text("#include <vector>\nint main() { return 0; }\n")
    found = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        line = build.with_ccache(["cmake", "-S", str(source), "-B", str(folder), "-G", "Ninja"])
        build.configure(line, build=folder, source=source)
        code, log, _ = build._ninja(folder, ["toy.serial"], jobs=1, timeout_s=60)
        assert code == 0, log
        found.append(compile_times.of_target(folder, "toy.serial", folder / "toy.serial"))
    assert found[0] is not None and found[0] > 0
    assert found[1] is None
