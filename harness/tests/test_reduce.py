"""Smaller programs of failing claims: what they have to keep doing, and what is said without."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from claims_here import GXX, a_kit
from fakes import script
from saying import called
from test_claims import KIT, a_claim

from league import cli
from league.base import paths
from league.claims import build, demands
from league.claims import reduce as smaller
from league.claims.build import Kit
from league.claims.demands import Demand, Subject, sight
from league.claims.judge import Judged
from league.run.launch import Launcher
from league.run.options import Options

ROOT = Path(__file__).resolve().parents[2]
needs_gxx = pytest.mark.skipif(GXX is None, reason="needs g++")

HEAD = """\
// map.thing
// OpenMP 5.1, section 5.8.3: a sentence.
// Observed: a sum.
// Mutant: = 5 => = 4
// Where: host
#include "league/claim.hpp"

int unused(int n) { return n + 1; }

int main() {
  league::Claim claim;
"""
PROGRAM = f"""{HEAD}\
  int level = 0;
  int sum = 0;
  #pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; ++i) {{
    sum = sum + i;
    level = 1;
  }}
  int planted = 5;
  claim.ran(1);
  claim.equal("one", level, 1);
  claim.equal("sum", sum + planted, 50);
  return claim.verdict();
}}
"""
#: Little to try, so that tens of seconds are enough.
SHORT = f"""{HEAD}\
  int planted = 5;
  claim.equal("sum", planted, 5);
  return claim.verdict();
}}
"""
#: A compiler that takes 5 for 6.
WRONG = """\
#!/bin/sh
for word; do
  shift
  case $word in
    *.cpp) if grep -q planted "$word"; then
      sed s/planted.=.5/planted=6/ "$word" >"$word.wrong.cpp"; word=$word.wrong.cpp; fi ;;
  esac
  set -- "$@" "$word"
done
exec {gxx} "$@"
"""


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kit, Kit]:
    """Return a compiler that is wrong on purpose, and the right one."""
    folder = tmp_path_factory.mktemp("kits")
    wrong = script(folder / "c++", WRONG.format(gxx=GXX))
    right = build.with_support(a_kit(GXX, "-fopenmp"), folder / "support")
    return replace(right, toolchain="wrong", compiler=wrong), right


def asked(subject: Subject, kits: tuple[Kit, Kit]) -> list[Demand]:
    wrong, right = kits
    found = [
        demands.failing(wrong, subject),
        demands.holding(right, subject),
        demands.serial(right, subject, sanitized=True),
    ]
    assert all(found)
    return [one for one in found if one is not None]


@needs_gxx
def test_a_smaller_program_fails_in_the_same_way_and_is_right(
    tmp_path: Path, kits: tuple[Kit, Kit]
) -> None:
    claim = a_claim(tmp_path, PROGRAM)
    with Launcher() as launcher:
        subject = Subject(claim, claim.name, claim.path, tmp_path / "look", launcher)
        wanted = asked(subject, kits)
        assert wanted[0].fails == ("wrong", "")
        assert "no warning of undefined behaviour" in wanted[1].told

        def met(old: str, new: str) -> bool:
            assert old in PROGRAM
            file = tmp_path / "smaller.cpp"
            file.write_text(PROGRAM.replace(old, new))
            return demands.all_met(wanted, replace(subject, source=file))

        assert met("int unused(int n) { return n + 1; }\n", "")
        # the planted defect does not show any more
        assert not met("int planted = 5;", "int planted = 4 + 1;")
        # it fails with the right compiler as well
        assert not met("50);", "51);")
        # right, but by luck
        assert not met("int sum = 0;", "int sum;")
        assert not met("int unused(int n) { return n + 1; }", "int unused(int n) { n = n + 1; }")
        # it depends on directives
        assert not met("level = 1;", "level = omp_in_parallel();")
        # another class of failure
        assert not met("int sum = 0;", "int sum = zero;")


def test_the_message_of_a_build_may_change_names_and_numbers() -> None:
    def seen(reason: str) -> tuple[str, str]:
        return sight(Judged("x", "compile-error", "", "", "", "compile-error", reason))

    assert seen("in 'f', at gimplify.cc:123") == seen("in 'g2', at gimplify.cc:7")
    assert seen("invalid use of 'x'") != seen("'x' is not declared")
    assert sight(Judged("x", "ok", "", "", "", "wrong", "a")) == ("wrong", "")


def test_warnings_that_a_compiler_does_not_have_are_not_asked_for() -> None:
    gcc = set(demands.warning_flags(replace(KIT, family="GNU")))
    clang = set(demands.warning_flags(KIT))
    assert "-Werror=use-after-free" in gcc - clang
    assert "-Werror=unsequenced" in clang - gcc


def test_the_smallest_program_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "p.cpp"
    for text in ("12345", "123", "1234"):
        file.write_text(text)
        demands.keep_if_smaller(file, tmp_path)
    assert (tmp_path / demands.SMALLEST).read_text() == "123"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["conformance", *words])
    return code, capsys.readouterr().err.strip()


def test_without_a_tool_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(smaller, "TOOLS", ("no-such-tool",))
    code, said = told(capsys, "--reduce", "map.to", "-t", "gcc-12-host")
    assert code == 2
    assert said.count("\n") == 0
    assert "install the package cvise" in said


@pytest.mark.skipif(shutil.which("g++-12") is None, reason="needs gcc-12-host")
@pytest.mark.parametrize(("ended", "code"), [(smaller.DONE, 0), (smaller.INTERRUPTED, 130)])
def test_what_was_found_is_written_even_if_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    ended: str, code: int,
) -> None:  # fmt: skip
    claim = a_claim(tmp_path, PROGRAM)
    fails = demands.Demand(KIT, "wrong with x")
    found = smaller.Reduced("map.thing", claim, "int a;\n", PROGRAM, "cvise", 7, (fails,), ended)
    monkeypatch.setattr(smaller, "TOOLS", ("sh",))
    monkeypatch.setattr(smaller, "reduce", lambda *_: found)
    words = ["--reduce", "map.thing", "-t", "gcc-12-host", "--out", str(tmp_path / "out")]
    assert told(capsys, *words)[0] == code
    folder = tmp_path / "out" / "gcc-12-host" / "map.thing"
    assert (folder / "reduced.cpp").read_text() == "int a;\n"
    assert ended in (folder / "reduced.md").read_text()
    assert "clang++ -std=c++17" in (folder / "reduced.md").read_text()


@pytest.mark.slow
@needs_gxx
@pytest.mark.skipif(shutil.which("cvise") is None, reason="needs cvise")
def test_a_planted_defect_is_what_is_left(tmp_path: Path, kits: tuple[Kit, Kit]) -> None:
    claim = a_claim(tmp_path, SHORT)
    folder = tmp_path / "reduced"
    folder.mkdir()
    with Launcher() as launcher:
        subject = Subject(claim, claim.name, claim.path, tmp_path / "look", launcher)
        demands.write(asked(subject, kits), subject, folder)
    options = Options(ROOT, "conformance", jobs=1)
    smaller._carry_out(str(shutil.which("cvise")), claim.path, folder, options, 40.0)
    left = (folder / demands.SMALLEST).read_text()
    assert "planted = 5" in left
    assert "unused" not in left
    assert "Observed" not in left


def test_the_question_is_answered_by_exit_code(tmp_path: Path) -> None:
    line = [*paths.interpreter("league.claims.demands"), str(tmp_path), "p.cpp"]
    said = called(line, cwd=tmp_path)
    assert said.returncode == 1  # without demands nothing is interesting


def test_a_section_that_is_mapped_stays_one(tmp_path: Path) -> None:
    text = "#pragma omp target map(to : from[0 : n], x) \\\n    map(always, tofrom : y)\n;\n"
    assert demands.whole_items(text) == {"x", "y"}
    file = tmp_path / "p.cpp"
    subject = Subject(a_claim(tmp_path), "map.thing", file, tmp_path, Launcher())
    allowed = frozenset(demands.whole_items(text))
    rule = demands.Sections(KIT, "", allowed=allowed)
    for program, kept in ((text, True), (text.replace("[0 : n]", ""), False)):
        file.write_text(program)
        assert rule.met(subject) == kept
