"""What `prove.py libgomp` understands of GCC's test programs, and how it judges them."""

import json
import subprocess
from pathlib import Path

import pytest

from proofs import libgomp, suites


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"" { *-*-* } { "-O0" }', ["", " *-*-* ", ' "-O0" ']),
        (r'"a\\[b\n"', ["a\\[b\n"]),
        ("run { target { ! a && b } }", ["run", " target { ! a && b } "]),
    ],
)
def test_words_as_tcl_has_them(text: str, words: list[str]) -> None:
    assert libgomp.words_of(text) == words


@pytest.mark.parametrize(
    ("condition", "level", "so"),
    [
        ("", "-O2", True), ("target *-*-*", "-O2", True), ("target { ! lp64 }", "-O2", False),
        ("openacc_radeon_accel_selected || { lp64 && tls }", "-O2", True),
        ("openacc_nvidia_accel_selected && { ! __OPTIMIZE__ }", "-O0", True),
        ("openacc_nvidia_accel_selected && { ! __OPTIMIZE__ }", "-O2", False),
        ("powerpc*-*-*", "-O2", False),
    ],
)  # fmt: skip
def test_conditions(condition: str, level: str, so: bool) -> None:
    assert libgomp.holds(condition, level) is so


def test_the_language_is_a_condition() -> None:
    assert libgomp.holds("target c", "-O2", "acc-c") and not libgomp.holds("c", "-O2", "c++")


def test_an_unknown_condition_is_told_by_name() -> None:
    with pytest.raises(libgomp.Unknown, match="condition moon_phase"):
        libgomp.holds("target moon_phase", "-O2")


def program(tmp_path: Path, text: str, level: str = "-O2") -> libgomp.Program:
    file = tmp_path / "one.c"
    file.write_text(text)
    return libgomp.program_of("acc-c", file, level)


def test_a_program_is_read_whole(tmp_path: Path) -> None:
    one = program(
        tmp_path,
        """/* { dg-additional-options "-DX=1 -g" { target lp64 } } */
/* { dg-set-target-env-var GOMP_DEBUG "1" } */
/* { dg-output "said.*" } */
/* { dg-shouldfail "" } */
/* { dg-output "not yet" { xfail *-*-* } } */""",
    )
    assert one.flags[-2:] == ["-DX=1", "-g"]
    assert one.environment == {"GOMP_DEBUG": "1"}
    assert (one.fails, one.says, one.left) == (True, "said.*", "")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("dg-do compile", "dg-do compile"),
        ("dg-require-effective-target openacc_cublas", "needs openacc_cublas"),
        ('dg-skip-if "" { *-*-* } { "-O2" }', "dg-skip-if"),
        ('dg-skip-if "" { *-*-* } { "-O0" }', ""),
        ('dg-skip-if "" { *-*-* } { "*" } { "-DACC_MEM_SHARED=0" }', ""),
        ('dg-xfail-run-if "PR1" { *-*-* } { "-DACC_MEM_SHARED=0" }', "GCC expects a failure: PR1"),
    ],
)
def test_what_is_not_tried_says_why(tmp_path: Path, line: str, left: str) -> None:
    assert program(tmp_path, f"/* {{ {line} }} */").left.startswith(left)
    assert bool(program(tmp_path, f"/* {{ {line} }} */").left) is bool(left)


@pytest.mark.parametrize(
    ("fails", "says", "code", "said", "found", "outcome"),
    [
        (False, "", 0, "", [], "right"), (False, "", 1, "x", [], "wrong"),
        (True, "", 1, "", [], "right"), (True, "", 0, "", [], "wrong"),
        (False, "a.*b", 0, "a\nb", [], "right"), (False, "a.*b", 0, "ab"[:1], [], "wrong"),
        (False, "", 0, "", ["race: kernel k"], "finding"),
        (True, "", 1, "", ["trap: kernel k"], "right"),
        (False, "", 0, "gpu-emulator: unsupported: x", ["race: kernel k"], "refused"),
    ],
)  # fmt: skip
def test_verdicts(
    fails: bool, says: str, code: int, said: str, found: list[str], outcome: str
) -> None:
    one = libgomp.Program("c", Path("x.c"), "-O2", [], {}, fails, says)
    ran = subprocess.CompletedProcess(["x"], code, said, "")
    assert libgomp.judged(one, ran, found)["outcome"] == outcome


def test_what_is_known_is_known_by_kind_and_place() -> None:
    race = {"outcome": "finding", "said": "race: kernel k"}
    assert suites.known(libgomp.SUITE, "c -O2 pr104952-1.c", race).startswith("gcc: ")
    assert not suites.known(
        libgomp.SUITE, "c -O2 pr104952-1.c", {**race, "said": "out-of-bounds: kernel k"}
    )
    assert not suites.known(libgomp.SUITE, "c -O2 pr104952-1.c", {**race, "outcome": "wrong"})
    assert not suites.known(libgomp.SUITE, "c -O2 other.c", race)


def test_the_committed_page_is_made_of_the_committed_record() -> None:
    kept = Path(__file__).resolve().parents[2] / "results/reference/debian12-2core/emulated"
    done = json.loads((kept / "libgomp.json").read_text())
    made = suites.page(libgomp.SUITE, done)
    assert made == (kept / "libgomp.md").read_text()
    assert (
        suites.page(libgomp.SUITE, dict(reversed(done.items()))).partition("## Known")[2]
        == (made.partition("## Known")[2])
    ), "in whatever order runs ended"


def test_a_page_tells_what_is_not_known() -> None:
    page = suites.page(libgomp.SUITE, {
        "c -O2 a.c": {"outcome": "right", "said": ""},
        "c -O2 pr104952-1.c": {"outcome": "finding", "said": "race: kernel k"},
        "c -O0 b.c": {"outcome": "wrong", "said": "exit 1: no"},
    })  # fmt: skip
    assert "| c -O2 | 1 | 1 |" in page
    assert "c -O0 b.c" in page.partition("## Not known")[2]
