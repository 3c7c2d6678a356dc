"""Toolchain files: what the committed ones promise, and what is said about wrong ones."""

import shutil
from pathlib import Path

import pytest
from fake_machine import write

from league.base import models
from league.base.errors import LeagueError
from league.batch import site
from league.toolchains import files
from league.toolchains.files import TABLE, load, load_all, load_table

PROJECT = Path(__file__).resolve().parents[2]
FILES = PROJECT / "harness" / "toolchains"

MINIMAL = """
schema = 1
title = "A compiler"
device = "host"
[compiler]
family = "Clang"
cxx = ["fakecxx"]
[flags]
omp = ["-fopenmp"]
"""


def test_committed_files_explain_what_they_lack_and_say_what_their_names_say() -> None:
    found = load_all(FILES)
    assert len(found) > 50
    gcc = {one.device for one in found if one.family == "GNU"}
    assert gcc == {"host", "nvptx", "amdgcn"}
    for one in found:
        for name, model in models.registry().items():
            has = name in one.models()
            assert has != bool(one.lacks(name)) or (model.package and not has), (one.name, name)
        assert not set(one.models()) & set(one.why_not), one.name
        assert one.purpose() in one.models(), one.name
        assert not one.version or f"-{one.version}-" in one.name
        if one.arch and one.family != "GNU":
            assert one.name.endswith("emulated" if one.emulated else one.arch)
        if one.family == "GNU":  # which otherwise offloads to wherever it was built for
            for kind in ("omp",) if one.device == "host" else ("offload", "acc"):
                assert any(flag.startswith("-foffload=") for flag in one.flags[kind]), one.name
            assert one.device == "host" or "-Werror=unknown-pragmas" in one.flags["offload"]
            # whose runtime prints an error, without such a GPU, before what a program says
            assert (one.device == "amdgcn") != (one.environment.get("HSA_RUNTIME_LIB") == "none")
        native = {"-march=native", "-xHost", "-tp=native"} & set(one.flags["host"])
        if one.device in ("nvptx", "amdgcn", "spir64") and one.family != "XL":
            assert not native, f"{one.name}: a program for another machine"


def test_folders_outside_the_tree_hold_further_toolchains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    own = 'schema = 1\nextends = "gcc-host"\nversion = "12"\n'
    (first / "site-gcc.toml").write_text(own)
    (second / "site-cc.toml").write_text(MINIMAL)
    before = load_all(FILES)
    monkeypatch.setenv(files.FOLDERS, f"{first}:{second}")
    found = {one.name: one for one in load_all(FILES)}
    assert set(found) - {one.name for one in before} == {"site-gcc", "site-cc"}
    assert found["site-gcc"].cxx == found["gcc-12-host"].cxx
    (second / "gcc-12-host.toml").write_text(MINIMAL)
    with pytest.raises(LeagueError, match="there is another 'gcc-12-host'"):
        load_all(FILES)
    monkeypatch.setenv(files.FOLDERS, str(tmp_path / "no"))
    with pytest.raises(LeagueError, match=r"LEAGUE_TOOLCHAINS names .*/no, which is no folder"):
        load_all(FILES)


def test_version_and_architecture_are_filled_into_a_base(tmp_path: Path) -> None:
    base = (
        'schema = 1\ntitle = "GCC {v} for {arch}"\ndevice = "nvptx"\n'
        '[compiler]\nfamily = "GNU"\ncxx = ["g++-{v}"]\n'
        '[flags]\nhost = ["-O3"]\noffload = ["-march={arch}", "-L{runtime}/lib"]\n'
        '[why_not]\nacc = "not in {v}"\n'
    )
    write(tmp_path / "base", "common", base)
    own = 'schema = 1\nextends = "common"\nversion = "12"\narch = "sm_80"\n'
    one = load(write(tmp_path, "x", f'{own}[flags]\nhost = ["-O1"]\n'))
    assert one.title == "GCC 12 for sm_80"
    assert one.cxx == ("g++-12",)
    assert one.flags["host"] == ("-O1",)  # said in the file: replaces the base's
    assert one.flags["offload"] == ("-march=sm_80", "-L{runtime}/lib")
    assert one.why_not["acc"] == "not in 12"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MINIMAL + "opm = []\n", "/x.toml:10: unknown key 'opm' in [flags]; did you mean omp"),
        (MINIMAL.replace("device", "devise"), "/x.toml:4: unknown key 'devise'; did you mean"),
        (MINIMAL.replace('"host"', '"nvtpx"'), "unknown device 'nvtpx'; did you mean nvptx?"),
        (MINIMAL.replace('"Clang"', '"Clagn"'), "unknown family 'Clagn'; did you mean Clang"),
        (MINIMAL + "host = [1]\n", "/x.toml:10: 'host' must hold strings only; quote them"),
        (MINIMAL + 'host = "-O3"\n', "/x.toml:10: 'host' has the wrong type; give a list"),
        (MINIMAL + 'host = ["{runtim}"]\n', "'{runtim}'; did you mean runtime"),
        (MINIMAL.replace("schema = 1", "schema = 2"), "needs 'schema = 1'"),
        (MINIMAL.split("[flags]")[0] + "packages = 3\n", "unknown key 'packages' in [compiler]"),
        ("schema = 1\nflags = 3\n", "/x.toml:2: 'flags' is a table; write [flags]"),
        (MINIMAL + "acc = [\n", "/x.toml:"),
        (MINIMAL.replace('cxx = ["fakecxx"]', ""), "no compiler"),
        ('schema = 1\nextends = "nosuch"\n', "/x.toml:2: no base 'nosuch'"),
        ("schema = 1\ntitle = \x00\n", "not valid TOML"),
        ("schema = 1\ntitle = oops\n", "/x.toml:2: not valid TOML"),
    ],
)
def test_a_wrong_file_is_one_line_with_file_and_place(
    tmp_path: Path, text: str, message: str
) -> None:
    path = write(tmp_path, "x", text)
    with pytest.raises(LeagueError) as caught:
        load(path)
    assert message.replace("'{runtime}'", "'runtime'") in str(caught.value)
    assert "\n" not in str(caught.value)
    assert ";" in str(caught.value)


def test_a_circle_of_bases_is_named_and_a_file_of_the_working_folder_is_called_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LeagueError, match=r"^cannot read here\.toml: "):
        files.parsed(Path("here.toml"))
    write(tmp_path / "base", "a", 'schema = 1\nextends = "b"\n')
    write(tmp_path / "base", "b", 'schema = 1\nextends = "a"\n')
    path = write(tmp_path, "x", 'schema = 1\nextends = "a"\n')
    with pytest.raises(LeagueError, match=r"extends itself \(x -> a -> b -> a\)"):
        load(path)


def test_numbers_in_names_are_ordered_as_numbers(tmp_path: Path) -> None:
    for name in ("n-sm_100", "n-sm_90", "n-9"):
        write(tmp_path, name, MINIMAL)
    assert [one.name for one in load_all(tmp_path)] == ["n-9", "n-sm_90", "n-sm_100"]


BASE = MINIMAL.replace("A compiler", "Fake {v} for {arch}").replace("fakecxx", "fakecxx-{v}")


def table(folder: Path, rows: str) -> Path:
    write(folder / "base", "fake", BASE)
    return write(folder, TABLE.removesuffix(".toml"), f"schema = 1\nrows = [\n{rows}\n]\n")


def test_a_row_is_a_toolchain_per_version_and_architecture(tmp_path: Path) -> None:
    table(
        tmp_path,
        '{ name = "fake-{v}-{arch}", extends = "fake", versions = ["9", "10"],'
        ' archs = ["a", "b"] },'
        '{ name = "fake-{v}", extends = "fake", versions = ["9"] },',
    )
    write(tmp_path, "fake-9-c", MINIMAL)
    found = {one.name: one for one in load_all(tmp_path)}
    assert list(found) == ["fake-9", "fake-9-a", "fake-9-b", "fake-9-c", "fake-10-a", "fake-10-b"]
    one = found["fake-10-b"]
    assert (one.title, one.cxx, one.version, one.arch) == (
        "Fake 10 for b", ("fakecxx-10",), "10", "b",
    )  # fmt: skip
    assert found["fake-9"].arch == ""
    assert not any(one.tried for one in found.values())


def test_a_row_of_the_table_is_what_a_file_of_its_own_would_be(tmp_path: Path) -> None:
    row = next(one for one in load_table(FILES / TABLE) if one.name == "clang-18-gfx942")
    shutil.copytree(FILES / "base", tmp_path / "base")
    text = 'schema = 1\nextends = "clang-amdgcn"\nversion = "18"\narch = "gfx942"\ntried = false\n'
    assert load(write(tmp_path, "clang-18-gfx942", text)) == row


def test_the_committed_table_holds_what_has_no_file_and_was_never_tried() -> None:
    rows = load_table(FILES / TABLE)
    assert len(rows) > 30
    assert not any(one.tried for one in rows)
    files = {path.stem for path in FILES.glob("*.toml")} - {"never_tried"}
    assert {one.name for one in load_all(FILES)} == {one.name for one in rows} | files


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('{ name = "x", extends = "fake", version = ["1"] }', "unknown key 'version' in [row 1]"),
        ('{ name = "x", extends = "fake", versions = "1" }', "'versions' has the wrong type"),
        ('{ name = "x" }', "row 1 has no 'name' or 'extends'"),
        ('{ name = "x", extends = "nosuch" }', "no base 'nosuch'"),
        ('{ name = "x", extends = "fake", archs = ["a", "b"] }', "there is another 'x'"),
        ('"x"', "row 1 is no table"),
    ],
)
def test_a_wrong_row_is_told_in_one_line(tmp_path: Path, rows: str, message: str) -> None:
    table(tmp_path, rows)
    with pytest.raises(LeagueError) as caught:
        load_all(tmp_path)
    assert TABLE in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("stem", ["..", ".hidden", "-t", "a b", "a;b", "é", "a" * 101])
def test_a_toolchain_has_a_name_that_is_a_folder_and_a_word(tmp_path: Path, stem: str) -> None:
    text = 'schema = 1\ntitle = "T"\ndevice = "host"\n[compiler]\nfamily = "GNU"\ncxx = ["g++"]\n'
    (tmp_path / f"{stem}.toml").write_text(text)
    with pytest.raises(LeagueError, match="is no name of a toolchain; begin it with"):
        files.load(tmp_path / f"{stem}.toml")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"A;touch x" = "1"', "is no name of a variable; write letters"),
        ('"A=B" = "1"', "is no name of a variable; write letters"),
        ('"1A" = "1"', "is no name of a variable; write letters"),
        ('A = "\\u0000"', "holds what cannot be shown; write it without"),
        ('A = "\\u001b[2J"', "holds what cannot be shown; write it without"),
        ('"\\u001b" = "1"', "holds what cannot be shown; write it without"),
    ],
)
def test_names_and_texts_are_plain_in_toolchains_and_sites(
    tmp_path: Path, line: str, told: str
) -> None:
    file = tmp_path / "one.toml"
    for head in ("[environment]", '[toolchain."gcc*".environment]'):
        file.write_text(f"schema = 1\n{head}\n{line}\n")
        with pytest.raises(LeagueError, match=told):
            site.load(file) if "gcc" in head else files.load(file)
