"""What `prove.py llvm-offload` tells the runner of LLVM's tests, and how it judges what ended."""

import json
from pathlib import Path

import pytest

from proofs import llvm_offload, suites

RAN = "# executed command: env A=1 out/mapping/Output/one.c.tmp\n"
CHECKED = "# executed command: /usr/lib/llvm-14/bin/FileCheck mapping/one.c\n"
BUILT = "# executed command: /usr/bin/clang++-19 -fopenmp mapping/one.c\n"


@pytest.mark.parametrize(
    ("code", "said", "found", "outcome", "why"),
    [
        ("PASS", RAN, [], "right", ""),
        ("PASS", RAN, ["race: kernel k"], "finding", "race: kernel k"),
        ("PASS", RAN, ["trap: kernel k"], "right", ""),
        ("FAIL", RAN, ["trap: kernel k"], "finding", "trap: kernel k"),
        ("UNSUPPORTED", "needs\nthe moon", ["race: k"], "n/a", "needs the moon"),
        ("XFAIL", RAN, ["race: k"], "n/a", "LLVM expects a failure"),
        ("FAIL", RAN + "# | gpu-emulator: unsupported: kernel k, PTX line 3", ["race: k"],
         "refused", "gpu-emulator: unsupported: kernel k, PTX line 3"),
        ("FAIL", RAN + "# | one.c:3:1: error: CHECK: not found\n# |   1: ptxas fatal : no\n",
         [], "wrong", "ptxas fatal : no"),
        ("FAIL", RAN + "# error: command failed with exit status: 1\n" + CHECKED, [],
         "wrong", "command failed with exit status: 1"),
        ("FAIL", BUILT + "# | one.c:3:1: error: no such thing\n", [], "not built",
         "one.c:3:1: error: no such thing"),
        ("XPASS", RAN, [], "wrong", "XPASS"),
    ],
)  # fmt: skip
def test_verdicts(code: str, said: str, found: list[str], outcome: str, why: str) -> None:
    assert llvm_offload.judged(code, said, found) == {"outcome": outcome, "said": why}


def test_the_runner_runs_a_test_of_a_suite(tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    (suite / "sub").mkdir(parents=True)
    (suite / "lit.cfg").write_text(
        "import lit.formats\nconfig.name = 'ours'\nconfig.suffixes = ['.c']\n"
        f"config.test_source_root = {str(suite)!r}\n"
        "config.test_exec_root = config.libomptarget_obj_root\n"
        "config.test_format = lit.formats.ShTest()\n"
    )
    (suite / "sub/good.c").write_text("// RUN: test -d %T && sh -c 'test $LOOK = 1'\n")
    (suite / "sub/bad.c").write_text(
        "// RUN: sh -c 'echo race: kernel __omp_offloading_fe00_b1_main_l3"
        " >$GPU_EMULATOR_FINDINGS'\n"
    )
    (suite / "sub/slow.c").write_text("// RUN: sleep 60\n")
    (suite / "sub/other.c").write_text("// REQUIRES: moon\n// RUN: false\n")
    told = llvm_offload.Tools(suite, {"kind": "nvptx"}, {"LOOK": "1"})
    ends = {
        name: llvm_offload.tried(f"sub/{name}.c", told, 2 if name == "slow" else 50)
        for name in ("good", "bad", "slow", "other")
    }
    assert ends["good"] == {"outcome": "right", "said": ""}
    assert ends["bad"] == {"outcome": "finding", "said": "race: kernel __omp_offloading_main_l3"}
    assert ends["slow"] == {"outcome": "too long", "said": "more than 2 s"}
    assert ends["other"]["outcome"] == "n/a" and "moon" in ends["other"]["said"]


def test_the_committed_page_is_made_of_the_committed_record() -> None:
    kept = Path(__file__).resolve().parents[2] / "results/reference/debian12-2core/emulated"
    done = json.loads((kept / "llvm-offload.json").read_text())
    made = suites.page(llvm_offload.SUITE, done)
    assert made == (kept / "llvm-offload.md").read_text()
    assert "## Not known" not in made
