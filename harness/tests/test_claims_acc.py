"""Claims about OpenACC, with GCC on the host."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from claims_here import GXX, ROOT, a_kit, tried

from league.claims import build, exported, one, source
from league.claims.build import Kit
from league.claims.trial import mutants

pytestmark = pytest.mark.skipif(GXX is None, reason="needs g++-12")
NAMES = (
    "acc.reduction.add",
    "acc.loop.collapse",
    "acc.routine.vector",
    "acc.routine.vector.caller-frame",
)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Kit:
    own = a_kit(GXX, "-fopenacc", "-foffload=disable", "-Werror=unknown-pragmas")
    return build.with_support(replace(a_kit(GXX), acc=own), tmp_path_factory.mktemp("support"))


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_on_the_host_and_is_no_pass(kit: Kit, name: str, tmp_path: Path) -> None:
    file = f"acc/{name}.cpp"
    assert tried(kit, file, tmp_path) == "host-fallback"
    assert tried(kit, file, tmp_path, build.IGNORED) != "pass"
    # Of its mutants the last one is about memory of one's own, the first one is not.
    changed = mutants(source.read(ROOT / "validation" / file))
    worst = [tried(kit, file, tmp_path, one.change) for one in changed]
    assert "wrong" in worst


def test_what_has_to_be_rejected_is(kit: Kit, tmp_path: Path) -> None:
    assert tried(kit, "acc/acc.default.none.rejects-unlisted.cpp", tmp_path) == "pass"


@pytest.mark.parametrize("flags", ["", "-fopenacc -foffload=disable"])
def test_as_a_test_of_ctest_it_needs_openacc(
    flags: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kit = {"toolchain": "gcc", "family": "GNU", "compiler": GXX, "offload": False, "link": "",
           "flags": "-fopenmp -foffload=disable", "acc": flags,
           "core": str(ROOT / "harness/core")}  # fmt: skip
    (tmp_path / "kit.json").write_text(json.dumps(kit))
    claim = str(ROOT / "validation/acc/acc.reduction.add.cpp")
    code = one.main([str(tmp_path / "kit.json"), claim])
    told = capfd.readouterr().out
    if flags:
        assert (code, told.splitlines()[0]) == (3, "acc.reduction.add: host-fallback"), told
    else:
        assert (code, told) == (77, "acc.reduction.add: not built, gcc has no OpenACC\n")


def test_another_suite_is_given_none() -> None:
    claims = [one for one in source.load(ROOT / "validation")[0] if one.is_acc]
    assert {exported.why_not(one) for one in claims} == {"about OpenACC"}


def test_objects_hold_calls_of_regions(kit: Kit, tmp_path: Path) -> None:
    claim = source.read(ROOT / "validation" / "acc" / "acc.copyin.cpp")
    assert build.build(kit, claim, tmp_path).regions is True
    assert build.build(kit, claim, tmp_path, build.IGNORED).regions is False
