"""Whose failure a verdict is, and what a build that fails or never ends is called."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from fakes import script
from test_claims import GOOD, KIT, a_claim

from league.claims import build, judge
from league.claims.build import Kit
from league.claims.source import Claim


def test_whose_a_failure_is(tmp_path: Path) -> None:
    claim = a_claim(tmp_path)
    text = GOOD.replace("map.thing", "rt.it").replace("  #pragma omp target map", "  f")
    routines = a_claim(tmp_path, text, name="rt.it.cpp")

    def whose(
        one: Claim, worst: str, build: str = "ok", log: str = "", mismatch: str = "", said: str = ""
    ) -> str:
        found = judge.Judged(one.name, build, "ok", "device", "no", worst, output=said, log=log)
        return judge.blame(one, found, mismatch)

    assert whose(claim, "pass") == whose(claim, "skipped(x)") == whose(claim, "open") == ""
    assert whose(claim, "wrong", mismatch="22 and 19") == "compiler"
    unchecked = replace(claim, section="5.8 (unchecked)")
    assert (whose(unchecked, "wrong"), whose(unchecked, "pass")) == ("claim", "")
    assert whose(routines, "crash(SIGABRT)") == "runtime"
    assert whose(routines, "crash(SIGABRT)", mismatch="22 and 19") == "installation"
    stopped = "OMP: Error #13: Assertion failure at kmp_alloc.cpp(1)."
    assert whose(claim, "crash(SIGABRT)", said=stopped) == "runtime"
    missing = "undefined reference to `omp_target_is_accessible'"
    assert whose(claim, "link-error", "link-error", missing) == "runtime"
    assert whose(claim, "link-error", "link-error", missing, "22 and 19") == "installation"
    assert whose(claim, "link-error", "link-error", "undefined reference to `f'") == "compiler"


def test_a_runtime_of_another_release_is_seen(tmp_path: Path) -> None:
    real = tmp_path / "usr" / "lib" / "llvm-19" / "lib" / "libomp-19.so.5"
    real.parent.mkdir(parents=True)
    real.touch()
    view = tmp_path / "view"
    view.mkdir()
    (view / "libomp.so").symlink_to(real)

    def told_of(version: str, **places: str) -> str:
        return build._mismatch(SimpleNamespace(places=places, version=version))  # type: ignore[arg-type]

    told = "omp.h is of version 22.1.8, the host runtime of version 19"
    assert told_of("22.1.8", runtime_lib=str(view)) == told
    assert told_of("19.1.7", runtime_lib=str(view)) == ""
    assert told_of("22.1.8") == ""


def test_a_compiler_that_never_ends_is_stopped(tmp_path: Path) -> None:
    fake = script(tmp_path / "c++", "#!/bin/sh\nexec sleep 600\n")
    claim = replace(a_claim(tmp_path), seconds=0.1)
    outcome = build.build(replace(KIT, compiler=fake), claim, tmp_path / "build")
    assert (outcome.verdict, outcome.reason) == ("build-timeout", "no end after 0 s")


def test_versions_that_nobody_announces_are_missing_not_wrong(tmp_path: Path) -> None:
    claim = a_claim(tmp_path, GOOD.replace("OpenMP 5.1", "OpenMP 6.0"))
    assert KIT.language(claim)[-1] == "-fopenmp-version=60"
    said = "map.thing.cpp:1: error: unknown clause"
    assert build._failed(KIT, claim, 1, said, tmp_path).verdict == "unsupported"
    older = replace(claim, since="5.2")
    assert build._failed(KIT, older, 1, said, tmp_path).verdict == "compile-error"


def test_clang_is_handed_the_faster_linker_unless_somebody_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lld = script(tmp_path / "bin" / "ld.lld", "#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(lld.parent))
    monkeypatch.delenv("COMPILER_PATH", raising=False)

    def linker(kit: Kit, folder: str) -> Path | None:
        place = tmp_path / folder
        place.mkdir()
        return build._find_linker(kit, place)

    found = linker(KIT, "clang")
    assert found is not None
    assert (found / "ld").resolve() == lld
    assert linker(replace(KIT, family="GNU"), "gcc") is None
    monkeypatch.setenv("COMPILER_PATH", "/mine")
    assert linker(KIT, "chosen") is None


def test_a_linker_reaches_the_compiler(tmp_path: Path) -> None:
    say = ["/bin/sh", "-c", "echo $COMPILER_PATH"]
    assert build.run(say, 60, tmp_path, tmp_path / "linker")[1].strip() == str(tmp_path / "linker")
