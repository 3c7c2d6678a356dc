"""Real programs that fail in one way each: every one costs its own cell, and the run goes on."""

import json
import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest
from saying import Says, called, run_all

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


def test_a_failing_cell_is_packed_so_that_it_fails_elsewhere(
    made: Made, builds: Path, tmp_path: Path, cli_says: Says
) -> None:
    """Built and started by two scripts, without the project, in the smallest size that fails."""
    file = tmp_path / "case.tar.gz"
    words = ["export", "case", made[0]["run"], "--build-root", str(builds / "build")]
    said = cli_says(*words, "-v", "serial-wrong", "-o", str(file)).out
    assert "smallest size S n=1 after" in said
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path, filter="data")
    case = tmp_path / f"faulty.serial-wrong-{TOOLCHAIN}"
    texts = [one.read_text(encoding="utf-8") for one in case.iterdir() if one.is_file()]
    assert str(ROOT) not in "".join(texts)
    assert str(builds) not in "".join(texts)
    page = (case / "README.md").read_text(encoding="utf-8")
    assert "git bisect run sh -c 'scripts/run_all.py check --no-cases -b faulty" in page
    assert "-c S --set n=1 --precision" in page
    kinds = {one["kind"] for one in store.read_records(case)}
    assert kinds == {"session", "machine", "toolchain", "build", "launch"}
    assert called(["sh", case / "build.sh"], cwd="/").returncode == 0
    done = called(["sh", case / "run.sh"], cwd="/")
    assert (done.returncode, "wrong on host" in done.stdout + done.stderr) == (1, True)


def test_what_is_packed_is_one_thing_that_failed(
    made: Made, builds: Path, tmp_path: Path, cli_says: Says
) -> None:
    words = ["export", "case", made[0]["run"], "--build-root", str(builds / "build")]
    file = str(tmp_path / "case.tar.gz")
    assert "name it with -o" in cli_says(*words, code=2).err
    assert "end it in .tar.xz or .tar.gz" in cli_says(*words, "-o", "case.zip", code=2).err
    assert "choose one with -b, -v and -t" in cli_says(*words, "-o", file, code=2).err
    assert "failed; choose what did" in cli_says(*words, "-v", "serial", "-o", file, code=4).err
    hung = cli_says(*words, "-v", "serial-hang", "-o", file).out
    assert "no smaller size: a smaller size cannot be told from timeout" in hung
    unbuilt = cli_says(*words, "-v", "serial-nocompile", "-o", file).out
    assert "no smaller size: there is no program" in unbuilt
    words[-1] = str(tmp_path)
    assert "makes it" in cli_says(*words, "-v", "serial-wrong", "-o", file, code=2).err
