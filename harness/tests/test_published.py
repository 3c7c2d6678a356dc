"""Published problems: their list, whole runs over programs that are scripts, and the table."""

import math
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import fakes
import pytest
from fakes import launches
from saying import loaded

from league.base import locks
from league.base.errors import NothingComparable, UsageError
from league.base.progress import Progress
from league.published import plan, problems
from league.published.plan import Request
from league.records import schema, store
from league.records.view import view
from league.run import session
from league.run.options import Options
from league.run.select import Selection
from league.show import tables

ROOT = Path(__file__).resolve().parents[2]
LISTED = problems.load(ROOT)

LIST = """
[[problem]]
name = "deck"
benchmark = "toy"
arguments = ["--deck", "{miniapps}/toy.in"]
minutes = 0.1

[[problem]]
name = "far"
benchmark = "toy"
arguments = ["--deck", "{decks}/far.in"]
minutes = 0.1

[[problem]]
name = "small"
benchmark = "toy"
arguments = ["--set", "n=3"]
minutes = 0.2
variants = ["omp"]

[[problem]]
name = "long"
benchmark = "toy"
arguments = []
class = "W"
minutes = 5
"""
# As a real program: a deck, which has to be there, is class X.
GOOD = """
deck = value("--deck", "")
if deck:
    record["class"]["letter"] = "X"
    open(deck).close()
"""


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    """A project with a list of problems, and two programs that solve them."""
    (tmp_path / "miniapps").mkdir()
    (tmp_path / problems.FILE).write_text(LIST)
    (tmp_path / "miniapps/toy.in").write_text("")
    for variant in ("serial", "omp"):
        fakes.add_program(tmp_path / "build", variant, GOOD)
    return tmp_path


def run(
    project: Path, *names: str, resume: Path | None = None, use: Sequence[str] = ("*",),
    **asked: Any,
) -> session.Done:  # fmt: skip
    """Run problems over the build folders of a project."""
    locks.PREFIX = f"league-test-{zlib.crc32(str(project).encode()):08x}-"
    options = Options(
        project, plan.MODE, Selection(variants=tuple(use)), resume=resume, timeout_s=math.inf
    )
    return session.carry_out(
        fakes.over_fakes(plan.Published(options, Request(names, **asked))),
        Progress(sys.stderr),
        find=lambda _: [fakes.FakeFound("fake")],
    )


# The list


def test_problems_name_what_exists() -> None:
    groups = [ROOT / file.parent for file in problems.FILES]
    for problem in LISTED:
        assert any((group / problem.benchmark / "CMakeLists.txt").is_file() for group in groups)
        words = problem.words(ROOT / "miniapps", Path("/nowhere"))
        assert [one for one in words if one.startswith(str(ROOT)) and not Path(one).is_file()] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "problem"), ("[[problem", "cannot be read"),
        ("[[problem]]\nname = 'a'\n", "problem a has no arguments, benchmark, minutes"),
        ("[[problem]]\nname='a'\nbenchmark='flow'\narguments=[]\nminutes=1\nlimit=2\n",
         "unknown limit"),
    ],
)  # fmt: skip
def test_a_broken_list_is_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / problems.FILE
    file.parent.mkdir()
    file.write_text(text)
    with pytest.raises(UsageError, match=said):
        problems.load(tmp_path)


def test_kernels_have_a_list_of_their_own_after_that_of_the_miniapps(project: Path) -> None:
    (project / "kernels").mkdir()
    (project / problems.FILES[1]).write_text(LIST.replace('"deck"', '"other"'))
    found = problems.load(project)
    assert [(one.number, one.name) for one in found][::4] == [(0, "deck"), (4, "other")]
    (project / problems.FILES[1]).write_text("[[problem]]")
    with pytest.raises(UsageError, match=r"kernels/published\.toml"):
        problems.load(project)
    assert problems.load(ROOT)[-1].benchmark == "heat-tutorial"


def test_problems_have_names_of_their_own_and_are_chosen_by_name_and_benchmark() -> None:
    letters = {problem.name: problem.letter for problem in LISTED}
    assert len(letters) == len(LISTED)
    assert (letters["sodx"], letters["lulesh-30"], letters["flow"]) == ("X", "S", "B")
    names = [one.name for one in problems.choose(LISTED, ["lulesh-1*"], [])]
    assert names == ["lulesh-10-i1", "lulesh-10-i2", "lulesh-10"]
    assert problems.choose(LISTED, [], []) == LISTED
    assert {one.benchmark for one in problems.choose(LISTED, [], ["tea*"])} == {"tealeaf"}
    with pytest.raises(UsageError, match="unknown problem 'sody1'; did you mean"):
        problems.choose(LISTED, ["sody1"], [])
    with pytest.raises(UsageError, match="drop -p or -b"):
        problems.choose(LISTED, ["bm1"], ["flow"])


def test_what_is_left_out_says_why(tmp_path: Path) -> None:
    problem = replace(LISTED[0], minutes=2)
    assert "more than --most" in problem.left_out(1, None)
    assert "--decks" in problem.left_out(2, None)
    assert problem.left_out(2, tmp_path) == "--decks has no bm1"
    (tmp_path / "bm1").mkdir()
    assert problem.left_out(2, tmp_path) == ""


# Runs


def test_every_problem_is_launched_and_recorded_as_any_launch(project: Path) -> None:
    done = run(project)
    assert done.exit_code == 0
    records = store.read_records(done.folder)
    assert records[0]["verb"] == "published"
    assert records[0]["options"]["not_run"] == {
        "far": "its deck is not part of the project: --decks",
        "long": "takes 5 min, more than --most",
    }
    assert [fault for one in records for fault in schema.validate(one)] == []
    kinds = {one["kind"] for one in records}
    assert kinds == {"session", "machine", "toolchain", "build", "launch"}
    made = launches(done.folder)
    assert {one["mode"] for one in made} == {"published"}
    assert {one["worst"] for one in made} == {"pass"}
    told = {(one["published"]["problem"], one["class"], one["index"]) for one in made}
    assert told == {("deck", "X", 0), ("small", "S", 2)}
    assert len({store.key_of(one) for one in made}) == len(made) == 8  # two precisions
    assert made[0]["published"]["arguments"] == ["--deck", "miniapps/toy.in"]
    text = (done.folder / store.FILE_NAME).read_text()
    assert str(project) not in text


def test_most_and_decks_admit_more(project: Path, tmp_path: Path) -> None:
    decks = tmp_path / "elsewhere"
    decks.mkdir()
    (decks / "far.in").write_text("")
    done = run(project, most=5, decks=decks)
    assert done.exit_code == 0
    told = {one["published"]["problem"]: one for one in launches(done.folder)}
    assert list(told) == ["deck", "far", "small", "long"]
    assert told["long"]["class"] == "W"
    assert told["far"]["published"]["arguments"] == ["--deck", "decks/far.in"]
    assert str(decks) not in (done.folder / store.FILE_NAME).read_text()


def test_a_problem_that_names_variants_is_run_with_those(project: Path) -> None:
    for variant in ("target-data", "target-tuned"):
        fakes.add_program(project / "build", variant, GOOD)
    made = launches(run(project, use=()).folder)
    used = {(one["published"]["problem"], one["variant"]) for one in made}
    assert used == {*(("deck", name) for name in problems.VARIANTS), ("small", "omp")}


def test_a_run_of_nothing_is_no_success(project: Path) -> None:
    with pytest.raises(UsageError, match=r"be run \(far its deck .*, long takes 5 min"):
        run(project, "far", "long")
    assert not (project / "results").exists()


def test_a_wrong_answer_costs_its_own_problem(project: Path) -> None:
    wrong = "if '--set' in words: record['answer'] = 'wrong'; code = 1"
    fakes.add_program(project / "build", "omp-odd", GOOD + wrong)
    done = run(project, use=("omp-odd",))
    assert done.exit_code == 1
    worst = [(one["published"]["problem"], one["worst"]) for one in launches(done.folder)]
    assert worst == [("deck", "pass")] * 2 + [("small", "wrong")] * 2


def test_a_resumed_run_measures_what_it_began_with(project: Path) -> None:
    folder = run(project).folder
    assert run(project, resume=folder).exit_code == 0
    assert len(launches(folder)) == 8
    with pytest.raises(UsageError, match="the choice of problems says otherwise"):
        run(project, most=5, resume=folder)
    with pytest.raises(UsageError, match="the choice of benchmarks and variants"):
        run(project, use=("omp",), resume=folder)
    (project / problems.FILE).write_text(LIST.replace("n=3", "n=4"))
    with pytest.raises(UsageError, match="list has changed since the run began"):
        run(project, resume=folder)
    with pytest.raises(UsageError, match="the verb"):
        fakes.run(project, ["--resume", str(folder)], "check")
    _, checked = fakes.run(project, ["-c", "S"], "check")
    with pytest.raises(UsageError, match="the verb says otherwise"):
        run(project, resume=checked)


# What is shown


def test_a_line_tells_answer_time_and_the_nearest_check_and_there_is_no_other_table(
    project: Path,
) -> None:
    records = store.read_records(run(project, "small", use=("omp",)).folder)
    assert tables.published(records)[2:] == [
        f"| small | toy.omp | {precision} | fake | verified | 50.0 µs | "
        " | 1: max_error 0.0e+00 of 0.0e+00 |"
        for precision in ("fp32", "fp64")
    ]
    assert view(records).cells == {}
    with pytest.raises(NothingComparable):
        tables.times([view(records)])
    fakes.add_program(project / "build", "omp-odd", "print('no memory of it'); sys.exit(9)")
    done = run(project, "small", use=("omp-odd",))
    line = tables.published(store.read_records(done.folder))[2]
    assert line.endswith("| fake | failed |  |  | no memory of it |")


def test_minutes_and_decks_of_the_script_are_its_own() -> None:
    """``--most`` of a run says something else: how many launches --within may take."""
    told = loaded("published").parsed(["-t", "mine", "--most", "0.02", "-p", "wing,nut"])
    options, request = told
    assert (options.most, options.toolchains) == (None, ("mine",))
    assert request == Request(("wing", "nut"), 0.02, None)
