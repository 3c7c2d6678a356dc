"""Exports for ReFrame and Ramble: the first loads and runs its file, the second has no package.

Ramble's stand-in knows what "Writing a basic application definition" and "Success Criteria" of its
documentation (lib/ramble/docs, 2026) say of the directives; it was never run on a real one.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fakes
import pytest
import yaml
from synthetic import records, write_run
from test_export import call

from league.base.errors import UsageError
from league.base.paths import project_root
from league.commands import _measure
from league.records import store
from league.records.view import RunView, view
from league.show import exports

REFRAME = Path(sys.executable).parent / "reframe"
CELL = ("clang-19-x86_64", "jacobi", "target-data", "W", "fp64")


@pytest.fixture(scope="module")
def run() -> RunView:
    return view(records(), 'a \'run\'\n"""')


def reframe(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(REFRAME), "-c", str(folder / "tests.py"), "--prefix", str(folder / "rfm")]
    environment = {**os.environ, "HOME": str(folder), "TMPDIR": str(folder),
                   "RFM_REPORT_FILE": str(folder / "told.json"),
                   "RFM_ENABLE_RESULTS_STORAGE": "n"}  # fmt: skip
    return subprocess.run(
        [*command, *words], capture_output=True, text=True, env=environment, cwd=folder
    )


def test_reframe_lists_a_test_for_every_time_that_counts(run: RunView, tmp_path: Path) -> None:
    exports.export([run], "reframe", tmp_path / "tests.py")
    done = reframe(tmp_path, "--list")
    assert done.returncode == 0, done.stdout + done.stderr
    counted = [cell for cell in run.cells.values() if cell.median() is not None]
    assert f"Found {len(counted)} check(s)" in done.stdout and len(counted) > 20
    assert f"League %cell={'-'.join(CELL)} " in done.stdout


def one_cell(text: str, time: int | None = None) -> str:
    """Return a file of ReFrame with one cell, and that with another time."""
    (line,) = re.findall(rf"^    \({', '.join(map(repr, CELL))}, .*\n", text, re.MULTILINE)
    other = line if time is None else re.sub(r"(, \d+), \d+, ", rf"\1, {time}, ", line)
    pattern = re.compile(r"^CELLS = \[.*?^\]", re.DOTALL | re.MULTILINE)
    return pattern.sub(lambda _: f"CELLS = [\n{other}]", text, count=1)


@pytest.mark.parametrize(("code", "time", "told"), [
    (0, 2_000_000, ""),
    (0, 1_000_000, "compute"),  # slower than that run
    (1, 2_000_000, "League says: wrong"),
])  # fmt: skip
def test_reframe_judges_as_league_does_and_holds_the_time_against_the_run(
    run: RunView, tmp_path: Path, code: int, time: int, told: str
) -> None:
    text = exports.export([run], "reframe", None)
    (tmp_path / "tests.py").write_text(one_cell(text, time))
    words = "-t clang-19-x86_64 -b jacobi -v target-data -c W --precision fp64 -l 5 --json --out"
    cells = [
        {"class": "S", "worst": "pass", "compute_ns": None},
        {"class": "W", "worst": "wrong" if code else "pass", "compute_ns": 2_000_000.0},
    ]
    stub = tmp_path / "stub.py"
    stub.write_text(
        f"import sys\nassert sys.argv[1:-1] == {words.split()!r}\n"
        f"print({json.dumps({'exit_code': code, 'cells': cells})!r})\nsys.exit({code})\n"
    )
    done = reframe(tmp_path, "-S", f"League.league={sys.executable} {stub}", "-r")
    assert (done.returncode == 0) == (not told), done.stdout + done.stderr
    report = json.loads((tmp_path / "told.json").read_text())
    (case,) = report["runs"][0]["testcases"]
    if told:
        assert told in case["fail_reason"]
        assert case["fail_phase"] == ("sanity" if code else "performance")


@pytest.mark.slow
def test_reframe_runs_real_launches(tmp_path: Path) -> None:
    script = project_root() / "scripts" / "run_all.py"
    plan = ("-t", "gcc-12-host", "-b", "saxpy", "-v", "serial", "-c", "S", "--precision", "fp64")
    command = [sys.executable, str(script), "run", "--build-root", str(tmp_path / "build")]
    made = subprocess.run(
        [*command, *plan, "-l", "4", "--out", str(tmp_path / "runs"), "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode == 5:
        pytest.skip("no GCC 12 here")
    assert made.returncode == 0, made.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    measured = view(store.read_records(folder))
    times = [cell.median() for cell in measured.cells.values()]
    assert json.loads(made.stdout)["cells"][0]["compute_ns"] in times
    text = exports.export([measured], "reframe", None)
    # The machine may be busy: a hundred times as long is not what is asked here.
    text = re.sub(r", (\d+), ([0-9.]+)\),\n", r", \1, 100.0),\n", text)
    (tmp_path / "tests.py").write_text(text)
    done = reframe(tmp_path, "-S", f"League.league={shlex.join(command)}", "-r")
    assert done.returncode == 0, done.stdout + done.stderr
    (case,) = json.loads((tmp_path / "told.json").read_text())["runs"][0]["testcases"]
    assert (case["result"], case["system"]) == ("pass", "generic")
    (records_file,) = (tmp_path / "rfm").glob("output/**/records.jsonl")
    assert len(view(store.read_records(records_file.parent)).cells) == 1


# ---- Ramble --------------------------------------------------------------------------------------


class _Kit(types.ModuleType):
    """What `ramble.appkit` offers, as far as the documentation tells of it."""

    def __init__(self) -> None:
        super().__init__("ramble.appkit")
        self.told: dict[str, dict[str, Any]] = {}
        for name in ("executable", "workload", "workload_variable", "figure_of_merit",
                     "success_criteria"):  # fmt: skip
            self.told[name] = {}
        self.ExecutableApplication = type("ExecutableApplication", (), {})
        self.tags = lambda *names: None

        def executable(
            name: str, template: str, use_mpi: bool = False, variables: Any = None
        ) -> None:
            self.told["executable"][name] = template

        def workload(name: str, executables: list[str]) -> None:
            assert set(executables) <= set(self.told["executable"])
            self.told["workload"][name] = executables

        def workload_variable(
            name: str, default: str, description: str, workloads: list[str]
        ) -> None:
            assert set(workloads) <= set(self.told["workload"])  # which has to come first
            self.told["workload_variable"][name] = default

        def figure_of_merit(name: str, fom_regex: str, group_name: str, units: str) -> None:
            assert group_name in re.compile(fom_regex).groupindex
            self.told["figure_of_merit"][name] = (fom_regex, group_name)

        def success_criteria(name: str, mode: str, match: str) -> None:
            assert mode == "string"
            self.told["success_criteria"][name] = match

        for one in (executable, workload, workload_variable, figure_of_merit, success_criteria):
            setattr(self, one.__name__, one)


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Kit]:
    made = _Kit()
    monkeypatch.setitem(sys.modules, "ramble", types.ModuleType("ramble"))
    monkeypatch.setitem(sys.modules, "ramble.appkit", made)
    yield made


def test_ramble_has_a_repository_and_a_workspace(
    run: RunView, tmp_path: Path, kit: _Kit, capsys: pytest.CaptureFixture[str]
) -> None:
    exports.export([run], "ramble", tmp_path)
    assert yaml.safe_load((tmp_path / "repo" / "repo.yaml").read_text()) == {
        "repo": {"namespace": "league"}
    }
    file = tmp_path / "repo" / "applications" / "league" / "application.py"
    exec(compile(file.read_text(), str(file), "exec"), {"__name__": "application"})
    told = yaml.safe_load((tmp_path / "workspace" / "configs" / "ramble.yaml").read_text())
    workloads = told["ramble"]["applications"]["league"]["workloads"]
    assert set(workloads) == set(kit.told["workload"]) == {"cell"}
    experiments = workloads["cell"]["experiments"]
    assert len(experiments) == sum(cell.median() is not None for cell in run.cells.values())
    one = experiments["_".join(CELL)]
    variables = {**kit.told["workload_variable"], **told["ramble"]["variables"],
                 **one["variables"], "experiment_run_dir": "/exp"}  # fmt: skip
    assert all(isinstance(value, str) for value in variables.values())
    command = kit.told["executable"]["launch"].format(**variables)
    assert shlex.split(command)[2:] == [
        "run", "-t", CELL[0], "-b", CELL[1], "-v", CELL[2], "-c", CELL[3], "--precision", CELL[4],
        "-l", "5", "--json", "--out", "/exp/runs",
    ]  # fmt: skip
    (criterion,) = one["success_criteria"]
    assert criterion["fom_name"] in kit.told["figure_of_merit"]
    key = next(key for key in run.cells if (key.toolchain, key.benchmark, key.variant,
                                            key.letter, key.precision) == CELL)  # fmt: skip
    time = run.cells[key].median() or 0.0
    for value, good in ((time, True), (time * 2.0, False)):
        assert eval(criterion["formula"].format(value=value)) is good
    for code, found in ((0, True), (10, False), (1, False)):
        summary = _measure.summary([], tmp_path, code, None)
        summary["cells"] = [{"class": "S", "compute_ns": None}, {"compute_ns": time}]
        lines = json.dumps(summary, indent=1).splitlines()
        right = kit.told["success_criteria"]["right"]
        assert any(re.match(right, line) for line in lines) is found
        regex, group = kit.told["figure_of_merit"]["compute time"]
        matches = [one for line in lines if (one := re.match(regex, line))]
        assert [float(one.group(group)) for one in matches] == [time]


def test_what_has_no_time_or_no_place_is_refused(tmp_path: Path) -> None:
    for name in ("reframe", "ramble"):
        with pytest.raises(UsageError, match="holds no time that counts"):
            exports.export([view([], "r")], name, tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
    write_run(tmp_path, "r")
    with pytest.raises(UsageError, match="name a folder with -o"):
        call("ramble", "r", "--out", str(tmp_path))


def test_what_is_printed_for_programs_has_the_times_that_count(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    done, folder = fakes.run(tmp_path, ["-l", "4", "--precision", "fp64", "-c", "W"])
    made = store.read_records(folder)
    told = _measure.summary(made, folder, done.exit_code, None)["cells"]
    (cell,) = (cell for key, cell in view(made).cells.items() if key.letter == "W")
    assert {one["class"]: one["compute_ns"] for one in told} == {"S": None, "W": cell.median()}
    assert cell.median()
