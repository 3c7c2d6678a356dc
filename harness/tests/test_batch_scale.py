"""Launches of a real benchmark by the hundred through a real Slurm, with what goes wrong there."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import slurm

from league.records import schema, store

PROJECT = Path(__file__).resolve().parents[2]
LAUNCHES = 500
KILLS = 20

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(bool(slurm.missing()), reason=f"no {slurm.missing()} here"),
]


def collect(folder: Path, *words: str) -> subprocess.Popen[str]:
    script = PROJECT / "scripts" / "run_all.py"
    return subprocess.Popen(
        [sys.executable, str(script), "collect", str(folder), "--json", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_500_launches_a_lost_node_and_20_killed_collects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All launches leave a record, none two, and what had ended is not launched again."""
    site = tmp_path / "site.toml"
    site.write_text(f'schema = 1\npython = "{sys.executable}"\n')
    chance = random.Random(23)
    with slurm.cluster() as cluster:
        for name in ("SLURM_CONF", "PATH"):
            monkeypatch.setenv(name, cluster.environment[name])
        made = subprocess.run(
            [sys.executable, str(PROJECT / "scripts" / "run_all.py"), "submit", "-b", "jacobi",
             "-t", "gcc-12-host", "-v", "serial", "-c", "S", "--precision", "fp64",
             "-l", str(LAUNCHES // 2), "-r", "1", "-w", "0", "--per-task", "20",
             "--site", str(site), "--out", str(tmp_path / "runs")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        (folder,) = (tmp_path / "runs").iterdir()
        kills = 0
        lost = started = False
        end = time.monotonic() + 1500.0
        while True:
            assert time.monotonic() < end
            one = collect(folder)
            if kills < KILLS:
                time.sleep(chance.uniform(0.05, 0.8))
                if one.poll() is None:
                    one.kill()
                    kills += 1
                one.wait()
                assert one.stdout is not None and one.stderr is not None
                one.stdout.close()
                one.stderr.close()
            else:
                out, told = one.communicate()
                assert one.returncode in (0, 4), told
                if json.loads(out)["complete"]:
                    break
                time.sleep(3.0)
            begun = sum(1 for _ in folder.glob("batch/1-*/*.json"))
            if not lost and begun > 100:
                cluster.kill_node("n1")
                lost = True
            if (
                lost
                and not started
                and "n1" in cluster.call("sinfo", "-h", "-N", "-t", "down", "-o", "%N")
            ):
                cluster.start_node("n1")
                started = True
    assert lost and started and kills == KILLS
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    launches = [one for one in records if one["kind"] == "launch"]
    keys = Counter(store.launch_key(one) for one in launches)
    timed = [one for one in launches if one["mode"] == "timed"]
    assert max(keys.values()) == 1
    # The pair of identical launches doubles what was asked for; and one check.
    assert (len(timed), len(launches)) == (LAUNCHES, LAUNCHES + 1)
    assert {one["worst"].partition("(")[0] for one in launches} <= {"pass", "noisy", "too-short"}
    assert not any(one["batch"]["lost"] for one in launches)
    restarted = sum(one["batch"]["restart"] > 0 for one in launches)
    print(f"{len(launches)} records, {restarted} of them after a restart", file=sys.stderr)
    assert restarted > 0


def run_all(*words: str) -> subprocess.CompletedProcess[str]:
    script = PROJECT / "scripts" / "run_all.py"
    return subprocess.run(
        [sys.executable, str(script), *words], capture_output=True, text=True, check=False
    )


def test_the_same_plan_here_and_through_slurm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every cell has the same verdict, and no cell is told to be faster or slower.

    The second holds on a machine that is as busy during one run as during the other.
    """
    site = tmp_path / "site.toml"
    site.write_text(f'schema = 1\npython = "{sys.executable}"\n')
    toolchains = ["gcc-12-host", *(["clang-19-x86_64"] if shutil.which("clang++-19") else [])]
    plan = ("-b", "jacobi", "-t", ",".join(toolchains), "-v", "serial,target-data", "-c", "S",
            "--precision", "all", "-l", "5", "--seed", "23")  # fmt: skip
    local = run_all("run", *plan, "--out", str(tmp_path / "local"))
    assert local.returncode == 0, local.stderr
    with slurm.cluster() as cluster:
        for name in ("SLURM_CONF", "PATH"):
            monkeypatch.setenv(name, cluster.environment[name])
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
                cell = store.launch_key(one)[:6]
                stages = one["verdict"]
                ended = ":".join(str(stages[name]) for name in ("launch", "answer", "place"))
                told.setdefault(cell, set()).add(ended)
        return told

    assert verdicts(here) == verdicts(there)
    compared = run_all("compare", str(here), str(there), "--json")
    assert compared.returncode in (0, 4), compared.stderr
    told = {one["decision"] for one in json.loads(compared.stdout)["cells"]}
    assert told and told <= {"SAME", "INCONCLUSIVE"}, compared.stdout
