"""The export for ReFrame, which loads and runs its file."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import fakes
import pytest
from saying import called
from synthetic import records

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
    return called([*command, *words], env=environment, cwd=folder)


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
    other = line if time is None else re.sub(r"(, \d+), \d+, ", rf"\1, {time}, ", line, count=1)
    pattern = re.compile(r"^CELLS = \[.*?^\]", re.DOTALL | re.MULTILINE)
    return pattern.sub(lambda _: f"CELLS = [\n{other}]", text, count=1)


CONFIG = """
node = {"scheduler": "slurm", "launcher": "local", "environs": ["built"]}
gpu = {**node, "name": "gpu", "resources": [
    {"name": "gpu", "options": ["--gres=gpu:{num_gpus_per_node}"]}]}
site_configuration = {"environments": [{"name": "built"}], "systems": [
    {"name": "here", "hostnames": [".*"], "partitions": [{**node, "name": "cpu"}, gpu]}]}
"""


def test_reframe_makes_a_pipeline_of_systems_environments_and_gpus(tmp_path: Path) -> None:
    """With ReFrame's own --ci-generate; cells for GPUs go where those are."""
    exports.export([view(records(gpu=True), "run")], "reframe", tmp_path / "tests.py")
    (tmp_path / "config.py").write_text(CONFIG)
    where = {"league": "/sw/league/run", "systems": "here:cpu", "gpu_systems": "here:gpu",
             "environments": "built", "measured_on": "here:gpu"}  # fmt: skip
    words = [word for name, value in where.items() for word in ("-S", f"League.{name}={value}")]
    config = ("-C", str(tmp_path / "config.py"))
    done = reframe(tmp_path, *config, *words, "-R", f"--ci-generate={tmp_path}/child.yml")
    assert done.returncode == 0, done.stdout + done.stderr
    pipeline = (tmp_path / "child.yml").read_text()
    jobs = re.findall(r"^League_\w+:$", pipeline, re.MULTILINE)
    listed = reframe(tmp_path, *config, *words, "-lC").stdout
    on = Counter(re.findall(r"@here:(cpu|gpu)\+built", listed))
    assert len(jobs) == sum(on.values()) and min(on["cpu"], on["gpu"]) > 0
    for line in re.findall(r"^- League .*", listed, re.MULTILINE):
        assert (":gpu" in line) == ("nvcc" in line or "nvptx" in line), line
    described = reframe(tmp_path, *config, *words, "-n", "cuda", "--describe").stdout
    assert '"num_gpus_per_node": 1' in described


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
    command = [sys.executable, str(script), "run"]
    made = called([*command, *plan, "-l", "4", "--out", str(tmp_path / "runs"), "--json"])
    if made.returncode == 5:
        pytest.skip("no GCC 12 here")
    assert made.returncode == 0, made.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    measured = view(store.read_records(folder))
    times = [cell.median() for cell in measured.cells.values()]
    assert json.loads(made.stdout)["cells"][0]["compute_ns"] in times
    text = exports.export([measured], "reframe", None)
    # The machine may be busy: a hundred times as long is not what is asked here.
    text, cells = re.subn(r", [0-9.e-]+, (\d+)\),\n", r", 100.0, \1),\n", text)
    assert cells == 1
    (tmp_path / "tests.py").write_text(text)
    done = reframe(tmp_path, "-S", f"League.league={shlex.join(command)}", "-r")
    assert done.returncode == 0, done.stdout + done.stderr
    (case,) = json.loads((tmp_path / "told.json").read_text())["runs"][0]["testcases"]
    assert (case["result"], case["system"]) == ("pass", "generic")
    (records_file,) = (tmp_path / "rfm").glob("output/**/records.jsonl")
    assert len(view(store.read_records(records_file.parent)).cells) == 1


def test_what_has_no_time_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no time that counts"):
        exports.export([view([], "r")], "reframe", tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_what_is_printed_for_programs_has_the_times_that_count(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    done, folder = fakes.run(tmp_path, ["-l", "4", "--precision", "fp64", "-c", "W"])
    made = store.read_records(folder)
    told = _measure.summary(made, done, None)["cells"]
    (cell,) = (cell for key, cell in view(made).cells.items() if key.letter == "W")
    assert {one["class"]: one["compute_ns"] for one in told} == {"S": None, "W": cell.median()}
    assert cell.median()
