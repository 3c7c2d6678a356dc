"""Every outcome of a real Slurm on this machine, and what becomes of it; programs are scripts."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import fakes
import pytest
import slurm
from batches import collected, submitted
from bundles import packed
from fakes import launches
from saying import called, run_all

from league import cli
from league.base.paths import project_root
from league.batch import collect, files
from league.batch.collect import Standing
from league.batch.scheduler import PENDING, Request, Resources, SchedulerError
from league.batch.slurm import Slurm
from league.bundle import archive
from league.records import store

pytestmark = pytest.mark.skipif(bool(slurm.missing()), reason=f"no {slurm.missing()} here")

CHECK = ("-v", "serial", "--precision", "fp64")


@pytest.fixture(scope="module")
def cluster() -> Iterator[slurm.Cluster]:
    with slurm.cluster() as made:
        yield made


def job_of(folder: Path, array: int = 0) -> str:
    return collect.files.read(folder / "batch").arrays[array].job


def until(what: Callable[[], bool], patience_s: float = 600.0) -> None:
    """Wait until something is so.

    Slurm keeps a job that it queued again for two minutes, each time, and two starts may fail.
    """
    end = time.monotonic() + patience_s
    while not what():
        assert time.monotonic() < end, called(["squeue", "-t", "all"]).stdout
        time.sleep(0.3)


def complete(folder: Path, patience_s: float = 600.0, **settings: Any) -> tuple[Standing, int]:
    """Collect until every launch has ended."""
    last: list[tuple[Standing, int]] = []

    def done() -> bool:
        last[:] = [collected(folder, Slurm(), **settings)]
        return last[0][0].complete

    until(done, patience_s)
    return last[0]


def project_of(tmp_path: Path, body: str = "") -> Path:
    fakes.add_program(tmp_path / "build", "serial", body)
    return tmp_path


def reason_of(job: str) -> str:
    """Return what a job waits for, in the batch system's words."""
    state = Slurm().poll([job]).get((job, 0))
    return state.reason if state is not None and state.phase == PENDING else ""


def test_exit_0_is_a_pass_and_a_run_like_any_other(cluster: slurm.Cluster, tmp_path: Path) -> None:
    project = project_of(tmp_path)
    fakes.add_program(project / "build", "omp")
    done, folder = submitted(project, Slurm(), "-l", "2", "--precision", "fp64", per_task=3)
    assert done.exit_code == 0
    standing, code = complete(folder)
    assert (code, standing.lost, standing.planned) == (0, 0, 3 + 6)
    assert {one["worst"] for one in launches(folder)} == {"pass"}
    local, _ = fakes.run(project, ["-l", "2", "--precision", "fp64"])
    assert local.exit_code == 0


def test_gpus_are_bound_by_slurm(cluster: slurm.Cluster, tmp_path: Path) -> None:
    """The launch sees the device that its job was given, and the record says so."""
    project = project_of(tmp_path)
    _, folder = submitted(project, Slurm(), *CHECK, verb="check", resources=Resources(gres="gpu:1"))
    complete(folder)
    assert launches(folder)[0]["environment"]["CUDA_VISIBLE_DEVICES"] == "0"
    assert Slurm().poll(["99999"]) == {}  # forgotten
    assert set(Slurm().poll(["99999", job_of(folder)])) == {(job_of(folder), 0)}


PROGRAMS = [
    ("code = 7", "nonzero(7)"),
    ("os.kill(os.getpid(), signal.SIGSEGV)", "crash(SIGSEGV)"),
    ("time.sleep(600)", "timeout"),
]


@pytest.mark.parametrize(("body", "value"), PROGRAMS)
def test_what_a_program_does_is_its_own_verdict(
    cluster: slurm.Cluster, tmp_path: Path, body: str, value: str
) -> None:
    """Whatever Slurm would make of it: the launch has its own timer and its own file."""
    project = project_of(tmp_path, body)
    _, folder = submitted(project, Slurm(), *CHECK, "--timeout", "1", verb="check")
    standing, code = complete(folder)
    assert (standing.lost, code) == (0, 1)
    assert launches(folder)[0]["worst"] == value


def test_a_task_that_cannot_start_is_lost_with_its_last_words(
    cluster: slurm.Cluster, tmp_path: Path
) -> None:
    project = project_of(tmp_path)
    _, folder = submitted(
        project, Slurm(), *CHECK, verb="check", setup=("echo no such module; exit 7",)
    )
    standing, code = complete(folder)
    assert (standing.lost, code) == (1, 1)
    reason = launches(folder)[0]["reason"]
    assert reason == "its job ended: failed (NonZeroExitCode): no such module"


@pytest.mark.cluster
def test_the_time_limit_of_a_job(cluster: slurm.Cluster, tmp_path: Path) -> None:
    project = project_of(tmp_path, "time.sleep(600)")
    _, folder = submitted(project, Slurm(), *CHECK, verb="check", resources=Resources(minutes=1))
    _, code = complete(folder, 180.0)
    assert code == 1
    (made,) = launches(folder)
    assert made["worst"] == "timeout"
    assert made["reason"] == "its job ended: timeout (TimeLimit)"


def test_cancelled_jobs(cluster: slurm.Cluster, tmp_path: Path) -> None:
    project = project_of(tmp_path, "time.sleep(600)")
    _, folder = submitted(project, Slurm(), *CHECK, verb="check")
    until(lambda: collected(folder, Slurm())[0].running == 1)
    assert cli.main(["cancel", str(folder)]) == 0
    standing, code = complete(folder)
    assert (standing.lost, code) == (1, 1)
    # The scheduler's own word stands behind it where there is one.
    assert launches(folder)[0]["worst"].startswith("skipped(its job ended: cancelled")


@pytest.mark.cluster
@pytest.mark.parametrize("keeps_scripts", [False, True])
def test_a_lost_node_costs_nothing_but_time(
    cluster: slurm.Cluster, tmp_path: Path, keeps_scripts: bool
) -> None:
    """The task is queued again and goes on: what had ended is not launched a second time.

    Also where the node comes back with files in its way, so that Slurm cannot start the task again
    and holds it.
    """
    log = tmp_path / "log"
    slow = "time.sleep(3)"
    project = project_of(tmp_path, f"open({str(log)!r}, 'a').write('x'); {slow}")
    _, folder = submitted(
        project, Slurm(), "-v", "serial", "--precision", "fp64", "-l", "4",
        resources=Resources(options=("--nodelist=n0",)),
    )  # fmt: skip
    # A check and two timed launches have ended, and a third one runs.
    until(lambda: collected(folder, Slurm())[0].left <= 6 and len(log.read_text()) > 3)
    cluster.kill_node("n0", keeps_scripts=keeps_scripts)
    until(lambda: "n0" in cluster.call("sinfo", "-h", "-N", "-t", "down", "-o", "%N"))
    standing, _ = collected(folder, Slurm())
    assert standing.lost == 0
    cluster.start_node("n0")
    if keeps_scripts:
        until(lambda: reason_of(job_of(folder, 1)) == "launch failed requeued held")
        standing, _ = collected(folder, Slurm())
        assert (standing.lost, standing.again) == (0, 1)
    standing, code = complete(folder)
    assert (standing.lost, code) == (0, 0)
    restarts = [one["batch"]["restart"] for one in launches(folder) if one["mode"] == "timed"]
    assert sorted(set(restarts)) == [0, max(restarts)] and max(restarts) > 0
    # Launched twice is only what ran when the node was lost.
    assert len(log.read_text()) - standing.planned in (0, 1)
    cluster.wait_idle(2, 60.0)


@pytest.mark.cluster
def test_a_bundle_travels_into_a_job_and_its_results_out_of_it(
    cluster: slurm.Cluster, tmp_path: Path
) -> None:
    """By the script of docs/bundle.md, as it stands there."""
    fakes.add_program(tmp_path / "build", "serial", "time.sleep(0.5)")
    packed(tmp_path, tmp_path / "gpu.tar.xz")
    page = (project_root() / "harness" / "docs" / "bundle.md").read_text()
    script = page.partition("```bash\n")[2].partition("```")[0]
    assert "--budget 25m" in script
    script = script.replace("--budget 25m", "--budget 3s -l 50 --precision fp64")
    (tmp_path / "job.sh").write_text(script)
    subprocess.run(
        ["sbatch", "--wait", "-D", str(tmp_path), "-o", str(tmp_path / "said"), "job.sh"],
        cwd=tmp_path, check=False, timeout=240,
    )  # fmt: skip
    results = list(tmp_path.glob("results-*.tar.gz"))
    assert len(results) == 1, (tmp_path / "said").read_text()
    home = archive.import_results(results[0], tmp_path / "home")[0]
    timed = [one for one in launches(home) if one["mode"] == "timed"]
    assert 0 < len(timed) < 50 and {one["worst"] for one in timed} == {"pass"}
    assert store.read_records(home)[-1]["state"] == "finished"


@pytest.mark.parametrize(
    ("resources", "words"),
    [(Resources(gres="gpu:4"), "node configuration is not available"),
     (Resources(partition="no"), "Invalid partition name")],
)  # fmt: skip
def test_an_impossible_request_is_refused_with_slurms_words(
    cluster: slurm.Cluster, tmp_path: Path, resources: Resources, words: str
) -> None:
    with pytest.raises(SchedulerError, match=words):
        submitted(project_of(tmp_path), Slurm(), *CHECK, verb="check", resources=resources)


WAITS = [
    (("--nodes=5", "--ntasks=5"), "PartitionConfig"),
    (("--hold",), "JobHeldUser"),
]


@pytest.mark.parametrize(("options", "reason"), WAITS)
def test_what_waits_for_ever_is_told_and_cancelled(
    cluster: slurm.Cluster, tmp_path: Path, options: tuple[str, ...], reason: str
) -> None:
    project = project_of(tmp_path)
    _, folder = submitted(
        project, Slurm(), *CHECK, verb="check", resources=Resources(options=options)
    )
    until(lambda: reason_of(job_of(folder)) == reason)
    standing, code = collected(folder, Slurm())
    assert (standing.left, code) == (1, 4)
    assert standing.lines()[-1] == f"1 tasks wait: {reason}, which does not end by itself"
    standing, code = complete(folder, pending_limit_s=0.0)
    assert (standing.lost, code) == (1, 1)
    assert launches(folder)[0]["reason"].endswith(f"min for: {reason}")


def test_a_dependency_that_fails_ends_the_job(cluster: slurm.Cluster, tmp_path: Path) -> None:
    # Not to be queued again: it has to fail, also where Slurm cannot start it.
    words = ("--parsable", "--no-requeue", "-o", "/dev/null", "--wrap", "exit 1")
    first = cluster.call("sbatch", *words).strip()
    project = project_of(tmp_path)
    _, folder = submitted(
        project, Slurm(), *CHECK, verb="check",
        resources=Resources(options=(f"--dependency=afterok:{first}",)),
    )  # fmt: skip
    standing, code = complete(folder)
    assert (standing.lost, code) == (1, 1)
    assert launches(folder)[0]["worst"].startswith("skipped(its job ended: cancelled")


def test_an_unreachable_slurm_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SchedulerError, match="cannot start squeue"):
        Slurm().poll(["1"])
    stub = tmp_path / "squeue"
    told = "slurm_load_jobs error: Unable to contact slurm controller (connect failure)"
    fakes.script(stub, f"#!/bin/sh\necho '{told}' >&2\nexit 1\n")
    with pytest.raises(SchedulerError, match="squeue refused: slurm_load_jobs error: Unable"):
        Slurm().poll(["1"])


@pytest.mark.cluster
def test_the_same_plan_here_and_through_slurm(cluster: slurm.Cluster, tmp_path: Path) -> None:
    """Every cell has the same verdict, of the same program."""
    site = tmp_path / "site.toml"
    site.write_text(f'schema = 1\npython = "{sys.executable}"\n')
    toolchains = ["gcc-12-host", *(["clang-19-x86_64"] if shutil.which("clang++-19") else [])]
    plan = ("-b", "jacobi", "-t", ",".join(toolchains), "-v", "serial,target-data", "-c", "S",
            "--precision", "all", "-l", "5", "--seed", "23")  # fmt: skip
    local = run_all("run", *plan, "--out", str(tmp_path / "local"))
    assert local.returncode == 0, local.stderr
    words = ("--site", str(site), "--out", str(tmp_path / "slurm"))
    made = run_all("submit", *plan, *words)
    assert made.returncode == 0, made.stderr
    (there,) = (tmp_path / "slurm").iterdir()
    # Seldom: what collects computes beside the launches here, not on another machine.
    ended = run_all("collect", str(there), "--wait", "--poll", "30")
    assert ended.returncode == 0, ended.stdout
    (here,) = (tmp_path / "local").iterdir()

    def verdicts(folder: Path) -> dict[object, set[str]]:
        """Return what checks and cells ended as; noise and length are not the plan's."""
        told: dict[object, set[str]] = {}
        for one in store.read_records(folder):
            if one["kind"] == "launch":
                cell = store.key_of(one)[:6]
                stages = one["verdict"]
                ended = ":".join(str(stages[name]) for name in ("launch", "answer", "place"))
                told.setdefault(cell, set()).add(ended)
        return told

    assert verdicts(here) == verdicts(there)
    compared = run_all("compare", str(here), str(there), "--json")
    assert compared.returncode in (0, 4), compared.stderr
    told = json.loads(compared.stdout)
    assert told["cells"] and all(one["same_binary"] for one in told["cells"])
    assert (told["only_first"], told["only_second"], told["lost"]) == (0, 0, [])


def test_a_task_that_is_told_that_its_time_is_short_stops_by_itself(
    cluster: slurm.Cluster, tmp_path: Path
) -> None:
    """By SIGUSR1, half a minute before its limit where it has ten minutes or more."""
    project = project_of(tmp_path, "time.sleep(600)")
    _, folder = submitted(project, Slurm(), *CHECK, verb="check", resources=Resources(minutes=10))
    until(lambda: collected(folder, Slurm())[0].running == 1)
    until(lambda: files.look(folder / "batch", 0, 0).begun == {0: 1})
    request = Request("n", Path("s"), Path("l"), 1, 10, Resources(), exclusive=False)
    assert "--signal=B:USR1@30" in Slurm().command(request)
    cluster.call("scancel", "--batch", "--signal=USR1", f"{job_of(folder)}_0")
    standing, code = complete(folder)
    assert (standing.lost, code) == (1, 1)
    assert launches(folder)[0]["reason"] == (
        "its job ended: failed (NonZeroExitCode): league: stopped before its end;"
        " submit --resume makes what is left"
    )
    assert "USR1" not in " ".join(Slurm().command(replace(request, minutes=9)))
