"""Compilers that are wrong on purpose: no claim about a device may hold with them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from league.claims import build, source, trial
from league.claims.build import Kit
from league.claims.families import all_cells
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records.languages import CPP, FORTRAN
from league.run.launch import Launcher

ROOT = Path(__file__).resolve().parents[2]
GXX = shutil.which("g++-12") or shutil.which("g++")
CLANGXX = next(filter(None, map(shutil.which, ("clang++-22", "clang++-19"))), None)

#: Of each group the first few: what is wrong here is wrong everywhere.
PER_GROUP = 3

needs_gxx = pytest.mark.skipif(GXX is None, reason="needs g++")
pytestmark = pytest.mark.slow


def a_kit(tmp_path: Path, compiler: str, family: str, *flags: str) -> Kit:
    kit = Kit("planted", family, Path(compiler), True, flags, (), ROOT / "harness" / "core")
    return build.with_support(kit, tmp_path / "support")


def every_claim() -> list[Claim]:
    return source.load(ROOT / "validation")[0]


def device_claims(*, expect: tuple[str, ...] = ("pass",)) -> list[Claim]:
    """Return claims of what every kit has: C++, C and OpenMP."""
    chosen: list[Claim] = []
    for claim in every_claim():
        if claim.is_acc or claim.language == FORTRAN:
            continue
        alike = [one for one in chosen if one.group == claim.group]
        if claim.where == "device" and claim.expect in expect and len(alike) < PER_GROUP:
            chosen.append(claim)
    return chosen


def a_fake(tmp_path: Path, does: str) -> Kit:
    """Return a kit whose compiler does something in place of compiling; ``$out`` is the output."""
    fake = tmp_path / "fake++"
    fake.write_text(
        "#!/bin/sh\nout=\n"
        'for word; do [ "$last" = -o ] && out=$word; last=$word; done\n' + does + "\n"
    )
    fake.chmod(0o755)
    core = ROOT / "harness" / "core"
    kit = Kit("fake", "Clang", fake, True, ("-fopenmp",), (), core)
    return replace(kit, fortran=kit, acc=kit)


def passing(kit: Kit, claims: list[Claim], folder: Path, *, directives: bool = True) -> list[str]:
    return [
        claim.name
        for number, claim in enumerate(claims)
        if "pass" in verdicts(kit, claim, folder / str(number), directives=directives)
    ]


def verdicts(kit: Kit, claim: Claim, folder: Path, *, directives: bool = True) -> list[str]:
    folder.mkdir()
    kit = replace(kit, variables=build.ON_HOST)
    change = build.PLAIN if directives else build.IGNORED
    with Launcher() as launcher:
        found = trial.carry_out(kit, claim, folder, launcher, change)
    return [one.worst for one in found]


def assert_nothing_passes(kit: Kit, folder: Path) -> None:
    found = {
        claim.name: verdicts(kit, claim, folder / str(number), directives=False)
        for number, claim in enumerate(device_claims())
    }
    assert [name for name, worst in found.items() if "pass" in worst] == []
    # A program that is not even built would prove nothing.
    built = [name for name, worst in found.items() if "compile-error" not in worst]
    assert len(built) > 0.9 * len(found), found


@needs_gxx
def test_a_compiler_that_ignores_target_passes_nothing(tmp_path: Path) -> None:
    # Regions are compiled, and run where the program is.
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    passed = [
        claim.name
        for number, claim in enumerate(device_claims())
        if "pass" in verdicts(kit, claim, tmp_path / str(number))
    ]
    assert passed == []


@needs_gxx
def test_a_compiler_that_ignores_every_directive_passes_nothing(tmp_path: Path) -> None:
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    assert_nothing_passes(kit, tmp_path)


@needs_gxx
def test_no_generated_claim_passes_where_every_directive_is_ignored(tmp_path: Path) -> None:
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    # The last of each family, and of those about the host.
    kinds = {(cell.values[0], cell.where): cell for cell in all_cells() if cell.language == CPP}
    found: list[Judged] = []
    with Launcher() as launcher:
        for number, some in enumerate(trial.batches(list(kinds.values()))):
            folder = tmp_path / str(number)
            found += trial.carry_out_together(kit, some.cells, folder, launcher, build.IGNORED)
    assert len(found) == len(kinds) > 5
    assert [one.id for one in found if one.worst == "pass"] == []
    # They were built and ran.
    assert [one.id for one in found if not one.launch.startswith(("ok", "skipped"))] == []


@needs_gxx
@pytest.mark.parametrize(
    ("formula", "worst"),
    [("std::exp(std::lgamma(inputs[i]))", "host-fallback"),
     ("T(1.0001) * std::tgamma(inputs[i])", "wrong")],
)  # fmt: skip
def test_another_library_passes_and_a_wrong_formula_shows(
    tmp_path: Path, formula: str, worst: str
) -> None:
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    cell = next(one for one in all_cells() if one.id == "math.tgamma.float.small")
    assert "results[i] = std::tgamma(inputs[i]);" in cell.code
    planted = replace(cell, code=cell.code.replace("std::tgamma(inputs[i]);", formula + ";"))
    with Launcher() as launcher:
        (found,) = trial.carry_out_together(kit, [planted], tmp_path / "it", launcher)
    assert found.worst == worst, found.reason


def test_flags_for_a_device_do_not_stand_in_the_way() -> None:
    given = [
        "-O2",
        "-fopenmp",
        "-fopenmp-targets=nvptx64",
        "-Xopenmp-target",
        "-march=sm_90",
        "-I",
        "a",
    ]
    kept = build.ignoring_directives(given)
    assert kept[:3] == ["-O2", "-I", "a"]
    assert not any("openmp" in flag or "march" in flag for flag in kept)


@needs_gxx
def test_a_compiler_that_crashes_costs_one_claim(tmp_path: Path) -> None:
    assert GXX is not None
    fake = tmp_path / "g++"
    fake.write_text(
        "#!/bin/sh\n"
        'case "$*" in *map.to.cpp*) echo "internal compiler error: planted" >&2; exit 4;; esac\n'
        f'exec {GXX} "$@"\n'
    )
    fake.chmod(0o755)
    kit = a_kit(tmp_path, str(fake), "GNU", "-fopenmp", "-foffload=disable")
    claims = {claim.name: claim for claim in source.load(ROOT / "validation")[0]}
    assert verdicts(kit, claims["map.to"], tmp_path / "one") == ["compiler-crash"]
    assert verdicts(kit, claims["map.from"], tmp_path / "two") == ["host-fallback"]


# ---- the four fakes: no claim about a device, and none about a rejection, may hold with them -----


def test_a_compiler_that_rejects_everything_passes_nothing(tmp_path: Path) -> None:
    kit = a_fake(tmp_path, 'echo "claim.cpp:1: error: no" >&2; exit 1')
    assert passing(kit, every_claim(), tmp_path) == []


def test_a_compiler_whose_programs_print_success_passes_nothing(tmp_path: Path) -> None:
    kit = a_fake(tmp_path, "printf '#!/bin/sh\\necho PASS\\n' > $out; chmod +x $out")
    claims = device_claims(expect=("pass", "refused", "terminates"))
    rejected = [one for one in every_claim() if one.expect == "rejected"]
    assert passing(kit, [*claims, *rejected], tmp_path) == []


def test_a_compiler_whose_programs_forge_records_passes_nothing(tmp_path: Path) -> None:
    line = (
        '{"schema":"league-claim-1","id":"","answer":"pass","reason":"","place":"device",'
        '"devices":1,"launches":null,"checks":[{"name":"x","observed":"1","expected":"1",'
        '"passed":true}]}'
    )
    record = tmp_path / "record"
    record.write_text(f"#!/bin/sh\necho '{line}' >> $LEAGUE_CLAIM_RECORD\n")
    kit = a_fake(tmp_path, f"cp {record} $out; chmod +x $out")
    claims = device_claims(expect=("pass", "refused", "terminates"))
    assert passing(kit, claims, tmp_path) == []


@needs_gxx
def test_a_compiler_that_ignores_directives_and_lies_about_its_device_passes_nothing(
    tmp_path: Path,
) -> None:
    assert GXX is not None
    kit = a_kit(tmp_path, GXX, "GNU", "-fopenmp", "-foffload=disable")
    lies = tmp_path / "lies.cpp"
    lies.write_text(
        """extern "C" {
int omp_is_initial_device() { return 0; }
int omp_get_num_devices() { return 1; }
int omp_get_device_num() { return 0; }
int omp_get_initial_device() { return 1; }
}
"""
    )
    lying = tmp_path / "lies.o"
    code, log = build.run([GXX, "-c", str(lies), "-o", str(lying)], 60, tmp_path)
    assert code == 0, log
    kit = replace(kit, objects=(*kit.objects, lying))
    found = {
        claim.name: verdicts(kit, claim, tmp_path / str(number), directives=False)
        for number, claim in enumerate(device_claims())
    }
    assert [name for name, worst in found.items() if "pass" in worst] == []
    assert any("unproven" in worst for worst in found.values()), found  # the lie was told
