"""The measured cells of a run as tests of ReFrame and as an application of Ramble.

Both start League for each cell, on a checkout or on a bundle, and read what `--json` prints: its
exit code is the judgement, `compute_ns` the time, which is held against the run's own.
"""

from __future__ import annotations

import json
from pathlib import Path

from league.analysis.ratios import Session
from league.base.errors import UsageError
from league.records.reading import write_text
from league.records.view import Cell, RunView

_REFRAME = '''\
"""Cells of a run of League as tests of ReFrame 4; written by `run_all.py export reframe`.

    reframe -c FILE -S "League.league=python3 /path/to/scripts/run_all.py run" --list
    reframe -c FILE -S "League.league=python3 /path/to/bundle/run.py" --performance-report -r

League judges; ReFrame gives the node, and holds the time against the run's own.
"""

import json
import pathlib

import reframe as rfm
import reframe.utility.sanity as sn

RUN = {run!r}
# toolchain, benchmark, variant, class, precision; launches; compute time in nanoseconds, and the
# share by which it may be longer: the noise floor of that run, and at least 2 %
CELLS = [
{cells}
]


@rfm.simple_test
class League(rfm.RunOnlyRegressionTest):
    #: what starts League on the node, by absolute paths
    league = variable(str)
    cell = parameter(CELLS, fmt=lambda cell: "-".join(cell[:5]))
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    sourcesdir = None
    keep_files = ["runs"]
    exclusive_access = True
    tags = {{"league"}}

    @run_before("run")
    def say_which(self):
        names = ("-t", "-b", "-v", "-c", "--precision", "-l")
        self.executable = self.league
        words = [word for pair in zip(names, map(str, self.cell[:6])) for word in pair]
        self.executable_opts = [*words, "--json", "--out", "runs"]

    def told(self):
        return json.loads(pathlib.Path(self.stagedir, str(self.stdout)).read_text())

    @sanity_function
    def right(self):
        told = self.told()
        worst = {{one["worst"] for one in told["cells"]}} - {{"pass"}}
        return sn.assert_eq(told["exit_code"], 0, f"League says: {{', '.join(sorted(worst))}}")

    @run_before("performance")
    def expect(self):
        self.reference = {{"*": {{"compute": (self.cell[6], None, self.cell[7], "ns")}}}}

    @performance_function("ns")
    def compute(self):
        cells = self.told()["cells"]
        return next(one["compute_ns"] for one in cells if one["class"] == self.cell[3])
'''

_APPLICATION = '''\
"""League as an application of Ramble; written by `run_all.py export ramble`."""

from ramble.appkit import *


class League(ExecutableApplication):
    """Verified OpenMP offload benchmarks; an experiment is a cell."""

    name = "league"

    tags("benchmark", "openmp", "offload")

    executable(
        "launch",
        "{league} -t {toolchain} -b {benchmark} -v {variant} -c {letter}"
        " --precision {precision} -l {launches} --json --out {experiment_run_dir}/runs",
        use_mpi=False,
    )

    workload("cell", executables=["launch"])

    workload_variable(
        "league",
        default="run_all.py run",
        description="What starts League on the node, by absolute paths",
        workloads=["cell"],
    )
    workload_variable(
        "launches", default="5", description="Processes that are timed", workloads=["cell"]
    )

    figure_of_merit(
        "compute time",
        fom_regex=r'\\s*"compute_ns": (?P<time>[0-9.e+]+)',
        group_name="time",
        units="ns",
    )

    success_criteria("right", mode="string", match=r'\\s*"exit_code": 0\\b')
'''
_WORKSPACE = """\
# Cells of run {run!r} of League; written by `run_all.py export ramble`.
ramble:
  variables:
    mpi_command: ''
    batch_submit: '{{execute_experiment}}'
    n_nodes: '1'
    n_ranks: '1'
    processes_per_node: '1'
    # a checkout, or the run.py of a bundle
    league: 'python3 /path/to/scripts/run_all.py run'
  applications:
    league:
      workloads:
        cell:
          experiments:
{experiments}  software:
    packages: {{}}
    environments: {{}}
"""


def to_reframe(run: RunView) -> str:
    """Return a file of ReFrame with a test per cell whose time counts."""
    lines = [
        f"    {(*names, launches, round(time), round(band, 4))!r},"
        for names, launches, time, band in _measured(run)
    ]
    return _REFRAME.format(run=run.name, cells="\n".join(lines))


def write_ramble(run: RunView, out: Path) -> None:
    """Write a repository with an application, and the configuration of a workspace.

    Raises StoreError if the folder cannot be written.
    """
    experiments = "".join(_experiment(*one) for one in _measured(run))
    application = out / "repo" / "applications" / "league" / "application.py"
    workspace = out / "workspace" / "configs" / "ramble.yaml"
    write_text(out / "repo" / "repo.yaml", "repo:\n  namespace: league\n")
    write_text(application, _APPLICATION)
    write_text(workspace, _WORKSPACE.format(run=run.name, experiments=experiments))


def _experiment(names: tuple[str, ...], launches: int, time: float, band: float) -> str:
    """Return an experiment of a workspace; JSON's texts are YAML's, too."""
    fields = dict(zip(("toolchain", "benchmark", "variant", "letter", "precision"), names))
    margin = " " * 12
    lines = [f"{json.dumps('_'.join(names))}:", "  variables:"]
    lines += [f"    {name}: {json.dumps(value)}" for name, value in fields.items()]
    lines += [
        f"    launches: '{launches}'",
        "  success_criteria:",
        "  - name: not slower",
        "    mode: fom_comparison",
        "    fom_name: compute time",
        f"    formula: '{{value}} < {round(time * (1.0 + band))}'",
    ]
    return "".join(f"{margin}{line}\n" for line in lines)


def _measured(run: RunView) -> list[tuple[tuple[str, ...], int, float, float]]:
    """Return names, launches, time and noise of the cells whose times count."""
    floor = Session(run).floor
    found: list[tuple[tuple[str, ...], int, float, float]] = []
    for key, cell in sorted(run.measured.items()):
        time = cell.median()
        if time is not None:
            names = (key.toolchain, key.benchmark, key.variant, key.letter, key.precision)
            found.append((names, _launches(cell), time, floor.band(time)))
    if not found:
        raise UsageError(f"{run.name} holds no time that counts; there is nothing to export")
    return found


def _launches(cell: Cell) -> int:
    return max(1, len(cell.medians()))
