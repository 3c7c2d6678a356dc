"""Profiles: what the runtime did is told, beside the records and never as a time."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from saying import called

from league.base.errors import LeagueError, UsageError
from league.profile import events, plan, tools
from league.records import schema, store, view
from league.run import manifest, session
from league.run.options import Options
from league.run.select import Selection
from league.show import profiles
from league.show.plots import profile as picture
from tests import fakes

ROOT = Path(__file__).resolve().parents[2]
DEVICE = "clang-19-x86_64"
NM = """\
0000000000000100 T league::jacobi::run(league::Stopwatch&)
0000000000000200 t void (anonymous namespace)::step<double, std::pair<int, int> >(int)
0000000000000300 T league::runs_on_device()
0000000000000400 D some_data
"""
# The first sweep is slow; the probe of the core comes before; both sweeps are of one directive.
WRITTEN = """\
league-profile-1 9 0
kernel 100 105 0 0 0
target 90 110 0 784 0
to 1020 1060 640 260 0
kernel 1070 1470 0 0 0
from 1480 1490 640 260 0
target 1000 1500 0 260 0
to 2010 2020 640 260 0
kernel 2020 2070 0 0 0
target 2000 2080 0 260 0
"""


def told(text: str = WRITTEN) -> list[dict[str, Any]]:
    return [one.fields() for one in events.places(events.parse(text), events.Symbols(NM))]


def test_what_happened_inside_a_directive_is_summed_and_the_rest_is_told() -> None:
    (one,) = told()
    assert (one["name"], one["kind"], one["count"]) == ("run", "target", 2)
    assert one["operations"] == {
        "to": {"count": 2, "bytes": 1280, "time_ns": 50},
        "kernel": {"count": 2, "bytes": 0, "time_ns": 450},
        "from": {"count": 1, "bytes": 640, "time_ns": 10},
    }
    assert (one["time_ns"], one["rest_ns"]) == (580, 70)
    assert one["typical_ns"] == {"total": 290, "to": 25, "kernel": 225, "from": 5, "rest": 35}


def test_directives_of_one_function_are_told_apart() -> None:
    text = "league-profile-1 3 0\ntarget 1 2 0 513 0\ntarget 3 4 0 520 0\nexit-data 5 6 0 257 0\n"
    assert [one["name"] for one in told(text)] == ["step 1", "step 2", "run"]


def test_an_operation_belongs_to_the_region_of_its_own_thread_that_encloses_it() -> None:
    text = (
        "league-profile-1 5 0\nkernel 12 14 0 0 1\nkernel 11 19 0 0 0\n"
        "target 10 20 0 257 1\ntarget 13 18 0 257 2\ntarget 10 20 0 257 0\n"
    )
    found = events.regions(events.parse(text))
    times = {one.scope.thread: one.time_of("kernel") for one in found}
    assert times == {0: 8, 1: 2, 2: 0}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "something else",
        "league-profile-1 -1 0\n",
        *(
            f"league-profile-1 1 0\n{line}"
            for line in (
                "",
                "target 5 4 0 0 0\n",
                "target 1 x 0 0 0\n",
                "teleport 1 2 0 0 0\n",
                f"target 1 {'9' * 400} 0 0 0\n",
            )
        ),
    ],
)
def test_what_is_no_profile_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"it|line"):
        events.parse(text)


def test_the_trace_is_in_the_format_that_trace_viewers_read() -> None:
    trace = events.parse(WRITTEN)
    found = events.chrome_trace(trace, events.places(trace, events.Symbols(NM)), "jacobi")
    head, *rest = json.loads(json.dumps(found))["traceEvents"]
    assert (head["ph"], head["args"]) == ("M", {"name": "jacobi"})
    assert len(rest) == 9
    assert {one["ph"] for one in rest} == {"X"}
    first = rest[2]
    assert (first["name"], first["ts"], first["dur"], first["tid"]) == ("target: run", 0.91, 0.5, 0)
    assert rest[3] == {
        "ph": "X", "pid": 1, "tid": 0, "name": "to", "cat": "operation", "ts": 0.93, "dur": 0.04,
        "args": {"bytes": 640},
    }  # fmt: skip


WRITES = """
import pathlib
if "LEAGUE_PROFILE" in os.environ:
    pathlib.Path(os.environ["LEAGUE_PROFILE"]).write_text({text!r})
"""


def offers(project: Path, variant: str, body: str = "") -> None:
    fakes.add_program(project / "build", variant, body, device="x86_64")


def carry_out(
    project: Path, tool: str, monkeypatch: pytest.MonkeyPatch, library: Path | None
) -> tuple[int, Path]:
    monkeypatch.setattr(tools, "library", lambda variant: library)
    options = Options(
        project, "run", Selection(), toolchains=("fake",), classes=("S",), precisions=("fp64",),
        out=project / "runs", no_color=True,
    )  # fmt: skip
    made = fakes.over_fakes(plan.Profiling(options, tool))
    done = session.carry_out(made, find=lambda _: [fakes.FakeFound("fake")])
    return done.exit_code, done.folder


def profiled(folder: Path) -> list[dict[str, Any]]:
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    return [one for one in records if one["kind"] == "launch" and one["mode"] == plan.MODE]


def test_a_profile_is_kept_beside_the_records_and_is_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers(tmp_path, "target-data", WRITES.format(text=WRITTEN))
    fakes.add_program(tmp_path / "build", "omp")
    code, folder = carry_out(tmp_path, tools.OMPT, monkeypatch, tmp_path / "lib.so")
    assert code == 0
    (one,) = profiled(folder)
    assert one["variant"] == "target-data"  # nothing of omp is handed to a device
    assert one["environment"]["OMP_TOOL_LIBRARIES"].endswith("lib.so")
    counts = [(region["name"], region["count"]) for region in one["profile"]["regions"]]
    assert counts == [("? 1", 1), ("? 2", 2)]  # a script has no symbols
    trace = folder / one["profile"]["file"]
    assert json.loads(trace.read_text())["traceEvents"]
    table = trace.with_name(trace.name.replace(".trace.json", ".csv")).read_text()
    rows = list(csv.DictReader(table.splitlines()))
    told = [row["operation"] for row in rows if row["region"] == "? 2"]
    assert told == ["to", "kernel", "from", "rest"]
    text = profiles.text(store.read_records(folder))
    assert "toy.target-data S fp64 fake" in text
    assert "290 ns" in text
    drawn = picture.write("title", one["profile"], folder).read_text()
    assert "9 events over time" in drawn
    seen = view.view(store.read_records(folder))
    assert not [launch for cell in seen.cells.values() for launch in cell.launches]


@pytest.mark.parametrize("body", ["pass", WRITES.format(text="league-profile-1 7 0\n")])
def test_a_program_that_writes_no_profile_costs_its_own_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    offers(tmp_path, "target-data", body)
    offers(tmp_path, "target-naive", WRITES.format(text=WRITTEN))
    code, folder = carry_out(tmp_path, tools.OMPT, monkeypatch, tmp_path / "lib.so")
    assert code == 0
    kept = {one["variant"]: "profile" in one for one in profiled(folder)}
    assert kept == {"target-data": False, "target-naive": True}
    assert "no profile" in capsys.readouterr().err


def test_a_runtime_that_cannot_be_asked_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variant in ("target-data", "target-naive"):
        fakes.add_program(tmp_path / "build", variant, device="x86_64")
    code, folder = carry_out(tmp_path, tools.OMPT, monkeypatch, None)
    assert code == 4
    assert profiled(folder) == []
    said = capsys.readouterr().err
    assert said.count("tells no operations of regions") == 1
    assert "toy.target-data fake and 1 more" in said


UNTIL = 'while [ "$1" != {} ]; do shift; done; '
PROFILERS = [
    ("nsys", UNTIL.format("--output") + 'shift 2; echo "CUDA summary"; exec "$@"'),
    ("ncu", UNTIL.format("--log-file") + 'echo "CUDA summary" > "$2"; shift 2; exec "$@"'),
    ("rocprof", 'shift; echo "CUDA summary" > "${2%.csv}.stats.csv"; shift 2; exec "$@"'),
]


@pytest.mark.parametrize(("tool", "script"), PROFILERS)
def test_a_vendors_profiler_wraps_the_launch_and_its_summary_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str, script: str
) -> None:
    stand_in = fakes.script(tmp_path / "bin" / tool, f"#!/bin/sh\n{script}\n")
    monkeypatch.setenv("PATH", str(stand_in.parent), prepend=":")
    tools.demand(tool)
    fakes.add_program(tmp_path / "build", "target-data", device="x86_64")
    code, folder = carry_out(tmp_path, tool, monkeypatch, None)
    assert code == 0
    (one,) = profiled(folder)
    assert one["profile"]["tool"] == tool
    assert "CUDA summary" in (folder / one["profile"]["file"]).read_text()
    checked = [r for r in store.read_records(folder) if r.get("mode") == "check"]
    assert all("profile" not in one for one in checked)


def test_what_a_profile_cannot_be_asked_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="nsys was not found"):
        plan.demand(Options(tmp_path, "run"), "nsys")
    with pytest.raises(UsageError, match="leave out -l"):
        plan.demand(Options(tmp_path, "run", launches=3), tools.OMPT)


def test_a_library_that_does_not_build_is_blamed_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cmake = fakes.script(
        tmp_path / "bin" / "cmake", "#!/bin/sh\necho 'error: no such type'\nexit 1\n"
    )
    monkeypatch.setenv("PATH", str(cmake.parent), prepend=":")
    fakes.add_program(tmp_path / "build", "target-data", device="x86_64")
    (tmp_path / "build/fake/CMakeCache.txt").touch()
    work = manifest.variants(tmp_path / "build" / "fake")
    with pytest.raises(LeagueError, match="profiling library of fake: error: no such type"):
        tools.library(work[0])


@pytest.mark.slow()
def test_a_naive_sweep_copies_two_grids_there_and_one_back(tmp_path: Path) -> None:
    command = [sys.executable, "scripts/run_all.py", "run", "--profile", "-t", DEVICE]
    command += ["-b", "jacobi", "-v", "target-naive", "-c", "S", "--precision", "fp64"]
    done = called([*command, "--out", str(tmp_path)], cwd=ROOT, timeout=600)
    if done.returncode == 5:
        pytest.skip(f"{DEVICE} is not usable on this machine")
    assert done.returncode == 0, done.stdout + done.stderr
    (folder,) = tmp_path.iterdir()
    (one,) = profiled(folder)
    (sweep,) = one["profile"]["regions"]
    parameters = one["record"]["class"]
    grid, sweeps = 8 * parameters["n"] ** 2, parameters["sweeps"]
    assert (sweep["kind"], sweep["count"]) == ("target", sweeps)
    found = {name: (op["count"], op["bytes"]) for name, op in sweep["operations"].items()}
    assert found["kernel"][0] == sweeps
    assert found["to"] == (2 * sweeps, 2 * sweeps * grid)
    assert found["from"] == (sweeps, sweeps * grid)
    assert one["record"]["samples"][0]["compute_motion"] is None  # the counter has declined
