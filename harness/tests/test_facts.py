"""Facts that stand once and are read by Python, CMake, C++ and the documents."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from saying import called

from league.base import check_environment, exit_codes

ROOT = Path(__file__).resolve().parents[2]
CMAKE = ROOT / "harness" / "cmake"


def cmake(folder: Path, script: str, base: Path) -> str:
    """Run a script that knows the functions of LeagueFacts; return what it says."""
    head = f"set(PROJECT_SOURCE_DIR {base})\ninclude({CMAKE}/LeagueFacts.cmake)\n"
    (folder / "script.cmake").write_text("cmake_policy(VERSION 3.25)\n" + head + script)
    done = called(["cmake", "-P", str(folder / "script.cmake")], check=True)
    return done.stdout + done.stderr


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A project whose facts are others than ours."""
    base = tmp_path / "harness/league/base"
    base.mkdir(parents=True)
    codes = json.loads(exit_codes.FILE.read_text())
    codes["executable"].append({"name": "melted", "code": 99, "meaning": "too hot"})
    (base / exit_codes.FILE.name).write_text(json.dumps(codes))
    settings = json.loads(check_environment.FILE.read_text())
    settings["x86_64"]["variables"]["OMP_NUM_TEAMS"] = "5"
    (base / check_environment.FILE.name).write_text(json.dumps(settings))
    return tmp_path


def test_the_cores_exit_codes_are_those_of_the_file(tmp_path: Path, changed: Path) -> None:
    written = tmp_path / "exit_codes.hpp"
    for source in (exit_codes.FILE, changed / "harness/league/base" / exit_codes.FILE.name):
        command = ["cmake", "-P", str(CMAKE / "LeagueExitCodes.cmake"), str(source), str(written)]
        subprocess.run(command, check=True)
        committed = (ROOT / "harness/core/include/league/exit_codes.hpp").read_text()
        assert (written.read_text() == committed) == (source == exit_codes.FILE)
    assert "  /// too hot\n  exit_melted = 99,\n" in written.read_text()
    assert f"exit_no_device = {exit_codes.NO_DEVICE}," in written.read_text()


def test_cmake_and_python_check_in_the_same_environment(tmp_path: Path, changed: Path) -> None:
    for base, teams in ((ROOT, check_environment.variables("x86_64")["OMP_NUM_TEAMS"]),
                        (changed, "5")):  # fmt: skip
        # A script has no directory that could have a property.
        script = "macro(set_property)\nendmacro()\nleague_check_environment(x86_64 told 0)\n"
        told = cmake(tmp_path, script + 'message("${told}")\n', base).strip().split(";")
        assert f"OMP_NUM_TEAMS={teams}" in told
        shape = check_environment.shapes("x86_64")[0]
        assert {f"{name}={value}" for name, value in shape.items()} < set(told)


def test_checks_of_class_s_are_made_by_several_teams_of_several_threads() -> None:
    def checked(model: str, *, small: bool, **user: str) -> list[dict[str, str]]:
        given = check_environment.checked_with(model, "x86_64", user, small=small)
        return [dict(one) for one in given]

    large = {"MALLOC_PERTURB_": "128", "OMP_NUM_TEAMS": "3"}
    assert checked("target", small=False) == [large]
    assert checked("target", small=False, OMP_NUM_TEAMS="1") == [{"MALLOC_PERTURB_": "128"}]
    (shape,) = checked("target", small=True)
    teams, threads = int(shape["OMP_NUM_TEAMS"]), int(shape["OMP_NUM_THREADS"])
    assert min(teams, threads, int(shape["OMP_TEAMS_THREAD_LIMIT"])) >= 3
    assert int(shape["KMP_TEAMS_THREAD_LIMIT"]) >= teams * threads
    assert [one["OMP_NUM_THREADS"] for one in checked("omp", small=True)] == ["3", "8"]
    own = {"OMP_NUM_THREADS": "5", "OMP_WAIT_POLICY": "active"}
    assert checked("omp", small=True, **own) == checked("omp", small=False) == [{}]
    assert checked("serial", small=True) == [{}]


def test_the_documents_tell_the_same_exit_codes() -> None:
    facts = json.loads(exit_codes.FILE.read_text())
    page = (ROOT / "harness/docs/verbs.md").read_text()
    told = re.findall(r"^\| (\d+) \| (.*) \|$", page[page.index("## Exit codes") :], re.MULTILINE)
    assert told == [(str(row["code"]), row["meaning"]) for row in facts["run_all"]]
    page = (ROOT / "harness/README.md").read_text()
    sentence = re.search(r"Exit codes of an executable: (.*?)\.\n", page, re.DOTALL)
    assert sentence is not None
    told = [tuple(one.split(" ", 1)) for one in " ".join(sentence[1].split()).split("; ", 5)]
    assert told == [(str(row["code"]), row["meaning"]) for row in facts["executable"]]
