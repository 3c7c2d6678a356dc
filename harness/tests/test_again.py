"""What people run again: failures, what changed, what an expression or a saved selection says."""

import json
import sys
from pathlib import Path
from typing import Any

import fakes
import pytest
import synthetic
from fakes import launches

from league import cli
from league.analysis import selection
from league.base import expression
from league.base.errors import LeagueError, UsageError
from league.base.progress import Progress
from league.records import reading, store
from league.run import again, saved, session
from league.run.options import Options
from league.run.timing import Timing


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with two good programs, and one that is wrong until it is told otherwise."""
    for variant, compute in (("serial", 90_000), ("omp", 2_000_000)):
        body = f"record['samples'][0]['compute'] = {compute}"
        fakes.add_program(tmp_path / "build", variant, body)
    mended = tmp_path / "mended"
    wrong = f"""
if not os.path.exists({str(mended)!r}):
    record['answer'] = 'wrong'; record['checks'][0]['passed'] = False; code = 1
"""
    fakes.add_program(tmp_path / "build", "serial-odd", wrong)
    return tmp_path


def run(project: Path, *words: str) -> tuple[int, Path]:
    made, folder = fakes.run(project, ("--precision", "fp64", "-l", "1", *words))
    return made.exit_code, folder


def timed(folder: Path) -> set[str]:
    return {one["variant"] for one in launches(folder, mode="timed") if one["record"]}


def test_only_what_failed_is_run_again(project: Path) -> None:
    code, first = run(project)
    assert code == 1
    (project / "mended").touch()
    _, folder = run(project, "--failed")
    code, _ = run(project, "--resume", str(folder))
    assert (code, timed(folder)) == (0, {"serial-odd"})
    begun = next(one for one in store.read_records(folder) if one["kind"] == "session")
    assert begun["options"]["only"] == [["fake", "toy", "serial-odd"]]
    code, folder = run(project, "--failed", first.name, "-c", "S")
    assert {one["class"] for one in launches(folder, mode="timed")} == {"S"}
    with pytest.raises(UsageError, match=r"nothing failed in .* that was not expected"):
        run(project, "--failed")


def test_a_launch_that_was_lost_with_its_job_is_run_again(project: Path) -> None:
    (project / "mended").touch()
    _, folder = run(project)
    records = list(store.read_records(folder))
    assert again.failures(records) == set()
    of_omp = next(one for one in records if one["kind"] == "launch" and one["variant"] == "omp")
    of_omp["batch"] = {"lost": "cancelled"}
    assert again.failures(records) == {("fake", "toy", "omp")}


def test_a_run_that_goes_on_looks_for_the_toolchains_that_it_began_with(project: Path) -> None:
    """Those of emulated GPUs among them, which are looked for only by name."""
    (project / "mended").touch()
    _, folder = run(project, "-t", "fake")
    sought: list[list[str]] = []

    def find(options: Options) -> list[fakes.FakeFound]:
        sought.append(list(options.toolchains))
        return [fakes.FakeFound("fake")]

    resumed = fakes.asked(project, ["--resume", str(folder)])
    plan = fakes.over_fakes(Timing(resumed, None))
    assert session.carry_out(plan, Progress(sys.stderr), find=find).exit_code == 0
    assert sought == [["fake"]]


def test_failures_of_a_run_that_does_not_say_how_it_began(project: Path) -> None:
    _, first = run(project)
    file = first / "records.jsonl"
    lines = [one for one in file.read_text().splitlines() if json.loads(one)["kind"] != "session"]
    file.write_text("\n".join([*lines, ""]))
    with pytest.raises(UsageError, match="does not say in which classes it ran; name them with -c"):
        run(project, "--failed", first.name)
    (project / "mended").touch()
    code, folder = run(project, "--failed", first.name, "-c", "S")
    assert (code, timed(folder)) == (0, {"serial-odd"})


def test_a_build_that_failed_counts_as_a_failure() -> None:
    records = [
        {"kind": "build", "toolchain": "a", "benchmark": "b", "variant": "c",
         "verdict": verdict, "expectation": expectation}
        for verdict, expectation in (("ok", "as-expected"), ("compile-error", "xfail(known)"))
    ]  # fmt: skip
    assert again.failures(records) == set()
    records[1]["expectation"] = "as-expected"
    assert again.failures(records) == {("a", "b", "c")}


def test_only_what_changed_since_a_run_is_run_again(project: Path) -> None:
    (project / "mended").touch()
    _, first = run(project)
    program = project / "build" / "fake" / "kernels" / "toy" / "toy.omp"
    program.write_text(program.read_text() + "# changed\n")
    fakes.add_program(project / "build", "serial-new")
    _, folder = run(project, "--since", first.name)
    assert timed(folder) == {"omp", "serial-new"}
    code, _ = run(project, "--resume", str(folder))
    assert (code, timed(folder)) == (0, {"omp", "serial-new"})
    with pytest.raises(UsageError, match="there is no run"):
        run(project, "--since", "nowhere")


def record(kind: str, **fields: Any) -> dict[str, Any]:
    names = {"toolchain": "t", "benchmark": "b", "variant": "v"}
    return {"kind": kind, **names, **fields}


@pytest.mark.parametrize(
    ("change", "differs"),
    [
        ({}, False),
        ({"executable_sha256": "2"}, False),  # another commit, the same sources
        ({"sources_sha256": "y"}, True),
        ({"sources_sha256": ""}, False),  # unknown: the executable decides
        ({"sources_sha256": "", "executable_sha256": "2"}, True),
        ({"version": "13"}, True),
        ({"flags": {"omp": ["-O0"]}}, True),
        ({"compiler_sha256": "b"}, True),
    ],
)
def test_what_makes_a_program_another(change: dict[str, Any], differs: bool) -> None:
    build = {"executable_sha256": "1", "sources_sha256": "x"}
    compiler = {"compiler": "GNU", "version": "12", "flags": {}, "compiler_sha256": "a"}

    def prints(more: dict[str, Any]) -> dict[str, Any]:
        own = {name: more.get(name, value) for name, value in build.items()}
        its = {name: more.get(name, value) for name, value in compiler.items()}
        found = again._fingerprints([record("toolchain", **its), record("build", **own)])
        return found["t", "b", "v"]

    assert again._differs(prints({}), prints(change)) is differs


def test_an_expression_chooses_by_name_class_and_earlier_time(project: Path) -> None:
    (project / "mended").touch()
    _, folder = run(project, "--where", "variant~serial* and not variant=serial-odd")
    assert timed(folder) == {"serial"}
    # no run has a time of the others yet
    _, folder = run(project, "--where", "compute<1ms")
    assert timed(folder) == {"serial"}
    run(project)
    _, folder = run(project, "--where", "compute<1ms and class=W", "-c", "S,W")
    assert timed(folder) == {"serial", "serial-odd"}
    assert {one["class"] for one in launches(folder, mode="timed")} == {"W"}
    code, _ = run(project, "--resume", str(folder))
    assert (code, timed(folder)) == (0, {"serial", "serial-odd"})
    with pytest.raises(UsageError, match="--where says otherwise"):
        run(project, "--resume", str(folder), "--where", "compute<2ms")
    with pytest.raises(UsageError, match="nothing fits all of"):
        run(project, "--where", "benchmark=nowhere")


SAVED = """schema = 1
[short]
variant = ["serial"]
class = ["S"]
where = "precision=fp64"
"""


@pytest.fixture()
def selections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "my.toml"
    file.write_text(SAVED)
    monkeypatch.setenv(saved.VARIABLE, str(file))
    return file


def test_a_saved_selection_fills_what_the_line_leaves_out(project: Path, selections: Path) -> None:
    _, folder = run(project, "--select", "short")
    assert timed(folder) == {"serial"}
    assert {one["class"] for one in launches(folder, mode="timed")} == {"S"}
    _, folder = run(project, "--select", "short", "-v", "omp")
    assert timed(folder) == {"omp"}
    assert saved.names() == ["short"]
    selections.unlink()
    assert saved.names() == []
    with pytest.raises(UsageError, match=r"--select reads .*my\.toml, which is not there"):
        run(project, "--select", "short")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SAVED.replace("short", "sort"), "unknown selection 'short'; did you mean sort"),
        (SAVED.replace("variant", "variants"), "my.toml:3: unknown key 'variants'"),
        (SAVED.replace('["S"]', '"S"'), "my.toml:4: 'class' has the wrong type"),
        (SAVED.replace("schema = 1", ""), "needs 'schema = 1'"),
        (SAVED + "[", "not valid TOML"),
        ("schema = 1\nshort = 3", "'short' in my.toml is a table"),
        (SAVED.replace("precision=", "precisio="), "did you mean precision"),
    ],
)
def test_a_file_of_selections_with_a_fault_is_told_in_one_line(
    project: Path, selections: Path, text: str, told: str
) -> None:
    selections.write_text(text)
    with pytest.raises(LeagueError, match=told) as error:
        run(project, "--select", "short")
    assert "\n" not in str(error.value)


def read(folder: Path, *words: str) -> set[str]:
    args = cli.parser_of("report", cli.load("report")).parse_args(words)
    (found,) = selection.narrow([reading.read_run(folder)], args)
    return {str(key) for key in found.cells}


def test_reading_verbs_take_the_same_expression(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path)
    everything = read(folder)
    fast = read(folder, "--where", "compute<7ms and toolchain~clang-*")
    whole = reading.read_run(folder)
    of_clang = {key: cell for key, cell in whole.cells.items() if key.toolchain[:6] == "clang-"}
    assert fast == {str(key) for key, cell in of_clang.items() if (cell.median() or 1e9) < 7e6}
    assert 0 < len(fast) < len(everything)
    offload = {str(key) for key in whole.cells if key.variant not in ("serial", "omp")}
    assert read(folder, "--where", "tag=offload") == offload
    with pytest.raises(UsageError, match="no cell fits benchmark=nowhere"):
        read(folder, "--where", "benchmark=nowhere")


def test_the_options_say_what_they_take(tmp_path: Path) -> None:
    chosen = fakes.asked(tmp_path, ["--failed", "--where", "class=W"])
    assert (chosen.failed, chosen.selection.where) == ("latest", "class=W")
    assert "class" in expression.parse(chosen.selection.where).fields
    assert json.dumps(sorted(chosen.selection.only)) == "[]"
