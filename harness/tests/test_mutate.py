"""The mutants: which faults there are, how they are drawn, and what explains a survivor."""

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from league.base.errors import UsageError
from proofs import door, mutants, planter, programs, races

VARIANT = """// sweeps: x[0] + 1
void run() {
  watch.start();
  #pragma omp target teams distribute parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    y[i] += 0.25 * (x[i] + x[i + 1]);
  }
  const int tiles = (n + width - 1) / width;
  const double part = a * b;
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {}
  watch.stop();
}
"""


@pytest.mark.parametrize("proof", ["regions", "mutants", "seeds"])
def test_a_value_that_would_be_lost_is_refused(
    proof: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        door.main([proof, "-b", "dot", "-b", "vadd"])
    assert ended.value.code == 2
    assert "error: -b is given twice; write one value" in capsys.readouterr().err


def changed(kind: str, *, offloads: bool = True) -> list[str]:
    """The lines that faults of a kind put into VARIANT."""
    found = []
    for operator, _, text in mutants.changes_of(VARIANT, offloads=offloads):
        if operator["kind"] == kind:
            lines = mutants.difference(VARIANT, text).splitlines()
            found.append(" ".join(line[1:].strip() for line in lines if line[0] == "+"))
    return found


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("bound", "for (int i = 0 + 1; i < n; ++i) {"),
        ("bound", "for (int i = 0; i < (n) - 1; ++i) {"),
        ("sweeps", "for (int sweep = 0; sweep < cls.sweeps - 2; ++sweep) {}"),
        ("operator", "y[i] += 0.25 + (x[i] + x[i + 1]);"),
        ("index", "y[i] += 0.25 * (x[i] + x[(i + 1) + 1]);"),
        ("seventh digit", "y[i] += 0.2500001 * (x[i] + x[i + 1]);"),
        ("single precision", "const double part = float(a * b);"),
        ("single precision", "y[i] += float(0.25 * (x[i] + x[i + 1]));"),
        ("dropped line", ""),
        ("tiles", "const int tiles = ((n + width - 1) / width) - 1;"),
        ("remainder", "const int tiles = n / width;"),
        ("lost reduction", "#pragma omp target teams distribute parallel for"),
        ("lost atomic", ""),
        ("work after stop()", "watch.start(); watch.stop();"),
        ("work before start()", "watch.start(); watch.stop();"),
    ],
)
def test_every_kind_changes_its_line(kind: str, line: str) -> None:
    assert line in [text.strip() for text in changed(kind)]


def test_what_only_a_device_notices_is_not_asked_of_the_host_and_comments_are_left_alone() -> None:
    for kind in ("on the host", "work after stop()", "work before start()"):
        assert changed(kind) and not changed(kind, offloads=False)
    [line] = changed("on the host")
    assert line.startswith("#pragma omp target") and "if(target : 0)" in line
    assert all(line > 1 for _, line, _ in mutants.changes_of(VARIANT, offloads=True))


@pytest.mark.parametrize(
    ("number", "next_one"), [("0.25", 0.2500001), ("1.4", 1.400001), ("1e-7", 1.000001e-7)]
)
def test_seventh_digit(number: str, next_one: float) -> None:
    assert float(mutants.in_seventh_digit(number)) == pytest.approx(next_one, rel=1e-12)


def test_the_order_follows_from_the_seed_and_takes_kinds_in_turn() -> None:
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    rare = mutants.Fault("here", "a.omp", "rare", "f", 0, "rare")
    faults = [replace(rare, kind="often", line=n, diff=str(n)) for n in range(100)]
    every = [mutants.Candidate(program, fault, "", False) for fault in [rare, *faults]]

    def order(seed: int) -> list[str]:
        return [one.fault.diff for one in mutants.draws(every, seed)]

    assert order(1) == order(1) != order(2)
    assert sorted(order(1)) == sorted(fault.diff for fault in [rare, *faults])
    assert sum("rare" in order(seed)[:4] for seed in range(100)) > 80


def test_an_explanation_is_of_one_change() -> None:
    fault = mutants.Fault("here", "a.omp", "operator", "f.cpp", 3, "-x + y;\n+x - y;", "survived")
    entry = {"variant": "a.*", "before": "x + y", "after": "x - y", "reason": "y is zero"}
    assert mutants.explain(fault, [entry]).how == "y is zero"
    for other in ({"variant": "b.*"}, {"before": "z"}, {"after": "x * y"}, {"after": ""}):
        assert mutants.explain(fault, [{**entry, **other}]).outcome == "survived"
    assert mutants.explain(fault, [{**entry, "place": "f.cpp:4"}]).outcome == "survived"
    assert mutants.explain(replace(fault, outcome="noticed"), [entry]).outcome == "noticed"
    same = replace(fault, measured="outputs bit for bit the same in 12 of 12 runs")
    other = replace(fault, measured="outputs bit for bit the same in 11 of 12 runs")
    assert mutants.explain(same, [entry]).outcome == "explained"
    assert mutants.explain(other, [entry]).outcome == "survived"
    assert mutants.explain(other, [{**entry, "rounding": True}]).outcome == "explained"


def test_a_draw_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    fault = mutants.Fault("here", "a.omp", "operator", "f.cpp", 3, "")
    every = [mutants.Candidate(program, replace(fault, diff=str(n)), "", False) for n in range(9)]
    asked: list[str] = []

    def found(_: object, fault: Any, __: str, **___: bool) -> Any:
        asked.append(fault.diff)
        return replace(fault, outcome="stillborn" if fault.diff == "4" else "noticed")

    monkeypatch.setattr(mutants, "programs", lambda *_, **__: [program])
    monkeypatch.setattr(mutants, "candidates", lambda _: every)
    monkeypatch.setattr(mutants, "try_fault", found)
    out = tmp_path / "draw.json"

    def run(*more: str) -> int:
        seed = () if "--seed" in more else ("--seed", "7")
        return door.main(["mutants", *seed, "-j", "1", "-o", str(out), *more])

    assert run("-n", "3", "--budget", "0") == 0
    assert not asked, "time was up before the first"
    assert run("-n", "3") == 0
    first = list(asked)
    assert run("-n", "8") == 0
    assert len(asked) == len(set(asked)) == 9, "none was tried twice"
    assert [one["diff"] for one in json.loads(out.read_text())["faults"]][: len(first)] == first
    assert run("-n", "8", "--seed", "8") == 2, "another draw is not mixed in"


def test_what_a_program_is_made_of_is_known_before_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"a/omp.cpp": '#include <omp.h>\n  #include "a.hpp"\n#include "league/x.hpp"',
             "a/a.hpp": '#include "b/b.hpp"', "kernels/b/b.hpp": '#include "../a/a.hpp"',
             "kernels/b/other.hpp": "", "core/league/x.hpp": ""}  # fmt: skip
    for name, text in texts.items():
        file = tmp_path / ("kernels" if name[0] == "a" else ".") / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    folders = (tmp_path / "kernels", tmp_path / "core")
    mine, other = tmp_path / "kernels/a/omp.cpp", tmp_path / "kernels/b/other.hpp"
    known = {"kernels/a/CMakeFiles/a.omp.dir/omp.cpp.o": (mine, folders),
             "kernels/a/CMakeFiles/a.omp-2.dir/x.o": (other, folders)}  # fmt: skip
    monkeypatch.setattr(programs, "ROOT", tmp_path)
    monkeypatch.setattr(programs, "compiled", lambda _: known)
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    found = {str(file.relative_to(tmp_path / "kernels")) for file in programs.written_in(program)}
    assert found == {"a/omp.cpp", "a/a.hpp", "b/b.hpp"}


def test_with_check_only_what_a_check_launches_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    selftest = programs.Case("selftest", ["--selftest"], {}, False, "")
    class_s = programs.Case("class S", ["--class", "S"], {}, False, "")
    monkeypatch.setattr(programs, "cases", lambda *_: [selftest, class_s])

    def bounded(command: list[str], *_: object) -> object:
        return programs.subprocess.CompletedProcess(command, int("--selftest" in command), "", "")

    monkeypatch.setattr(programs, "bounded", bounded)
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    noticed = programs.noticed_by(program, tmp_path, races=False)
    assert noticed.startswith("selftest: exit 1")
    assert programs.noticed_by(program, tmp_path, races=False, of_check=True) == ""
    monkeypatch.setattr(programs, "cases", lambda *_: [selftest])
    with pytest.raises(UsageError, match="no test"):
        programs.noticed_by(program, tmp_path, races=False, of_check=True)


def test_what_passes_each_launch_goes_through_a_whole_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    fault = mutants.Fault("here", "a.omp", "operator", "f.cpp", 3, "")
    every = [mutants.Candidate(program, replace(fault, diff=str(n)), str(n), False)
             for n in range(4)]  # fmt: skip
    ends = {"0": "noticed", "1": "survived", "2": "survived", "3": "stillborn"}
    asked: list[str] = []

    def found(_: object, fault: Any, __: str, *, check: bool, **___: bool) -> Any:
        assert check
        return replace(fault, outcome=ends[fault.diff])

    def told(_: object, texts: dict[Path, str]) -> str:
        asked.extend(texts.values())
        return "check: device-error" if list(texts.values()) == ["1"] else ""

    monkeypatch.setattr(mutants, "programs", lambda *_, **__: [program])
    monkeypatch.setattr(mutants, "candidates", lambda _: every)
    monkeypatch.setattr(mutants, "try_fault", found)
    monkeypatch.setattr(mutants, "told_by_check", told)
    monkeypatch.setattr(mutants, "compare_outputs", lambda *_: "the same in 0 of 2 runs")
    monkeypatch.setattr(mutants.checked, "prepare", lambda: None)
    out = tmp_path / "draw.json"
    words = ["mutants", "--check", "--seed", "7", "-j", "1", "-n", "3", "-o", str(out)]
    assert door.main(words) == 1
    ended = {one["diff"]: one["outcome"] for one in json.loads(out.read_text())["faults"]}
    assert ended == {"0": "noticed", "1": "noticed", "2": "survived", "3": "stillborn"}
    assert sorted(asked) == ["1", "2"]
    assert json.loads(out.read_text())["by"] == "check"
    asked.clear()
    assert door.main(words) == 1
    assert not asked, "what was checked is not checked again"


def test_of_lines_that_are_alike_the_one_that_was_drawn_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    fault = mutants.Fault("here", "a.omp", "lost barrier", "f.cpp", 3, "same", "survived")
    every = [mutants.Candidate(program, replace(fault, line=line), text, False)
             for line, text in ((3, "first"), (9, "second"))]  # fmt: skip
    monkeypatch.setattr(
        mutants, "told_by_check", lambda _, texts: f"check: {','.join(texts.values())}"
    )
    monkeypatch.setattr(mutants, "demand_checked", lambda _: None)
    monkeypatch.setattr(mutants.checked, "prepare", lambda: None)
    tried = [fault]
    mutants.check_survivors(every, tried, float("inf"), lambda: None)
    assert (tried[0].outcome, tried[0].how) == ("noticed", "check: first")


@pytest.mark.parametrize(
    ("code", "worst", "told"),
    [
        (0, "pass", ""),
        (1, "pass", "check: a launch on the emulated GPU"),
        (1, "wrong", "check: wrong by 3"),
        (4, "wrong", ""),  # of a lesson, which fails as expected
    ],
)
def test_a_check_tells_what_nobody_expected(
    monkeypatch: pytest.MonkeyPatch, code: int, worst: str, told: str
) -> None:
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    found = {"here a.omp": [{"worst": worst, "reason": "by 3"}]}
    said = mutants.checked.Said(code, found)
    monkeypatch.setattr(mutants.checked, "check", lambda *_: said)
    assert mutants.told_by_check(program, {}) == told
    monkeypatch.setattr(mutants.checked, "check", lambda *_: replace(said, code=2))
    with pytest.raises(UsageError, match="tells nothing"):
        mutants.told_by_check(program, {})


LIMITS = (programs.ROOT / "harness/docs/measuring.md").read_text()


@pytest.mark.parametrize(
    "entry", mutants.BY_HAND, ids=lambda one: f"{one['program']} {one['kind']}"
)
def test_faults_by_hand_fit_and_what_is_unseen_stands_on_the_page_of_limits(
    entry: dict[str, Any],
) -> None:
    text = (programs.ROOT / entry["file"]).read_text()
    for edit in planter.edits_of(entry):
        text = edit.applied(text)
    folder = entry["program"].split(".")[0].removeprefix("npb-")
    assert folder in entry["file"] or folder.startswith(("reduce-", "scan-"))
    assert entry.get("unseen", "") in LIMITS.partition("Not seen:")[2]


def test_faults_for_large_cases_are_planted_where_these_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = [programs.Program("here", one["program"], "kernels", offloads=False)
             for one in mutants.BY_HAND]  # fmt: skip
    monkeypatch.setattr(mutants, "programs", lambda *_, **__: every)
    usual, large = (
        list(mutants.by_hand(label, "here", "*", "*")) for label in ("smoke", "large")
    )  # fmt: skip
    assert large and len(usual) + len(large) == len(mutants.BY_HAND)
    assert {one.program.label for one in large} == {"large"}
    for one in large:  # which has such a case
        file = (programs.ROOT / one.fault.file).parent / "CMakeLists.txt"
        benchmark, variant = one.program.target.split(".")
        case = re.search(rf"foreach\(variant (.*)\)\n  league_add_large_case\({benchmark}\.",
                         file.read_text())  # fmt: skip
        assert case and variant in case[1].split()
    assert door.main(["mutants", "--label", "large"]) == 2
    assert door.main(["mutants", "--label", "large", "--by-hand", "--check"]) == 2


def test_what_is_unseen_on_an_emulated_gpu_survives_elsewhere() -> None:
    place = ("matvec.target-data", "skipped tail at large sizes", "f.cpp", 3, "", "survived")
    fault = mutants.Fault("clang-19-gfx90a-emulated", *place, measured="nothing to compare")
    assert mutants.settled(fault).outcome == "explained"
    assert mutants.settled(replace(fault, toolchain="clang-19-x86_64")).outcome == "survived"


def test_reductions_in_strips_have_several_in_class_s() -> None:
    folder = programs.ROOT / "kernels/reductions"
    text = (folder / "reductions.hpp").read_text()
    (least,) = re.findall(r"Class\{'S', ([\d']+)\}", text)
    texts = [file.read_text() for file in (folder / "target-nested").glob("*.cpp")]
    strips = [int(re.findall(r"int strip = (\d+);", one)[0]) for one in texts]
    assert len(strips) == 8 and int(least.replace("'", "")) > max(strips)


def test_the_page_of_limits_names_the_benchmarks_whose_data_are_drawn() -> None:
    files = (file for group in planter.GROUPS for file in (programs.ROOT / group).glob("*/*.?pp"))
    drawn = {file.parent.name for file in files if "league::draw(" in file.read_text()}
    row = next(line for line in LIMITS.splitlines() if "drawn anew in each repetition" in line)
    assert set(re.findall(r"`([\w-]+)`", row)) == drawn


@pytest.mark.parametrize(
    ("target", "offloads", "without", "with_it", "found"),
    [
        ("a.omp", False, [], ["race"], "clang-19-host"),
        ("a.target", True, [], ["race"], "clang-19-x86_64"),
        ("a.omp", False, ["race"], ["race"], ""),
        ("a.target", True, [], [], ""),
    ],
)
def test_a_race_is_one_that_the_fault_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    offloads: bool,
    without: list[str],
    with_it: list[str],
    found: str,
) -> None:

    program = programs.Program("here", target, "kernels", offloads)
    changed = tmp_path / "changed"
    built: list[str] = []
    monkeypatch.setattr(races, "BUILD", tmp_path / "races")
    monkeypatch.setattr(races, "configure", lambda *_: None)
    monkeypatch.setattr(races, "compile_all", lambda build, *_: built.append(build.name))
    monkeypatch.setattr(races, "compile_changed", lambda *_, **__: changed)
    class_s = programs.Case("smoke", ["--class", "S"], {}, False, "")
    longer = programs.Case("longer", ["--class", "A"], {}, False, "")
    monkeypatch.setattr(races, "SECONDS", {"longer": 9.0, "smoke": 0.1})
    asked: list[list[str]] = []
    selftest = programs.Case("selftest", ["--selftest"], {}, False, "")
    monkeypatch.setattr(races, "cases", lambda *_: [selftest, longer, class_s])

    def observed(executable: Path, arguments: list[str], *_: object, **__: object) -> object:
        asked.append(arguments[:2])
        assert ("--allow-host" in arguments) == offloads
        return (with_it if executable == changed else without), ""

    monkeypatch.setattr(races, "observe", observed)
    told = races.race_in(program, tmp_path / "a.cpp", "")
    assert told == ("smoke, 2 threads, ThreadSanitizer with Archer: data race" if found else "")
    assert asked[0] == class_s.arguments, "the shortest is first"
    assert built[0] == (found or built[0]) and built[0] in races.presets(regions=offloads)


@pytest.mark.parametrize(
    ("fails", "lesson"), [([True, True], True), ([True, False], False), ([], False)]
)
def test_a_lesson_is_wrong_as_it_is(
    monkeypatch: pytest.MonkeyPatch, fails: list[bool], lesson: bool
) -> None:
    some = [programs.Case("class S", [], {}, one, "") for one in fails]
    refusal = programs.Case("refused", [], {}, False, "no such size")
    monkeypatch.setattr(programs, "cases", lambda *_: [refusal, *some])
    monkeypatch.setattr(mutants, "demand_built", lambda _: None)
    program = programs.Program("here", "a.target", "kernels", True)
    assert programs.wrong_as_it_is(program) == lesson
    if lesson:
        fault = mutants.Fault("here", "a.target", "bound", "a.cpp", 1, "")
        assert mutants.try_fault(program, fault, "", races=True).outcome == "stillborn"


@pytest.mark.parametrize(
    ("without", "with_it", "told"),
    [
        ("a", "a", "the same in 2 of 2 runs"),
        ("a", "b", "the same in 0 of 2 runs"),
        ("abab", "bbaa", "the same in 2 of 2 runs"),  # threads add up in the order they come
        ("abcd", "efgh", "the same in 0 of 0 runs, 2 more say nothing"),
        ("", "b", "the same in 0 of 0 runs, 2 more say nothing"),  # it does not end well
        ("a", "", "the same in 0 of 2 runs"),
    ],
)
def test_outputs_that_do_not_repeat_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without: str, with_it: str, told: str
) -> None:
    file = tmp_path / "a.cpp"
    file.write_text("old")
    program = programs.Program("here", "a.omp", "kernels", offloads=False)
    handed_in = {("old", threads): itertools.cycle(without or [""]) for threads in "13"}
    handed_in |= {("new", threads): itertools.cycle(with_it or [""]) for threads in "13"}
    monkeypatch.setattr(programs, "compile_changed", lambda _, __, text, ___, outputs: Path(text))
    monkeypatch.setattr(programs, "cases", lambda *_: [])
    monkeypatch.setattr(
        programs, "outputs_of", lambda _, made, __, threads: next(handed_in[made.name, threads])
    )
    assert programs.compare_outputs(program, file, "new").endswith(told)


def the_program(toolchain: str, benchmark: str) -> programs.Program:
    try:
        [program] = programs.programs(toolchain, benchmark, "serial")
    except (UsageError, ValueError):
        pytest.skip(f"{toolchain} is not built here")
    return program


@pytest.mark.slow()
def test_what_changes_no_result_is_measured() -> None:
    program = the_program("gcc-12-host", "vadd")
    file = programs.ROOT / "kernels/vadd/serial.cpp"
    text = file.read_text()
    told = programs.compare_outputs(program, file, text.replace("const int n =", "const auto n ="))
    assert re.fullmatch(r"outputs bit for bit the same in (\d+) of \1 runs", told), told
    told = programs.compare_outputs(program, file, text.replace("[i] + ", "[i] - "))
    assert "the same in 0 of" in told


@pytest.mark.slow()
@pytest.mark.parametrize("toolchain", ["gcc-12-host", "clang-19-x86_64"])
def test_what_a_benchmark_without_named_outputs_hands_in_is_printed(
    tmp_path: Path, toolchain: str
) -> None:
    program = the_program(toolchain, "lulesh")
    file = programs.ROOT / "miniapps/lulesh/lulesh.hpp"
    made = programs.compile_changed(program, file, file.read_text(), tmp_path, outputs=True)
    assert isinstance(made, Path), made
    assert programs.outputs_of(program, made, ["--class", "S", "--set", "i=1"], "1")
