"""Claims in Fortran: twins of those in C++, with their controls."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from claims_here import GFORTRAN, GXX, ROOT, a_kit, tried

from league.base.errors import UsageError
from league.claims import build, judge, plan, source, trial
from league.claims.build import Kit
from league.claims.families import all_cells
from league.claims.families.cell import covering as subset
from league.claims.plan import _possible
from league.claims.source import Claim, Mutation
from league.claims.trial import Trial, mutants
from league.records import known_issues, languages
from league.records.languages import CPP, FORTRAN
from league.run.launch import Launcher
from league.toolchains import files

needs_gfortran = pytest.mark.skipif(not (GFORTRAN and GXX), reason="needs gfortran")
#: Nothing is seen of these without a device that has memory of its own, so they show on the host.
ON_HOST = ("red.array-whole", "target.private", "target.if.false-host", "dt.function-implicit")

ORIGINAL = """\
// map.thing
// OpenMP 5.1, section 5.8.3: a sentence.
// Observed: a value.
// Mutant: map(to : x) => map(alloc : x)
// Mutant: parallel for => parallel

int main() {
  #pragma omp target parallel for map(to : x)
  return 0;
}
"""
TWIN = """\
! map.thing

program claim
  !$omp target parallel do map(to : x)
end program
"""


def a_tree(tmp_path: Path, twin: str = TWIN) -> Path:
    for folder in ("map", "fortran"):
        (tmp_path / folder).mkdir()
    (tmp_path / "map" / "map.thing.cpp").write_text(ORIGINAL)
    (tmp_path / "fortran" / "map.thing.f90").write_text(twin)
    return tmp_path


def test_a_twin_says_only_what_differs(tmp_path: Path) -> None:
    claims, wrong = source.load(a_tree(tmp_path))
    assert wrong == []
    [twin] = [one for one in claims if one.language == FORTRAN]
    assert (twin.ids, twin.group, twin.since) == (("map.thing",), "fortran", "5.1")
    assert (twin.section, twin.sentence, twin.observed) == ("5.8.3", "a sentence.", "a value.")
    assert twin.mutations == (
        Mutation("map(to : x)", "map(alloc : x)"),
        Mutation("parallel do", "parallel"),
    )
    assert "map(alloc : x)" in source.mutated(twin, twin.mutations[0])
    assert Trial(twin).name == "map.thing (Fortran)"
    assert languages.parted("map.thing (Fortran)") == ("map.thing", FORTRAN)


def test_a_twin_of_nothing_or_whose_mutants_fit_nothing_is_told(tmp_path: Path) -> None:
    code = TWIN.replace("map(to : x)", "map(to: y)").replace(" parallel do", "")
    folder = a_tree(tmp_path, code)
    with pytest.raises(UsageError, match="neither a mutant nor a reason"):
        source.read(folder / "fortran" / "map.thing.f90")
    (folder / "map" / "map.thing.cpp").unlink()
    with pytest.raises(UsageError, match=r"there is no map\.thing\.cpp that does"):
        source.read(folder / "fortran" / "map.thing.f90")


def hand_written() -> list[Claim]:
    return [one for one in source.load(ROOT / "validation")[0] if one.language == FORTRAN]


def test_there_are_twins_of_maps_targets_reductions_and_declare_target() -> None:
    claims = source.load(ROOT / "validation")[0]
    group_of = {one: claim.group for claim in claims if claim.language == CPP for one in claim.ids}
    twins = [one for one in hand_written() if one.name in group_of]
    alone = {one.name for one in hand_written()} - group_of.keys()
    assert {one for one in alone if not one.startswith("f.")} == {"map.assumed-size"}
    generated = [one for one in subset(all_cells()) if one.language == FORTRAN]
    assert {group_of[one.name] for one in twins} == {
        "map", "target", "data", "update", "reduction", "declare-target"
    }  # fmt: skip
    assert len(twins) >= 110
    assert len(generated) >= 200
    originals = {one.id for one in all_cells() if one.language == CPP}
    assert {one.id for one in generated} <= originals


def test_who_speaks_no_fortran_is_asked_for_none() -> None:
    jobs = [Trial(one) for one in source.load(ROOT / "validation")[0]]
    plain = Kit("x", "GNU", Path("g++"), False, (), (), Path("core"))
    about_acc = sum(one.claim.is_acc for one in jobs)
    possible, left = _possible(jobs, plain)
    assert left == {"Fortran compiler": len(hand_written()), "OpenACC": about_acc}
    assert len(possible) == len(jobs) - len(hand_written()) - about_acc
    able = replace(plain, fortran=plain, acc=plain)
    assert _possible(jobs, able) == ([replace(one, kit=able) for one in jobs], {})


def test_a_defect_of_the_c_compiler_is_none_of_the_fortran_compiler() -> None:
    issue = known_issues.KnownIssue("gcc-*", "", (("worst", "wrong"),), "x", claims=("map.to",))

    def about(issue: known_issues.KnownIssue, language: str) -> bool:
        found = known_issues.about_claim(
            [issue], toolchain="gcc-12-host", version="12.2", claim="map.to", language=language
        )
        return bool(found)

    assert [about(issue, one) for one in ("cpp", "c", "f90")] == [True, True, False]
    mine = replace(issue, language=FORTRAN)
    assert [about(mine, one) for one in ("cpp", "c", "f90")] == [False, False, True]


# ---- with a compiler -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    plain = replace(a_kit(GXX), fortran=a_kit(GFORTRAN, links=("-lstdc++",)))
    made = build.with_support(plain, tmp_path_factory.mktemp("support"))
    assert made.fortran is not None
    return made


def test_who_has_no_fortran_says_why() -> None:
    read = {one.name: one for one in files.load_all(ROOT / "harness" / "toolchains")}

    def told(name: str, what: str) -> str:
        return plan._why_none(SimpleNamespace(toolchain=read[name]), what)  # type: ignore[arg-type]

    assert told("clang-22-x86_64", build.FORTRAN_COMPILER) == (
        "no Fortran compiler here (Flang makes no device code for x86-64 that links:"
        " use clang-22-host)"
    )
    assert told("clang-22-x86_64", "OpenACC") == "no OpenACC here"
    assert told("gcc-12-host", build.FORTRAN_COMPILER) == "no Fortran compiler here"


@needs_gfortran
@pytest.mark.parametrize("name", ON_HOST)
def test_a_twin_is_right_and_on_the_host_and_its_mutants_are_noticed(
    kit: Kit, name: str, tmp_path: Path
) -> None:
    file = f"fortran/{name}.f90"
    assert tried(kit, file, tmp_path) == "host-fallback"
    claim = source.read(ROOT / "validation" / file)
    [first, *_] = mutants(claim)
    if name != "target.if.false-host":  # on the host alone its two places are one
        assert tried(kit, file, tmp_path, first.change) == "wrong"


@needs_gfortran
def test_with_directives_ignored_none_passes(kit: Kit, tmp_path: Path) -> None:
    found = {
        one.name: tried(kit, f"fortran/{one.path.name}", tmp_path, build.IGNORED)
        for one in hand_written()[::14]
        if not one.hint
    }
    assert "pass" not in found.values(), found
    assert sum(worst in ("wrong", "skipped", "host-fallback") for worst in found.values()) > 4


@needs_gfortran
def test_generated_twins_share_a_program(kit: Kit, tmp_path: Path) -> None:
    cells = [one for one in subset(all_cells()) if one.language == FORTRAN]
    [first, *_] = [
        one for one in trial.batches(cells) if one.cells[0].values[:2][-1] == "target-parallel-for"
    ]
    cells = list(first.cells[:8])
    with Launcher() as launcher:
        found = trial.carry_out_together(kit, cells, tmp_path, launcher)
    assert [one.worst for one in found] == ["host-fallback"] * 8
    assert [one.id for one in found] == [one.id for one in cells]
    assert all(judge.blame(trial.claim_of(cells, Path("x.f90")), one, "") for one in found)
