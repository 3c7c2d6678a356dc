"""Claims as tests of lit and DejaGnu: the lines that stand in them, and both programs run."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from claims_here import GXX, ROOT
from test_claims import GOOD, a_claim

from league.claims import exported, source
from league.claims.families import all_cells

TOLD = {"clang-19-x86_64": "19", "gcc-12-host": "12"}


def claim_of(name: str) -> source.Claim:
    [file] = (ROOT / "validation").glob(f"*/{name}.cpp")
    return source.read(file)


def test_lines_for_lit_name_mode_program_and_known_defects() -> None:
    case = exported.case_of(claim_of("target.firstprivate.pointer"), TOLD)
    lines = list(exported.lit_head(case))
    assert "// XFAIL: clang-19-x86_64" in lines
    assert any(line.startswith("// Known with clang-19-x86_64: ") for line in lines)
    assert lines[-1] == "// RUN: %league-run -- %t"


def test_a_refusal_is_two_programs_and_what_the_runtime_ends_is_told_to_the_runner(
    tmp_path: Path,
) -> None:
    text = GOOD.replace("// Mutant: to", "// Expect: rejected\n// Where: build\n// Mutant: to")
    case = exported.case_of(a_claim(tmp_path, text), {})
    assert list(exported.lit_head(case)) == [
        "// RUN: not %cpp-claim %openmp-5.1 -c %S/Inputs/map.thing.refused.cpp -o %t.o",
        "// RUN: %cpp-claim %openmp-5.1 -c %S/Inputs/map.thing.accepted.cpp -o %t.o",
    ]
    assert "alloc : x" in case.further["map.thing.accepted.cpp"]
    assert "dg-do compile" in next(exported.dejagnu_head(case))
    ends = "// Expect: terminates\n// Environment: A=1\n// Mutant: to"
    case = exported.case_of(a_claim(tmp_path, GOOD.replace("// Mutant: to", ends)), {})
    assert list(exported.lit_head(case))[-1] == "// RUN: %league-run --ends A=1 -- %t"
    assert '// { dg-league run {"--ends" "A=1"} }' in list(exported.dejagnu_head(case))


def test_what_cannot_stand_elsewhere_is_left_out_with_the_reason(tmp_path: Path) -> None:
    text = GOOD.replace("// Mutant: to", "// Open: nobody knows\n// Mutant: to")
    told = exported.write("lit", [a_claim(tmp_path, text)], [], {}, None, ROOT, tmp_path / "out")
    assert told.endswith("left out: 1 left open by the specification")
    assert not list((tmp_path / "out").glob("map/*.cpp"))


def test_a_generated_claim_is_a_file(tmp_path: Path) -> None:
    cell = next(one for one in all_cells() if one.id == "form.dt.array-part.plain.int")
    exported.write("dejagnu", [], [cell], TOLD, None, ROOT, tmp_path)
    text = (tmp_path / "league.claims" / "form" / f"{cell.id}.cpp").read_text()
    assert "{ dg-xfail-if" in text
    assert "int main()" in text


def a_suite(tmp_path: Path, style: str, *claims: source.Claim) -> Path:
    exported.write(style, claims, [], TOLD, None, ROOT, tmp_path / "suite")
    return tmp_path / "suite"


def of_host(tmp_path: Path) -> list[source.Claim]:
    """One claim that GCC keeps on the host, one that needs a device, one known not to be kept."""
    kept = claim_of("par.teams.host-teams")
    known = claim_of("par.target-teams-stray-statement-rejected")
    return [kept, claim_of("map.to"), known]


@pytest.mark.skipif(GXX is None, reason="needs g++")
@pytest.mark.skipif(importlib.util.find_spec("lit") is None, reason="needs lit")
def test_lit_runs_them(tmp_path: Path) -> None:
    suite = a_suite(tmp_path, "lit", *of_host(tmp_path))
    line = [sys.executable, "-c", "from lit.main import main; main()", "-q", "-j1", "-D"]
    line += [f"compiler={GXX}", "-D", "flags=-fopenmp -foffload=disable", "-D"]
    line += ["toolchain=gcc-12-host", "--output", str(tmp_path / "told.json"), str(suite)]
    subprocess.run(line, check=False, capture_output=True, timeout=120)
    told = json.loads((tmp_path / "told.json").read_text())
    seen = {Path(one["name"]).stem: one["code"] for one in told["tests"]}
    assert seen["par.teams.host-teams"] == "PASS"
    assert seen["map.to"] == "UNSUPPORTED"  # a host has no memory of its own to see it in
    assert seen["par.target-teams-stray-statement-rejected"] == "XFAIL"


@pytest.mark.slow
@pytest.mark.skipif(GXX is None, reason="needs g++")
@pytest.mark.skipif(shutil.which("runtest") is None, reason="needs DejaGnu")
def test_dejagnu_runs_them(tmp_path: Path) -> None:
    suite = a_suite(tmp_path, "dejagnu", *of_host(tmp_path))
    line = ["runtest", "--tool", "league", "--srcdir", str(suite), f"COMPILER={GXX}"]
    line += ["FLAGS=-fopenmp -foffload=disable", "TOOLCHAIN=gcc-12-host"]
    subprocess.run(line, check=False, capture_output=True, cwd=tmp_path, timeout=120)
    said = (tmp_path / "league.sum").read_text()
    assert "PASS: " in said and "par.teams.host-teams" in said
    assert "UNSUPPORTED: map/map.to.cpp" in said
    assert "XFAIL: " in said and "# of unexpected" not in said


def test_both_suites_bring_how_they_are_started_and_every_header(tmp_path: Path) -> None:
    claims = [claim_of("atom.hint"), claim_of("map.to")]
    for style, command in (("lit", "lit -D"), ("dejagnu", "runtest --tool")):
        exported.write(style, claims, [], TOLD, None, ROOT, tmp_path / style)
        assert command in (tmp_path / style / "README.md").read_text()
        headers = {one.name for one in (tmp_path / style / "support/league").iterdir()}
        for file in (tmp_path / style).rglob("*.[ch]pp"):
            asked = re.findall(r'#include "league/([^"]+)"', file.read_text())
            assert set(asked) <= headers, file.name
