"""Nodes of a cluster that are not alike: kept apart, shown, refused before anything is launched."""

import json
import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import fakes
import pytest
from batches import Here, collected, resumed, submitted
from fakes import launches

from league.base import machine
from league.base.words import size_words
from league.batch import files
from league.commands import _task
from league.records import store
from league.records.view import RunView, view
from league.toolchains import levels

WORDS = ("-l", "6", "--precision", "fp64", "--seed", "5")
FAST, SLOW = "EPYC 9654", "Xeon 6248"


@pytest.fixture()
def project(tmp_path: Path) -> Path:
    return fakes.two_programs(tmp_path)


def run_on(
    monkeypatch: pytest.MonkeyPatch, folder: Path, place: tuple[int, int], name: str, cpu: str,
    slower: int = 1,
) -> None:  # fmt: skip
    """Carry a task out as a node of that name and processor does, whose times are longer."""
    usual = {**machine.describe(), "cpu": cpu, "gpus": []}
    monkeypatch.setattr(machine, "describe", lambda: usual)
    monkeypatch.setattr(platform, "node", lambda: name)
    assert _task.main([str(folder / "batch"), *map(str, place)]) == 0
    for file in (folder / "batch").glob(f"{place[0]}-{place[1]}.*.jsonl"):
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        for one in lines:
            for sample in ((one.get("record") or {}).get("record") or {}).get("samples", ()):
                sample["compute"] *= slower
        file.write_text("".join(json.dumps(one) + "\n" for one in lines))
    monkeypatch.undo()


def mixed(
    project: Path, monkeypatch: pytest.MonkeyPatch, nodes: list[tuple[str, str, int]]
) -> tuple[Path, RunView]:
    """Return a run whose rounds were timed on these nodes, in turn."""
    here = Here()
    _, folder = submitted(project, here, *WORDS, per_task=1)
    checks, timed = files.read(folder / "batch").arrays
    for number in range(checks.tasks):
        run_on(monkeypatch, folder, (0, number), "first", FAST)
    for number in range(timed.tasks):
        run_on(monkeypatch, folder, (1, number), *nodes[number % len(nodes)])
    for key in here.states:
        here.end(*key, "completed")
    assert collected(folder, here)[1] == 0
    return folder, view(store.read_records(folder))


def test_times_of_unlike_nodes_are_cells_of_their_own(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rounds of three are made on one processor, the third on another that is slower."""
    nodes = [("a", FAST, 1), ("b", FAST, 1), ("c", SLOW, 3)]
    folder, run = mixed(project, monkeypatch, nodes)
    sizes = {key.letter: cell.medians() for key, cell in run.cells.items()}
    assert set(sizes) == {"W", f"W on {SLOW}"}
    assert set(sizes["W"]) == {50000.0} and set(sizes[f"W on {SLOW}"]) == {150000.0}
    assert run.machine["cpu"] == FAST
    known = {one["id"] for one in store.read_records(folder) if one["kind"] == "machine"}
    assert all(one["batch"]["machine"] in known for one in launches(folder))
    # No name of a node is in any record.
    nodes_told = {one["batch"]["node"] for one in launches(folder, mode="timed")}
    assert len(nodes_told) == 3 and nodes_told.isdisjoint("abc")
    assert size_words(f"W n=5 on {SLOW}", "-c") == ["-c", "W", "--set", "n=5"]


def test_a_slow_node_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from league.records import nodes

    told = {}
    for slower in (1, 2):
        _, run = mixed(project, monkeypatch, [("a", FAST, 1), ("b", FAST, 1), ("c", FAST, slower)])
        monkeypatch.setattr(nodes, "_FEWEST", 2)
        assert {key.letter for key in run.cells} == {"W"}
        told[slower] = nodes.sentence(run)
        monkeypatch.undo()
    assert told[1] == "3 nodes"
    assert told[2].startswith("3 nodes; ")
    assert told[2].endswith(" took 2.00 times as long as the others in 2 cells")


def test_a_processor_that_lacks_something_is_refused_before_anything_is_launched(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be made there is submitted again, to other nodes."""
    log = project / "log"
    fakes.add_program(project / "build", "serial-told", f"open({str(log)!r}, 'a').write('x')")
    here = Here()
    _, folder = submitted(project, here, *WORDS, "-v", "serial-told", verb="check")
    batch = files.read(folder / "batch")
    needs: dict[str, Any] = {"march": "native", "cpu": ["avx2", "no_such_feature"]}
    programs = {name: replace(one, **needs) for name, one in batch.programs.items()}
    files.write_batch(folder / "batch", replace(batch, programs=programs))
    assert here.run("100", 0) == 0
    standing, code = collected(folder, here)
    assert (standing.lost, code, log.exists()) == (1, 1, False)
    reason = launches(folder)[0]["reason"]
    assert "this processor lacks no_such_feature (built with -march=native); build again" in reason
    files.write_batch(folder / "batch", replace(batch, arrays=files.read(folder / "batch").arrays))
    resumed(project, folder, here)
    here.run("101", 0)
    assert collected(folder, here)[1] == 0
    assert levels.lacking("native", ["avx2"], set()) == ("", "")  # nobody knows


def test_an_instruction_that_a_processor_lacks_is_named(project: Path) -> None:
    fakes.add_program(project / "build", "serial-ill", "os.kill(os.getpid(), signal.SIGILL)")
    _, folder = fakes.run(project, [*WORDS, "-v", "serial-ill"])
    made = launches(folder, mode="check")[0]
    assert made["worst"] == "crash(SIGILL)"
    assert made["reason"] == (
        "this processor lacks an instruction it was built with; build it with --march"
    )
