"""Building: a verdict for every target, and nothing done twice."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import fakes
import pytest

from league.base import process
from league.run import build, machine_code
from league.run.manifest import Variant

LISTS = """
cmake_minimum_required(VERSION 3.16)
project(toy LANGUAGES NONE)
set(entries "")
function(add name)
  add_custom_command(OUTPUT ${name} COMMAND sh ${CMAKE_SOURCE_DIR}/${name}.sh
                     DEPENDS ${CMAKE_SOURCE_DIR}/${name}.sh VERBATIM)
  add_custom_target(toy.${name} DEPENDS ${name})
endfunction()
add(good)
add(bad)
add(slow)
file(WRITE ${CMAKE_BINARY_DIR}/manifest.json "{}")
"""


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project whose targets are shell scripts: good builds, bad fails, slow hangs."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(LISTS)
    (source / "good.sh").write_text("echo ran >> runs\ntouch good\n")
    (source / "bad.sh").write_text(
        f"echo ran >> bad-runs\necho '{source}/bad.cpp:3: error: no such thing'\nexit 1\n"
    )
    (source / "slow.sh").write_text("sleep 600\n")
    return source


def variant(folder: Path, name: str) -> Variant:
    return fakes.variant(name, executable=folder / name, build=folder, model="serial")


def configured(project: Path) -> tuple[Path, list[str]]:
    folder = project.parent / "build"
    line = ["cmake", "-S", str(project), "-B", str(folder), "-G", "Ninja"]
    folder.mkdir()
    build.configure(line, build=folder, source=project)
    return folder, line


def results(
    folder: Path, project: Path, names: Sequence[str], mark: str = "m", timeout_s: float = 600
) -> dict[str, build.Built]:
    chosen = [variant(folder, name) for name in names]
    made = build.build(
        chosen, folder=folder, source=project, mark=mark, jobs=2, timeout_s=timeout_s
    )
    return {one.variant.variant: one for one in made}


def test_a_target_that_fails_costs_only_itself(project: Path) -> None:
    folder, _ = configured(project)
    made = results(folder, project, ["bad", "good"])
    assert made["good"].verdict == "ok"
    assert (made["bad"].verdict, made["bad"].reason) == (
        "compile-error",
        "bad.cpp:3: error: no such thing",
    )
    assert str(project) not in made["bad"].log_tail
    assert (folder / "logs" / "toy.bad.log").is_file()
    record = made["bad"].record()
    assert record["kind"] == "build"
    assert record["executable_sha256"] == ""
    assert len(made["good"].record()["executable_sha256"]) == 64
    program = made["good"].variant.executable
    assert program is not None
    assert made["good"].record()["executable_bytes"] == program.stat().st_size


def test_a_failure_is_not_tried_again_until_something_changes(project: Path) -> None:
    folder, _ = configured(project)
    for _ in range(2):
        assert results(folder, project, ["bad", "good"])["bad"].verdict == "compile-error"
    tries = len((folder / "bad-runs").read_text().split())
    results(folder, project, ["good"])  # another selection does not forget it
    assert results(folder, project, ["bad"])["bad"].verdict == "compile-error"
    assert len((folder / "bad-runs").read_text().split()) == tries
    assert len((folder / "runs").read_text().split()) == 1
    (project / "bad.sh").write_text("touch bad\n")
    assert results(folder, project, ["bad"], mark="other")["bad"].verdict == "ok"


def test_a_build_that_hangs_is_ended(project: Path) -> None:
    folder, _ = configured(project)
    began = time.monotonic()
    made = results(folder, project, ["slow", "good"], timeout_s=1.0)
    assert made["slow"].verdict == "build-timeout"
    assert made["good"].verdict == "ok"
    assert time.monotonic() - began < 60


def test_progress_counts_steps_and_what_is_not_there_is_no_success(project: Path) -> None:
    folder, _ = configured(project)
    seen: list[tuple[int, int]] = []
    good = variant(folder, "good")
    absent = replace(variant(folder, "acc"), executable=None, target="", unavailable="no OpenACC")
    made = build.build(
        [good, absent], folder=folder, source=project, mark="m",
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert seen and seen[-1][0] == seen[-1][1] > 0
    told = {(one.verdict, one.reason) for one in made}
    assert told == {("ok", ""), ("unavailable", "no OpenACC")}
    (project / "good.sh").write_text("rm -f good\n")
    assert results(folder, project, ["good"], mark="n")["good"].verdict == "link-error"


def test_configuring_again_happens_only_for_another_line(project: Path) -> None:
    folder, line = configured(project)
    cache = folder / "CMakeCache.txt"
    before = cache.stat().st_mtime_ns
    build.configure(line, build=folder, source=project)
    assert cache.stat().st_mtime_ns == before
    build.configure([*line, "-DODDMENT=1"], build=folder, source=project)
    assert "ODDMENT" in cache.read_text()
    build.configure(line, build=folder, source=project)
    assert "ODDMENT" not in cache.read_text()  # what is no longer said is forgotten


def test_a_project_that_cannot_be_configured_says_why(project: Path, tmp_path: Path) -> None:
    with pytest.raises(build.ConfigureError, match="cannot start no-cmake: no such file"):
        build.configure(["no-cmake"], build=tmp_path, source=tmp_path)
    (project / "CMakeLists.txt").write_text(LISTS + 'message(FATAL_ERROR "no luck today")\n')
    with pytest.raises(build.ConfigureError, match="no luck today") as caught:
        configured(project)
    assert str(project) not in caught.value.log
    shutil.rmtree(project.parent / "build")
    (project / "CMakeLists.txt").write_text(LISTS.rpartition("file(")[0])
    with pytest.raises(build.ConfigureError, match="wrote no manifest"):
        configured(project)


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("a.cpp:1:2: error: 'x' was not declared", "compile-error"),
        ("a.cpp:1:2: sorry, unimplemented: 'unified_shared_memory' clause", "unsupported"),
        ("a.cpp:9: internal compiler error: Segmentation fault", "compiler-crash"),
        ("PLEASE submit a bug report to https://github.com/llvm", "compiler-crash"),
        ("clang++: error: unable to execute command: Segmentation fault", "compiler-crash"),
        ("clang++: error: clang frontend command failed with exit code 139", "compiler-crash"),
        ("g++: fatal error: Killed signal terminated program cc1plus", "compiler-crash"),
        ("a.o: undefined reference to `f()'\ncollect2: error: ld returned 1", "link-error"),
        ("nvlink error   : Undefined reference to '_Z1fv' in 'a.o'", "link-error"),
        ("ld.lld: error: undefined symbol: f()", "link-error"),
        ("/usr/bin/ld: cannot find -lomptarget", "link-error"),
        ("", "compile-error"),
        # a crash while linking is a crash
        ("internal compiler error: x\ncollect2: error: ld returned 1", "compiler-crash"),
    ],
)
def test_verdicts_by_what_compilers_say(log: str, expected: str) -> None:
    verdict, reason = build.classify("In file included from x\n" + log)
    assert verdict == expected
    assert reason in log or not log


def test_the_fingerprint_follows_sources_and_configuration(tmp_path: Path) -> None:
    source = tmp_path / "kernels"
    source.mkdir()
    (source / "a.cpp").write_text("int a;")
    first = build.fingerprint(["cmake"], [source])
    (source / "notes.txt").write_text("no source")
    assert build.fingerprint(["cmake"], [source]) == first
    assert build.fingerprint(["cmake", "-DX=1"], [source]) != first
    os.utime(source / "a.cpp", (1, 1))
    assert build.fingerprint(["cmake"], [source]) != first


def test_ccache_is_used_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder its failure would be told as a compiler's."""

    def says(code: int, text: str) -> None:
        build._ccache_has_a_folder.cache_clear()
        answer = subprocess.CompletedProcess(["ccache"], code, text, "")
        monkeypatch.setattr(process, "quietly", lambda command: answer)

    says(0, f"{tmp_path}/kept/tmp\n")
    assert build.with_ccache(["cmake"]) == ["cmake", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    mine = ["cmake", "-DCMAKE_CXX_COMPILER_LAUNCHER=sccache"]
    assert build.with_ccache(mine) == mine
    for code, text in ((127, ""), (1, ""), (0, "/proc/kept/tmp\n")):
        says(code, text)
        assert build.with_ccache(["cmake"]) == ["cmake"]
    build._ccache_has_a_folder.cache_clear()


def test_code_is_the_same_in_builds_that_differ_in_a_string(tmp_path: Path) -> None:
    """As in two builds of which one knows a newer revision."""
    made = []
    for name, text in (("a", 'extern const char* const revision = "5ad1e00"; {}'),
                       ("b", 'extern const char* const revision = "ca11ab1"; {}'),
                       ("c", 'extern const char* const revision = "5ad1e00"; {} {}')):  # fmt: skip
        source = tmp_path / f"{name}.cpp"
        body = "int main(int n, char**) { return revision[n] == '5'; }"
        source.write_text(text.format(body, "int more(int n) { return n * 7; }"), encoding="utf-8")
        subprocess.run(["g++", "-O1", source, "-o", tmp_path / name], check=True)
        made.append(tmp_path / name)
    old, new, changed = made
    assert old.read_bytes() != new.read_bytes()
    digest = machine_code.sha256(old, "sources")
    assert len(digest) == 64
    assert machine_code.sha256(new, "sources") == digest
    assert machine_code.sha256(changed, "sources") != digest
    assert machine_code.sha256(old, "other sources") != digest
    assert machine_code.sha256(old, "") == ""
    for size in (0, 40, 70, 2000):
        (tmp_path / "cut").write_bytes(old.read_bytes()[:size])
        assert machine_code.sha256(tmp_path / "cut", "sources") == ""
