"""Claims: reading, mutating, judging; and what a compiler that ignores directives gets."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from league.base.errors import LeagueError, UsageError
from league.claims import coverage, judge, matrix, plan, source, trial
from league.claims.build import Kit, Outcome
from league.claims.coverage import uncovered
from league.claims.families import all_cells
from league.claims.families.cell import Cell, covering, program
from league.claims.families.mappings import model
from league.claims.source import Claim, Mutation
from league.claims.trial import Trial, disabled
from league.records import known_issues, store
from league.records.totals import red_claim
from league.run import launch

ROOT = Path(__file__).resolve().parents[2]
VALIDATION = ROOT / "validation"

GOOD = """\
// map.thing
// OpenMP 5.1, section 5.8.3: a sentence that
// goes on.
// Observed: a value, in
// two lines.
// Mutant: to : x => alloc : x

int main() {
  #pragma omp target map(to : x)
  return 0;
}
"""

KIT = Kit("clang-22-x86_64", "Clang", Path("clang++"), True, ("-fopenmp",), (), Path("core"))


def a_claim(tmp_path: Path, text: str = GOOD, name: str = "map.thing.cpp") -> Claim:
    folder = tmp_path / "map"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return source.read(folder / name)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("// map.thing\n", "// map.other\n", "the id it is named after"),
        ("OpenMP 5.1, section", "OpenMP 7.0, section", "second line"),
        ("// Observed: a value, in\n// two lines.\n", "", "what is observed"),
        ("// Mutant: to : x => alloc : x\n", "", "neither a mutant nor a reason"),
        ("to : x =>", "nothing =>", "does not occur"),
        ("// Mutant: to", "// Where: moon\n// Mutant: to", "'moon' is none of"),
        ("// Mutant: to", "// Expect: luck\n// Mutant: to", "'luck' is none of"),
        ("// Mutant: to", "// With: gone.part.cpp\n// Mutant: to", "there is no gone.part.cpp"),
    ],
)
def test_a_broken_head_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        a_claim(tmp_path, GOOD.replace(old, new))


def test_a_head_is_read_and_a_mutant_changes_code_only(tmp_path: Path) -> None:
    claim = a_claim(tmp_path)
    assert claim.ids == ("map.thing",)
    assert (claim.group, claim.since, claim.section) == ("map", "5.1", "5.8.3")
    assert claim.sentence == "a sentence that goes on."
    assert claim.observed == "a value, in two lines."
    assert claim.mutations == (Mutation("to : x", "alloc : x"),)
    text = source.mutated(claim, claim.mutations[0])
    assert "map(alloc : x)" in text
    assert "// Mutant: to : x => alloc : x" in text
    assert text.count("\n") == GOOD.count("\n")


def test_an_id_has_one_owner(tmp_path: Path) -> None:
    a_claim(tmp_path)
    second = tmp_path / "data"
    second.mkdir()
    (second / "map.thing.cpp").write_text(GOOD)
    claims, wrong = source.load(tmp_path)
    assert len(claims) == 1
    assert "claimed by map.thing.cpp already" in wrong[0]


def test_a_claim_in_c_stands_beside_the_one_in_cpp(tmp_path: Path) -> None:
    a_claim(tmp_path)
    twin = a_claim(tmp_path, name="map.thing.c")
    claims, wrong = source.load(tmp_path)
    assert wrong == []
    assert {(one.name, one.language) for one in claims} == {("map.thing", x) for x in ("c", "cpp")}
    assert KIT.language(twin)[:3] == ["-x", "c", "-std=c11"]
    assert Trial(twin).name == "map.thing (C)"


def test_every_claim_can_be_read_and_every_feature_is_claimed_or_has_a_reason() -> None:
    claims, wrong = source.load(VALIDATION)
    assert claims and wrong == []
    claimed = {one for claim in claims for one in claim.ids}
    reasons = uncovered(VALIDATION / "uncovered.toml")
    missing = [one for one in matrix.known_features() if one not in claimed | set(reasons)]
    assert missing == []
    assert [one for one in reasons if one in claimed] == []
    about_acc = [one for one in claims if one.is_acc]
    assert len(about_acc) >= 40
    assert {one.group for one in about_acc} == {"acc"}
    assert all(name.startswith("acc.") for one in about_acc for name in one.ids)


def test_features_are_shown_with_claim_or_reason(tmp_path: Path) -> None:
    claim = a_claim(tmp_path)
    names = ("map.thing", "map.no", "map.none")
    features = {name: {"since": "5.1", "section": "5.8"} for name in names}
    text = coverage.as_markdown(features, [claim], {"map.no": "nobody can see it"})
    assert "| 5.1 | 3 | 1 | 1 | 1 |" in text
    assert "| `map.thing` | 5.8 | `map/map.thing.cpp` |" in text
    assert "| `map.no` | 5.8 | nobody can see it |" in text
    assert "| `map.none` | 5.8 | **neither claim nor reason** |" in text


def test_known_issues_name_claims_that_exist() -> None:
    claims, _ = source.load(VALIDATION)
    names = {(one, claim.language) for claim in claims for one in claim.ids}
    names |= {(one.id, one.language) for one in all_cells()}
    defects = [one for one in known_issues.load() if one.claims]
    assert len(defects) > 100
    for defect in defects:
        for pattern in defect.claims:
            alone = replace(defect, versions="", toolchain="*", claims=(pattern,))
            assert any(
                known_issues.about_claim(
                    [alone], toolchain="x", version="1", claim=one, language=language
                )
                for one, language in names
            ), pattern


# ---- verdicts ------------------------------------------------------------------------------------


def told(**changes: Any) -> dict[str, Any]:
    check = {"name": "x", "observed": "1", "expected": "1", "passed": True}
    base = {"id": "", "answer": "pass", "reason": "", "place": "device", "devices": 4,
            "launches": 1, "checks": [check]}  # fmt: skip
    return {**base, **changes}


def process_that(code: int | None, said: str = "") -> launch.Outcome:
    """Return the end of a process: its exit code, None if it ran out of time."""
    return launch.Outcome(code or 0, code is None, False, 1, said, "", False)


def judged(
    claim: Claim, code: int | None, *lines: dict[str, Any], offload: bool = True, said: str = "",
    regions: bool | None = None,
) -> str:  # fmt: skip
    built = Outcome("ok", "", "", None, regions)
    ended = judge.Ended(process_that(code, said), lines)
    return judge.judge(claim, built, ended, folder=Path("/nowhere"), offload=offload)[0].worst


@pytest.mark.parametrize("name", ["clang-19", "clang-22", "gcc-12", "gcc-12-emulated"])
def test_the_committed_whole_runs_hold_nothing_unexpected(name: str) -> None:
    folder = ROOT / "results" / "reference" / "debian12-2core" / f"conformance-{name}"
    claims = [one for one in store.read_records(folder) if one["kind"] == "claim"]
    newest = {(one["claim"], one["language"]): one for one in claims}
    assert len(newest) > 1900
    red = [key for key, one in newest.items() if red_claim(one, device=name != "gcc-12")]
    assert red == []


def test_verdicts_of_a_run(tmp_path: Path) -> None:
    claim = a_claim(tmp_path)
    assert judged(claim, 0, told()) == "pass"
    assert judged(claim, 3, told(place="host")) == "host-fallback"
    assert judged(claim, 0, told(place="unproven")) == "unproven"
    assert judged(claim, 0, told(place="mixed")) == "mixed"
    assert judged(claim, 1, told(answer="wrong")) == "wrong"
    assert judged(claim, 0) == "nonzero(0)"  # ended without a verdict
    assert judged(claim, None) == "timeout"
    assert judged(claim, -6, told()) == "crash(SIGABRT)"
    assert judged(claim, 5, told()) == "nonzero(5)"
    assert judged(claim, 4) == "out-of-memory"
    assert judged(claim, -99) == "crash(signal 99)"
    skipped = told(answer="skipped", reason="needs 2 devices", checks=[])
    assert judged(claim, 77, skipped) == "skipped"
    assert judged(claim, 77, {**skipped, "place": "host"}) == "host-fallback"
    assert judged(replace(claim, where="host"), 0, told(place="unproven")) == "pass"
    finding = {"name": "a finding", "observed": "race: kernel k", "passed": False}
    assert judged(claim, 1, told(answer="device-error", checks=[finding])) == "device-error"


@pytest.mark.parametrize(("finding", "known"), [("race: kernel k", True), ("trap: k", False)])
def test_a_known_finding_is_one_of_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finding: str, known: bool
) -> None:
    claim = a_claim(tmp_path)
    expect = (("worst", "device-error"),)
    issue = known_issues.KnownIssue("g*", "", expect, "so", says="race: *", claims=(claim.name,))
    monkeypatch.setattr(known_issues, "known", lambda: (issue,))
    kit = Kit("gcc", "GNU", Path("g++"), True, (), (), tmp_path)
    wrong = judge.Judged(claim.name, "ok", "ok", "device", "device-error", "device-error", finding)
    record = plan.record_of(Trial(claim, kit=kit), wrong, wall_ns=1)
    assert (record["verdict"]["expectation"] == "xfail(so)") == known


def test_a_program_that_must_end(tmp_path: Path) -> None:
    claim = replace(a_claim(tmp_path), expect="terminates")
    armed = told(answer="armed", checks=[])
    words = "omptarget fatal error 1: failure of target construct"
    assert judged(claim, -6, armed, said=f"omptarget message: so\n{words}") == "pass"
    assert judged(claim, 1, armed, said="\nlibgomp: device not found") == "pass"
    assert judged(claim, 0, armed, said=words) == "wrong"  # it looks like success
    assert judged(claim, 0, armed) == "wrong"
    assert judged(claim, 1, armed) == "wrong"  # nobody says why
    assert judged(claim, -6, armed, said="a.c:3: Assertion `x' failed.") == "wrong"
    assert judged(claim, -6, armed, said="OMP: Error #13: Assertion failure at x.cpp") == "wrong"
    assert judged(claim, 1, armed, told(answer="survived", checks=[])) == "wrong"
    assert judged(claim, -11, armed) == "crash(SIGSEGV)"  # nobody ended it
    assert judged(claim, None, armed) == "timeout"
    assert judged(claim, 1) == "not-checked"  # it never came to the point


def test_a_program_that_must_be_rejected(tmp_path: Path) -> None:
    claim = replace(a_claim(tmp_path), expect="rejected", where="build", diagnostic="because")

    def verdict(kind: str, log: str = "error: because") -> str:
        return judge.unbuilt(claim, Outcome(kind, "", log, None))[0].worst

    assert verdict("compile-error") == "pass"
    assert verdict("ok") == "accepted"
    assert verdict("compiler-crash") == "compiler-crash"
    assert verdict("compile-error", "error: for another reason") == "wrong"
    assert verdict("unsupported", "sorry, unimplemented: because") == "unsupported"


def test_who_rejects_the_mended_program_too_has_rejected_nothing(tmp_path: Path) -> None:
    claim = replace(a_claim(tmp_path), expect="rejected", where="build")
    refused = Outcome("compile-error", "error: no", "error: no", None)
    assert claim.mended == claim.mutations[0]
    assert judge.unbuilt(claim, refused, Outcome("ok", "", "", None))[0].worst == "pass"
    [found] = judge.unbuilt(claim, refused, refused)
    assert (found.worst, found.answer) == ("compile-error", "not-checked")
    assert "the mended program is refused as well" in found.reason


def test_a_program_may_be_refused_by_the_linker_or_ended(tmp_path: Path) -> None:
    claim = replace(a_claim(tmp_path), expect="refused", diagnostic="f(int)")
    right = Outcome("ok", "", "", None)

    def verdict(log: str, mended: Outcome = right) -> str:
        return judge.unbuilt(claim, Outcome("link-error", log, log, None), mended)[0].worst

    assert verdict("undefined reference to `f(int)'") == "pass"
    assert verdict("cannot find -lomp") == "wrong"
    mended = Outcome("link-error", "", "", None)
    assert verdict("undefined reference to `f(int)'", mended) == "link-error"
    armed = told(answer="armed", checks=[])
    assert judged(claim, -6, armed, said="omptarget error: undefined symbol") == "pass"
    assert judged(claim, 1, armed, told(answer="survived", checks=[])) == "wrong"


def test_the_word_of_a_region_needs_a_launch(tmp_path: Path) -> None:
    claim = a_claim(tmp_path)
    assert judged(claim, 0, told(launches=0)) == "unproven"
    assert judged(claim, 0, told(launches=None)) == "pass"  # nobody counts
    assert judged(claim, 0, told(launches=None), regions=False) == "unproven"
    assert judged(claim, 0, told(), regions=True) == "pass"
    assert judged(replace(claim, where="host"), 0, told(launches=0)) == "pass"
    assert judged(claim, 1, told(launches=0, answer="wrong")) == "wrong"


def test_what_the_specification_leaves_open_is_not_judged(tmp_path: Path) -> None:
    claim = replace(a_claim(tmp_path), open="unspecified")
    assert judge.unbuilt(claim, Outcome("compile-error", "e", "e", None))[0].worst == "open"
    assert judged(claim, 1, told(answer="wrong")) == "open"
    assert judged(claim, -11) == "open"
    assert judged(claim, 3, told(place="host")) == "host-fallback"


def test_known_defects(tmp_path: Path) -> None:
    file = tmp_path / "known_issues.json"
    issue = {
        "claims": ["map.*"], "toolchain": "clang-*", "versions": "<17",
        "expect": {"worst": ["wrong", "crash(*)"]}, "reason": "loses data",
    }  # fmt: skip

    def expected(worst: str, version: str = "16.0.6", language: str = "cpp", **more: str) -> str:
        file.write_text(json.dumps({"issues": [{**issue, **more}]}))
        about = known_issues.about_claim(
            known_issues.load(file), toolchain="clang-16-x86_64", version=version,
            claim="map.to", language=language,
        )  # fmt: skip
        return known_issues.expectation({"worst": worst}, about, good=worst == "pass")

    assert expected("wrong") == "xfail(loses data)"
    assert expected("crash(SIGSEGV)") == "xfail(loses data)"
    assert expected("nan") == "as-expected"
    assert expected("pass") == "xpass"
    assert expected("wrong", "19.1.7") == "as-expected"
    with pytest.raises(LeagueError, match="unknown field 'variant'"):
        expected("pass", variant="omp")


# ---- generated claims ----------------------------------------------------------------------------


def test_the_subset_covers_every_pair() -> None:
    def pairs(cells: list[Cell]) -> set[tuple[int, str, int, str]]:
        return {(i, a, j, b) for cell in cells for i, a in enumerate(cell.values)
                for j, b in enumerate(cell.values) if i < j}  # fmt: skip

    cells = all_cells()
    assert pairs(covering(cells)) == pairs(cells)
    assert len(covering(cells)) < len(cells) / 2
    assert covering(cells) == covering(cells)


def test_the_model_of_mapping() -> None:
    # By hand from 5.8.3: a present item is not copied, unless always is said.
    assert model("target", "tofrom", "none", 0).host == 5
    assert model("target", "tofrom", "none", 1).host == 3
    assert model("target", "tofrom", "always", 1).host == 5
    assert model("enter", "to", "none", 1).seen == 2
    assert model("enter", "to", "always", 1).seen == 3
    assert model("exit", "from", "none", 2).host == 3
    assert model("exit", "from", "always", 2).host == 2
    assert model("exit", "delete", "none", 2).present is False
    assert model("exit", "release", "none", 2).present is True


def test_generated_claims_have_ids_of_their_own_and_batches_hold_one_family() -> None:
    cells = all_cells()
    assert len({(one.id, one.language) for one in cells}) == len(cells) > 2000
    for some in trial.batches(cells):
        assert 1 <= len(some.cells) <= trial.SIZE
        assert len({(cell.values[0], cell.since, cell.language) for cell in some.cells}) == 1
    text = program(cells[:3])
    assert all(f'claim("{cell.id}")' in text for cell in cells[:3])
    assert text.count("  cell_") == 3


def test_a_claim_about_openacc_has_a_version_of_its_own(tmp_path: Path) -> None:
    about = "OpenACC 2.6, section 2.7.8 (unchecked)"
    claim = a_claim(tmp_path, GOOD.replace("OpenMP 5.1, section 5.8.3", about))
    assert (claim.since, claim.section, claim.is_acc) == ("acc-2.6", "2.7.8 (unchecked)", True)
    assert source.edition(claim.since) == "OpenACC 2.6"
    with pytest.raises(UsageError, match="second line"):
        a_claim(tmp_path, GOOD.replace("OpenMP 5.1", "OpenACC 5.1"))
    # Its regions are the host's where the environment says so, not where OpenMP does.
    [off] = disabled(claim)
    assert off.change.environment == (("ACC_DEVICE_TYPE", "host"),)
