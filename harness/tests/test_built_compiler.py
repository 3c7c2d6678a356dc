"""A compiler that was just built, with an existing toolchain file as its pattern."""

import json
from pathlib import Path

import fake_machine
import pytest

from league.base.errors import UsageError
from league.records import known_issues, schema
from league.run import build
from league.toolchains import built
from league.toolchains.discovery import configure_line
from league.toolchains.files import Toolchain, load

PATTERN = fake_machine.OFFLOADING.format(device="x86_64", arch="")


@pytest.fixture()
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with Clang 19, and a folder in which somebody built Clang 23."""
    fake_machine.fake_compiler(fake_machine.empty_machine(tmp_path, monkeypatch))
    own = tmp_path / "opt" / "bin"
    own.mkdir(parents=True)
    fake_machine.fake_compiler(own, name="clang++", says="clang version 23.0.0git (abc)")
    return tmp_path


def made(machine: Path, word: str = "", name: str = "clang-19-x86_64") -> Toolchain:
    pattern = load(fake_machine.write(machine, name, PATTERN))
    (one,) = built.in_place_of([pattern], word or str(machine / "opt/bin/clang++"))
    return one


def test_the_name_tells_it_apart_and_says_the_version_that_was_probed(machine: Path) -> None:
    one = made(machine)
    assert one.name == "clang-23-x86_64+built"
    assert made(machine, f"main={machine}/opt/bin/clang++").name == "clang-23-x86_64+main"
    assert made(machine, name="icpx").name == "icpx+built"
    found = fake_machine.find_one(one, machine)
    assert (found.state, found.version) == ("usable", "23.0.0")
    assert found.compiler == machine / "opt/bin/clang++"


def test_the_record_says_pattern_and_build_and_no_path(machine: Path) -> None:
    record = fake_machine.find_one(made(machine), machine).record()
    assert schema.validate(schema.stamp(record)) == []
    assert (record["pattern"], len(record["compiler_sha256"])) == ("clang-19-x86_64", 64)
    assert str(machine) not in json.dumps(record)
    usual = fake_machine.find_one(fake_machine.offloading(machine), machine).record()
    assert "pattern" not in usual


def test_known_issues_go_by_the_version_that_was_probed() -> None:
    issue = known_issues.KnownIssue("clang-14-x86_64", "==14", (("build", "ok"),), "why")
    assert issue.is_of("clang-14-x86_64+built", "14.0.6")
    assert not issue.is_of("clang-14-x86_64+built", "15.0.0")
    assert not issue.is_of("clang-14-x86_64x", "14.0.6")


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("/nowhere/clang++", "is no program"),
        ("/etc/passwd", "is no program"),
        ("{machine}/bin/gxx", "no compiler of the make Clang, which clang-19-x86_64 has"),
        ("a/b={machine}/opt/bin/clang++", "is no label"),
        ("={machine}/opt/bin/clang++", "is no label"),
    ],
)
def test_what_is_no_such_compiler_is_told_in_one_line(machine: Path, word: str, told: str) -> None:
    says = "g++ (Debian) 12.2.0 Free Software Foundation"
    fake_machine.fake_compiler(machine / "bin", name="gxx", says=says)
    with pytest.raises(UsageError, match=told) as error:
        made(machine, word.format(machine=machine))
    assert "\n" not in str(error.value)


def test_another_build_of_the_compiler_leaves_no_object_of_the_first(machine: Path) -> None:
    """It has the same path and version: Ninja alone would compile nothing again."""
    lines = []
    for more in ("", "# changed\n"):
        compiler = machine / "opt/bin/clang++"
        compiler.write_text(compiler.read_text() + more)
        found = fake_machine.find_one(made(machine), machine)
        lines.append(configure_line(found, source=machine, build=machine / "b"))
    (launcher,) = (one for one in lines[0] if one.startswith("-DCMAKE_CXX_COMPILER_L"))
    assert launcher.endswith("=")
    folder = machine / "b"
    folder.mkdir()
    (machine / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(toy LANGUAGES NONE)\n"
        'file(WRITE ${CMAKE_BINARY_DIR}/manifest.json "{}")\n'
    )
    build.configure(lines[0], build=folder, source=machine)
    (folder / "old.o").touch()
    build.configure(lines[0], build=folder, source=machine)
    assert (folder / "old.o").exists()
    build.configure(lines[1], build=folder, source=machine)
    assert not (folder / "old.o").exists()
    assert build.is_configured(folder, lines[1])


def test_a_runtime_beside_the_compiler_comes_first(machine: Path) -> None:
    lib = machine / "opt" / "lib"
    lib.mkdir()
    for name in ("libomp.so", "libomptarget.so"):
        (lib / name).touch()
    text = PATTERN + '[runtime]\nllvm = "19"\n'
    pattern = load(fake_machine.write(machine, "clang-19-x86_64", text))
    (one,) = built.in_place_of([pattern], str(machine / "opt/bin/clang++"))
    assert fake_machine.find_one(one, machine).places["runtime"] == str(machine / "opt")
