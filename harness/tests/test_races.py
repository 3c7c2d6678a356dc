"""The search for races: what it takes away from directives, and what it makes of reports."""

from pathlib import Path

import pytest
from fakes import script

from proofs import programs, races

SOURCE = """\
#pragma omp parallel for schedule(static) reduction(+ : sum) if (n > 9)
for (int i = 0; i < n; ++i) sum += a[i];
#pragma omp simd reduction(+ : mine)
for (int i = 0; i < n; ++i) mine += a[i];
  #pragma omp atomic
  count[k] += 1;
#pragma omp task depend(in : a[i - 1]) \\
    depend(out : a[i])
"""

REPORT = """\
==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 8 at 0x7b by thread T1:
    #0 cg::add_row(double*) npb/cg/cg_rows.hpp:9:3 (npb-cg.omp+0x1)
    #1 solve() [clone .omp_outlined] /tree/npb/cg/omp.cpp:57:40 (npb-cg.omp+0x2)
    #2 run() /tree/npb/cg/omp.cpp:90:1 (npb-cg.omp+0x3)

  Previous write of size 8 at 0x7b by main thread:
    #0 solve() [clone .omp_outlined] /tree/npb/cg/omp.cpp:58:40 (npb-cg.omp+0x2)

SUMMARY: ThreadSanitizer: data race npb/cg/cg_rows.hpp:9:3 in cg::add_row
==================
"""


def test_what_orders_threads_is_taken_away_and_nothing_else() -> None:
    text, faults = races.planted(SOURCE, "a/omp.cpp")
    assert text == (
        SOURCE.replace(" reduction(+ : sum) if (n > 9)", " if (n > 9)")
        .replace("#pragma omp atomic", "")
        .replace(" depend(in : a[i - 1])", "")
    )
    assert [(one.kind, one.line, one.last) for one in faults] == [
        ("reduction", 1, 4),
        ("atomic", 5, 6),
        ("dependence", 7, 8),
    ]


def test_of_target_regions_only_atomics_are_taken_away() -> None:
    text, faults = races.planted(SOURCE, "a/target-data.cpp", regions=True)
    assert text == SOURCE.replace("#pragma omp atomic", "")
    assert [one.kind for one in faults] == ["atomic"]


def test_target_regions_are_looked_at_on_the_host(tmp_path: Path) -> None:
    assert races.presets(regions=True) == [races.REGIONS]
    assert races.REGIONS not in races.presets(regions=False)
    (tmp_path / "CTestTestfile.cmake").write_text("")
    for regions in (False, True):
        program = programs.Program(str(tmp_path), f"a.{regions}", "kernels", offloads=regions)
        [arguments] = races.runs_of(program)
        assert ("--allow-host" in arguments) == regions


@pytest.mark.parametrize(
    ("line", "last", "shows"),
    [(56, 60, True), (58, 58, True), (45, 55, False), (60, 100, False)],
)
def test_a_report_is_about_the_loop_not_about_its_callers(
    line: int, last: int, shows: bool
) -> None:
    found = races.REPORT.findall(REPORT)
    assert len(found) == 1
    fault = races.Fault("reduction", "npb/cg/omp.cpp", line, last)
    assert fault.shows_in(found) == shows


def test_without_archer_nothing_is_believed(tmp_path: Path) -> None:
    program = script(tmp_path / "silent", "#!/bin/sh\necho pass\n")
    with pytest.raises(races.ToolchainError, match="Archer did not start"):
        races.observe(program, [], 2)


def test_a_program_that_fails_or_races_is_told(tmp_path: Path) -> None:
    program = tmp_path / "racing"
    report = tmp_path / "report"
    report.write_text(REPORT)
    script(program, f"#!/bin/sh\necho '{races.STARTED}'\ncat {report}\necho wrong\nexit 1\n")
    reports, failed = races.observe(program, [], 2)
    assert len(reports) == 1
    assert failed == "wrong"
    reports, failed = races.observe(program, [], 2, judged=False)
    assert (len(reports), failed) == (1, "")
