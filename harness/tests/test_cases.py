"""Checks launch the cases that CTest has, too: which, with what, and what follows."""

import json
from pathlib import Path
from typing import Any

import fakes
import pytest
from fakes import launches

from league.records import schema, store
from proofs import planter

SEEN = "open(os.environ['SEEN'], 'a').write(' '.join(words) + chr(10)); "
#: What a program of a benchmark does with changed parameters: it tells them.
TELLS = """
if "--deck" in words:
    record["class"]["letter"] = "X"
for at, word in enumerate(words):
    if word == "--set":
        record["class"][words[at + 1].split("=")[0]] = int(words[at + 1].split("=")[1])
"""


def case(name: str, *arguments: str, environment: tuple[str, ...] = ()) -> dict[str, Any]:
    """A case as CMake writes it."""
    words = [*arguments, "--repeat", "1", "--warmup", "0"] if arguments else []
    return {"name": name, "arguments": words, "environment": [*environment]}


CASES = [
    case("n=7", "--class", "S", "--set", "n=7"),
    case("one-thread", "--class", "S", environment=("OMP_NUM_THREADS=1",)),
    case("as-usual", "--class", "S"),
    case("deck", "--deck", "/somewhere/a.in", "--set", "n=9"),
    case("other", "--deck", "/somewhere/b.in"),
    case("single", "--class", "W", "--set", "n=5", "--precision", "fp32"),
    case("message"),
]


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with a host program that has cases."""
    fakes.add_program(tmp_path / "build", "omp", TELLS, cases=CASES)
    return tmp_path


def check(project: Path, *words: str, verb: str = "check") -> tuple[int, list[dict[str, Any]]]:
    """Check; the exit code, and the records of cases."""
    made, folder = fakes.run(project, ["--seed", "1", *words], verb)
    assert not [fault for one in store.read_records(folder) for fault in schema.validate(one)]
    return made.exit_code, [one for one in launches(folder) if "case" in one]


def test_every_case_is_launched_once_a_precision_with_its_words_and_variables(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, records = check(project)
    assert code == 0
    both = ["fp32", "fp64"]
    told = {one["case"]: [] for one in records}
    for one in records:
        told[one["case"]].append(one["precision"])
    assert {name: sorted(some) for name, some in told.items()} == {
        "n=7": both, "one-thread": both, "deck": both, "other": both, "single": ["fp32"],
    }  # fmt: skip
    classes = {one["case"]: one["class"] for one in records}
    assert classes == {
        "n=7": "S n=7", "one-thread": "S", "deck": "X", "other": "X", "single": "W n=5",
    }  # fmt: skip
    threads = {one["case"]: one["environment"]["OMP_NUM_THREADS"] for one in records}
    assert threads == {**dict.fromkeys(classes, "3"), "one-thread": "1"}
    assert "1 case of CTest not launched" in capsys.readouterr().err


def test_a_case_that_fails_fails_the_check(project: Path) -> None:
    wrong = "if value('--set', '') == 'n=7': record['answer'] = 'wrong'; code = 1"
    fakes.add_program(project / "build", "serial", TELLS + wrong, cases=CASES)
    code, records = check(project)
    assert code == 1
    ends = {one["case"]: one["worst"] for one in records if one["variant"] == "serial"}
    assert ends == {**dict.fromkeys(ends, "pass"), "n=7": "wrong"}


@pytest.mark.parametrize(
    ("verb", "words"),
    [("check", ["-c", "W"]), ("check", ["--set", "n=5"]), ("check", ["--no-cases"]), ("run", [])],
)
def test_cases_go_with_checks_of_class_s_as_it_is(
    project: Path, verb: str, words: list[str]
) -> None:
    assert check(project, *words, verb=verb)[1] == []


def test_an_emulated_gpu_is_checked_in_class_s_alone_and_that_is_said(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [name] = [one.name for one in (project / "build").iterdir()]
    slow = fakes.FakeFound(name)
    slow.toolchain.emulated = True
    made, folder = fakes.run(project, ["--seed", "1"], "check", others=[slow])
    assert made.exit_code == 0
    assert {one.get("case") for one in launches(folder)} == {None}
    assert (
        "of emulated GPUs in class S alone: CTest launches their cases" in capsys.readouterr().err
    )


def test_of_what_is_wrong_in_class_s_no_case_is_launched(project: Path) -> None:
    wrong = "record['answer'] = 'wrong'; code = 1"
    fakes.add_program(project / "build", "serial", wrong, cases=CASES)
    code, records = check(project, "-v", "serial")
    assert (code, records) == (1, [])


def test_a_check_that_was_ended_goes_on_with_the_cases_that_are_left(project: Path) -> None:
    made, folder = fakes.run(project, ["--seed", "1"], "check")
    lines = [one for one in (folder / "records.jsonl").read_text().splitlines()]
    kept = [one for one in lines if '"case":"other"' not in one and '"state":"finished"' not in one]
    (folder / "records.jsonl").write_text("\n".join(kept) + "\n")
    assert len(kept) == len(lines) - 3
    again, folder = fakes.run(project, ["--resume", str(folder)], "check")
    assert again.exit_code == made.exit_code == 0
    assert sum("case" in one for one in launches(folder)) == 9


@pytest.mark.slow()
def test_a_large_case_is_a_test_of_its_own_label_and_no_case_of_checks(tmp_path: Path) -> None:
    build = tmp_path / "build"
    words = ["--preset", "gcc-12-host", "-B", str(build), "-DLEAGUE_ONLY=saxpy"]
    if planter.call(["cmake", *words]).returncode != 0:
        pytest.skip("gcc-12-host cannot be configured here")
    [variant] = [
        one for one in json.loads((build / "manifest.json").read_text())["variants"]
        if one["target"] == "saxpy.omp"
    ]  # fmt: skip
    names = [one["name"] for one in variant["cases"]]
    assert "n=4500001,steps=2" in names and "n=268435469" not in names
    listing = ["ctest", "--test-dir", str(build), "--show-only=json-v1"]
    told = json.loads(planter.call(listing).stdout)["tests"]
    labels = {
        one["name"]: set(prop["value"]) for one in told for prop in one["properties"]
        if prop["name"] == "LABELS"
    }  # fmt: skip
    mine = labels["kernels.saxpy.omp.n=268435469"]
    assert "large" in mine and "smoke" not in mine
    assert {name for name, every in labels.items() if "large" in every} == {
        f"kernels.saxpy.{one}.n=268435469" for one in ("omp", "target-data")
    } & set(labels)
