"""The line of an output that says what went wrong: what compilers and runtimes really printed."""

import pytest
from synthetic import whole

from league.base.error_lines import error_line, is_hint, reason_of
from league.claims.matrix import matrix_of
from league.records.launches import launch_of
from league.run.build import classify

OMP = """Assertion failure at kmp_tasking.cpp(4368): task_team != __null.
OMP: Error #13: Assertion failure at kmp_tasking.cpp(4368).
OMP: Hint Please submit a bug report with this message, compile and run commands used, and machine
"""
HINT = OMP.splitlines()[-1]
TARGET = """class S
Libomptarget warning: cannot lock memory
Libomptarget error: Host ptr 0x10 does not have a matching target pointer.
Libomptarget error: Call to targetDataBegin failed, abort target.
Libomptarget error: Consult https://openmp.llvm.org/design/Runtimes.html for debugging options.
"""
CLANG = """PLEASE submit a bug report to https://example.org/ and include the crash backtrace.
Stack dump:
0.\tProgram arguments: clang++ x.cpp
clang++-19: error: unable to execute command: Segmentation fault
clang++-19: note: diagnostic msg: x.cpp
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OMP, "Assertion failure at kmp_tasking.cpp(4368): task_team != __null."),
        (TARGET, "Libomptarget error: Host ptr 0x10 does not have a matching target pointer."),
        (CLANG, "clang++-19: error: unable to execute command: Segmentation fault"),
        ("terminate called after throwing an instance of 'std::bad_alloc'\n  what(): x\n",
         "terminate called after throwing an instance of 'std::bad_alloc'"),
        ("a\n\n  the last that it said  \n", "the last that it said"),
        ("gpu-emulator: out-of-bounds: kernel k: a load\nlibgomp: an error: illegal\n",
         "out-of-bounds: kernel k: a load"),
        ("gpu-emulator: 2 findings (2 times)\ngone\n", "gone"),
        ("max_error: 3e-2\ngone\n", "gone"),
        ("Please submit a bug report\n", "Please submit a bug report"),
        ("", ""),
    ],
)  # fmt: skip
def test_the_error_is_told_and_not_the_hint(text: str, line: str) -> None:
    assert error_line(text) == line


def test_a_recorded_hint_gives_way_to_the_error_it_is_about() -> None:
    assert is_hint(HINT)
    assert reason_of(HINT, OMP).startswith("Assertion failure at")
    assert reason_of(HINT, "") == HINT
    assert reason_of("max error 3, tolerance 1", OMP) == "max error 3, tolerance 1"


def test_views_of_old_records_tell_the_error() -> None:
    record = whole({"kind": "launch", "reason": HINT, "output_tail": OMP, "toolchain": "t"})
    assert launch_of(record).reason.startswith("Assertion failure at")
    claim = whole({"kind": "claim", "claim": "a.b", "toolchain": "t", "reason": HINT,
                   "worst": "crash(SIGABRT)", "output_tail": OMP})  # fmt: skip
    (feature,) = matrix_of([claim]).features
    assert feature.verdicts["t"].reason.startswith("Assertion failure at")


def test_a_compiler_that_crashes_is_quoted_with_its_error() -> None:
    assert classify(CLANG) == (
        "compiler-crash", "clang++-19: error: unable to execute command: Segmentation fault"
    )  # fmt: skip
