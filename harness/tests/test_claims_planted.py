"""Compilers that are wrong on purpose: no claim about a device may hold with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from claims_here import GXX, ROOT, a_kit
from fakes import script

from league.claims import build, source, trial
from league.claims.build import Change, Kit
from league.claims.families import all_cells
from league.claims.judge import Judged
from league.claims.source import Claim
from league.records.languages import CPP, FORTRAN
from league.run.launch import Launcher

#: Of each group the first few: what is wrong here is wrong everywhere.
PER_GROUP = 2

needs_gxx = pytest.mark.skipif(GXX is None, reason="needs g++")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    """Return a compiler that has no device, and is believed to have one."""
    return build.with_support(a_kit(GXX, runs=True), tmp_path_factory.mktemp("support"))


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
    last = 'for word; do [ "$last" = -o ] && out=$word; last=$word; done'
    fake = script(tmp_path / "fake++", f"#!/bin/sh\nout=\n{last}\n{does}\n")
    kit = replace(a_kit(str(fake), "-fopenmp", runs=True), family="Clang")
    return replace(kit, fortran=kit, acc=kit)


def verdicts(
    kit: Kit, claims: list[Claim], folder: Path, change: Change = build.PLAIN
) -> dict[str, list[str]]:
    """Return the verdicts of claims by their files."""
    kit = replace(kit, variables=build.ON_HOST)
    with Launcher() as launcher:
        return {
            claim.path.name: [
                one.worst
                for one in trial.carry_out(kit, claim, folder / str(number), launcher, change)
            ]
            for number, claim in enumerate(claims)
        }


def passing(found: dict[str, list[str]]) -> list[str]:
    return [name for name, worst in found.items() if "pass" in worst]


@needs_gxx
@pytest.mark.parametrize(
    ("change", "share"),
    [(build.PLAIN, 0.7), (build.IGNORED, 0.9)],  # some directives are newer than the compiler
    ids=["target", "every directive"],
)
def test_a_compiler_passes_nothing_that_ignores(
    change: Change, share: float, kit: Kit, tmp_path: Path
) -> None:
    found = verdicts(kit, device_claims(), tmp_path, change)
    assert passing(found) == []
    # A program that is not even built would prove nothing.
    built = [name for name, worst in found.items() if "compile-error" not in worst]
    assert len(built) > share * len(found), found


@needs_gxx
def test_no_generated_claim_passes_where_every_directive_is_ignored(
    kit: Kit, tmp_path: Path
) -> None:
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
    kit: Kit, tmp_path: Path, formula: str, worst: str
) -> None:
    cell = next(one for one in all_cells() if one.id == "math.tgamma.float.small")
    assert "results[i] = std::tgamma(inputs[i]);" in cell.code
    planted = replace(cell, code=cell.code.replace("std::tgamma(inputs[i]);", formula + ";"))
    with Launcher() as launcher:
        (found,) = trial.carry_out_together(kit, [planted], tmp_path / "it", launcher)
    assert found.worst == worst, found.reason


@needs_gxx
@pytest.mark.parametrize(
    ("each_call", "mutant", "worst"),
    [(0, False, "host-fallback"), (1, False, "device-error"), (1, True, "wrong")],
    ids=["before the claim", "in the claim", "beside a wrong answer"],
)
def test_what_an_emulated_device_finds_in_a_claim_fails_it(
    kit: Kit, tmp_path: Path, each_call: int, mutant: bool, worst: str
) -> None:
    code, library = tmp_path / "device.cpp", tmp_path / "libdevice.so"
    code.write_text(
        f"""extern "C" {{
unsigned long gpu_emulator_findings() {{ static unsigned long n = 7; return n += {each_call}; }}
const char* gpu_emulator_last_finding() {{ return "race: kernel 'k', \\"planted\\""; }}
}}
"""
    )
    made, log = build.run([GXX, "-shared", "-fPIC", str(code), "-o", str(library)], 60, tmp_path)
    assert made == 0, log
    kit = replace(kit, variables={**build.ON_HOST, "LD_PRELOAD": str(library)})
    claim = next(one for one in every_claim() if one.path.name == "atom.hint.cpp")
    change = trial.mutants(claim)[0].change if mutant else build.PLAIN
    with Launcher() as launcher:
        (found,) = trial.carry_out(kit, claim, tmp_path / "it", launcher, change)
    assert found.worst == worst, found.reason
    if worst == "device-error":
        assert found.reason == "race: kernel 'k', \"planted\""


def test_flags_for_a_device_do_not_stand_in_the_way() -> None:
    device = ["-fopenmp", "-fopenmp-targets=nvptx64", "-Xopenmp-target", "-march=sm_90"]
    assert build.ignoring_directives(["-O2", *device, "-I", "a"]) == ["-O2", "-I", "a"]


@needs_gxx
def test_a_compiler_that_crashes_costs_one_claim(kit: Kit, tmp_path: Path) -> None:
    fake = script(
        tmp_path / "g++",
        "#!/bin/sh\n"
        'case "$*" in *map.to.cpp*) echo "internal compiler error: planted" >&2; exit 4;; esac\n'
        f'exec {GXX} "$@"\n',
    )
    claims = [one for one in every_claim() if one.path.name in ("map.to.cpp", "map.from.cpp")]
    found = verdicts(replace(kit, compiler=fake), claims, tmp_path)
    assert found == {"map.to.cpp": ["compiler-crash"], "map.from.cpp": ["host-fallback"]}


# ---- the four fakes: no claim about a device, and none about a rejection, may hold with them -----


def test_a_compiler_that_rejects_everything_passes_nothing(tmp_path: Path) -> None:
    kit = a_fake(tmp_path, 'echo "claim.cpp:1: error: no" >&2; exit 1')
    assert passing(verdicts(kit, every_claim(), tmp_path)) == []


def test_a_compiler_whose_programs_print_success_passes_nothing(tmp_path: Path) -> None:
    kit = a_fake(tmp_path, "printf '#!/bin/sh\\necho PASS\\n' > $out; chmod +x $out")
    claims = device_claims(expect=("pass", "refused", "terminates"))
    rejected = [one for one in every_claim() if one.expect == "rejected"]
    assert passing(verdicts(kit, [*claims, *rejected], tmp_path)) == []


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
    assert passing(verdicts(kit, claims, tmp_path)) == []


@needs_gxx
def test_a_compiler_that_ignores_directives_and_lies_about_its_device_passes_nothing(
    kit: Kit, tmp_path: Path
) -> None:
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
    found = verdicts(kit, device_claims(), tmp_path, build.IGNORED)
    assert passing(found) == []
    assert any("unproven" in worst for worst in found.values()), found  # the lie was told
