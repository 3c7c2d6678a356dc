"""Real programs that fail in one way each: every one costs its own cell, and the run goes on."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from saying import run_all

from league.records import schema, store

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FAULTY = Path(__file__).parent / "fixtures" / "faulty"
TOOLCHAIN = "gcc-12-host"

BUILDS = {"serial-nocompile": "compile-error", "serial-nolink": "link-error"}
LAUNCHES = {
    "serial": ("pass", ""),
    "serial-segfault": ("crash(SIGSEGV)", ""),
    "serial-hang": ("timeout", "ended after"),
    "serial-garbage": ("not-checked", "record is not valid JSON"),
    "serial-norecord": ("not-checked", "no record written"),
    "serial-wrong": ("wrong", "max_error: error"),
    "serial-unwritten": ("unwritten", "max_error: error not a number"),
    "serial-nan": ("nan", "max_error: error not a number"),
    "serial-hungry": ("out-of-memory", "allocation"),
}


Made = tuple[dict[str, Any], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("g++-12") is None:
        pytest.skip("needs g++-12")
    return tmp_path_factory.mktemp("faulty")


@pytest.fixture(scope="module")
def made(builds: Path) -> Made:
    """The summary and the records of one run over all faults."""
    result = run_all(
        *("run", "-t", TOOLCHAIN, "-b", "faulty", "--extra-dir", str(FAULTY)),
        *("--build-root", str(builds / "build"), "--out", str(builds / "out")),
        *("-l", "3", "-r", "2", "--timeout", "2", "-j", "2", "--json"),
    )
    assert result.returncode == 1, result.stderr
    summary = json.loads(result.stdout)
    return summary, store.read_records(Path(summary["run"]))


def test_everything_is_recorded_and_follows_the_schema(made: Made) -> None:
    summary, records = made
    assert summary["exit_code"] == 1
    assert [fault for one in records for fault in schema.validate(one)] == []
    text = (Path(summary["records"])).read_text()
    assert str(ROOT) not in text


@pytest.mark.parametrize("variant", sorted(BUILDS))
def test_a_variant_that_does_not_build(made: Made, variant: str) -> None:
    (built,) = (one for one in made[1] if one.get("variant") == variant)  # and it is not launched
    assert (built["kind"], built["verdict"]) == ("build", BUILDS[variant])
    assert "nobody" in built["reason"]
    assert "nobody" in built["log_tail"]


@pytest.mark.parametrize("variant", sorted(LAUNCHES))
def test_a_variant_that_fails_when_it_is_launched(made: Made, variant: str) -> None:
    launches = [one for one in made[1] if one["kind"] == "launch" and one["variant"] == variant]
    checked, *timed = launches
    worst, reason = LAUNCHES[variant]
    assert checked["mode"] == "check"
    assert checked["worst"] == worst
    assert reason in checked["reason"]
    if variant == "serial":
        answers = [one["verdict"]["answer"] for one in timed if one["pair"] == ""]
        assert answers == ["pass"] * 3
    else:
        assert [one["worst"] for one in timed] == [f"skipped(check failed: {worst})"]


def test_building_again_compiles_nothing_although_variants_fail(made: Made, builds: Path) -> None:
    words = ["build", "-t", TOOLCHAIN, "-b", "faulty", "--extra-dir", str(FAULTY)]

    def made_when() -> dict[Path, int]:
        objects = (builds / "build").rglob("*.o")
        return {file: file.stat().st_mtime_ns for file in objects}

    before = made_when()
    assert len(before) > 9
    result = run_all(*words, "--build-root", str(builds / "build"))
    assert result.returncode == 1
    assert "compile-error: faulty.serial-nocompile" in result.stdout
    assert "9 ok" in result.stdout
    assert made_when() == before  # nothing was compiled


def test_the_checker_of_the_good_variant_notices_broken_results(made: Made, builds: Path) -> None:
    result = run_all(
        *("selftest", "-t", TOOLCHAIN, "-b", "faulty", "--extra-dir", str(FAULTY)),
        *("--build-root", str(builds / "build"), "--json"),
    )
    assert result.returncode == 0, result.stdout
    (tried,) = json.loads(result.stdout)
    assert tried["passed"]
    assert tried["cases"] > 50
