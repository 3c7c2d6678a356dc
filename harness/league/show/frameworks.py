"""The measured cells of a run as tests of ReFrame.

It starts League for each cell, on a checkout or on a bundle, and reads what `--json` prints: its
exit code is the judgement, `compute_ns` the time, which is held against the run's own.
"""

from __future__ import annotations

from league.analysis.ratios import Session
from league.base.errors import UsageError
from league.records.view import RunView
from league.show.trackers import timed

_REFRAME = '''\
"""Cells of a run of League as tests of ReFrame 4; written by `run_all.py export reframe`.

    reframe -c FILE -S "League.league=python3 /path/to/scripts/run_all.py run" --list
    reframe -c FILE -S "League.league=python3 /path/to/bundle/run.py" --performance-report -r
    reframe -c FILE -S League.league=... -S League.gpu_systems=here:gpu --ci-generate=child.yml -R

League judges; ReFrame gives the node, and holds the time against the run's own where that was
made: -S League.measured_on=here:gpu names that system (default: it holds everywhere).
"""

import json
import pathlib

import reframe as rfm
import reframe.utility.typecheck as typ
import reframe.utility.sanity as sn

RUN = {run!r}
# toolchain, benchmark, variant, class, precision; launches; compute time in nanoseconds, and the
# share by which it may be longer (the noise floor of that run, and at least 2 %); GPUs it needs
CELLS = [
{cells}
]


@rfm.simple_test
class League(rfm.RunOnlyRegressionTest):
    #: what starts League on the node, by absolute paths
    league = variable(str)
    cell = parameter(CELLS, fmt=lambda cell: "-".join(cell[:5]))
    #: where cells run that need a GPU, where others do, and in which environments
    gpu_systems = variable(typ.List[str], value=["*"])
    systems = variable(typ.List[str], value=["*"])
    environments = variable(typ.List[str], value=["*"])
    #: the system that the run was made on
    measured_on = variable(str, value="*")
    sourcesdir = None
    keep_files = ["runs"]
    exclusive_access = True
    tags = {{"league"}}

    @run_after("init")
    def say_where(self):
        gpus = self.cell[8]
        self.valid_systems = self.gpu_systems if gpus else self.systems
        self.valid_prog_environs = self.environments
        if gpus:
            self.num_gpus_per_node = gpus
            self.extra_resources = {{"gpu": {{"num_gpus_per_node": gpus}}}}

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
        expected = (self.cell[6], None, self.cell[7], "ns")
        self.reference = {{self.measured_on: {{"compute": expected}}}}

    @performance_function("ns")
    def compute(self):
        cells = self.told()["cells"]
        return next(one["compute_ns"] for one in cells if one["class"] == self.cell[3])
'''


def to_reframe(run: RunView) -> str:
    """Return a file of ReFrame with a test per cell whose time counts.

    Raises UsageError if there is none.
    """
    floor = Session(run).floor
    lines = []
    for cell, median in timed(run):
        key = cell.key
        band = round(floor.band(median), 4)
        gpus = int(run.toolchains.get(key.toolchain, {}).get("device") in ("nvptx", "amdgcn"))
        lines.append(f"    {(*key, len(cell.medians()), round(median), band, gpus)!r},")
    if not lines:
        raise UsageError(f"{run.name} holds no time that counts; there is nothing to export")
    return _REFRAME.format(run=run.name, cells="\n".join(lines))
