"""Every device of a machine: which launch is on which, what is bound, what shares its node."""

import json
import os
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import fakes
import pytest

from league.base import machine
from league.base.errors import UsageError
from league.records import schema, store
from league.run import launch

COUNT = 3


def project_of(folder: Path, body: str = "") -> Path:
    """A program that sees three devices, notes which one it was given and how long it took."""
    log = folder / "log"
    used = f"""record["device"]["count"] = {COUNT}
device = os.environ.get("OMP_DEFAULT_DEVICE")
begun = time.monotonic()
{body}
with open({str(log)!r}, "a") as out:
    out.write(json.dumps([variant, device, begun, time.monotonic()]) + "\\n")
"""
    fakes.add_program(folder / "build", "target-data", used, model="target", device="x86_64")
    fakes.add_program(folder / "build", "target-loop", used, model="target", device="x86_64")
    fakes.add_program(folder / "build", "serial", device="x86_64")
    return folder


def noted(folder: Path) -> list[Any]:
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def launches(folder: Path) -> list[dict[str, Any]]:
    records = store.read_records(folder)
    assert [fault for one in records for fault in schema.validate(one)] == []
    return [one for one in records if one["kind"] == "launch"]


def overlap(first: Any, second: Any) -> bool:
    return first[2] < second[3] and second[2] < first[3]


def test_checks_run_on_every_device_at_the_same_time_but_one_at_a_time_on_each(
    tmp_path: Path,
) -> None:
    project = project_of(tmp_path, "time.sleep(0.4)")
    done, folder = fakes.run(project, ["--device", "all", "--precision", "fp64"], verb="check")
    assert done.exit_code == 0
    made = launches(folder)
    of_device = Counter((one["variant"], one["binding"]["device"]) for one in made)
    offloading = {(name, d): 1 for name in ("target-data", "target-loop") for d in range(COUNT)}
    assert of_device == {**offloading, ("serial", None): 1}
    assert all(one["environment"].get("OMP_DEFAULT_DEVICE") in (None, str(one["index"]))
               for one in made)  # fmt: skip
    times = noted(project)
    pairs = [(a, b) for number, a in enumerate(times) for b in times[:number]]
    assert any(overlap(*pair) for pair in pairs)
    assert not any(a[1] == b[1] and overlap(a, b) for a, b in pairs)
    # The first one, which counts them, was alone.
    alone = [one for one in made if not one["binding"]["shared"]]
    assert [(one["variant"], one["index"]) for one in alone] == [("target-data", 0)]


def test_timed_launches_are_alone_and_take_the_devices_in_turn(tmp_path: Path) -> None:
    project = project_of(tmp_path)
    words = ["--device", "all", "--precision", "fp64", "-l", "4", "-c", "W"]
    done, folder = fakes.run(project, words)
    assert done.exit_code == 0
    timed = [one for one in launches(folder) if one["mode"] == "timed"]
    assert len(timed) >= 12 and not any(one["binding"]["shared"] for one in timed)
    for one in timed:
        wanted = None if one["variant"] == "serial" else one["index"] % COUNT
        assert one["binding"]["device"] == wanted
    times = noted(project)[2 * COUNT :]
    assert not any(overlap(a, b) for n, a in enumerate(times) for b in times[:n])
    # Resumed, it is what it began with; nothing is left to do.
    again, _ = fakes.run(project, ["--resume", str(folder)])
    assert again.exit_code == 0 and len(launches(folder)) == len(timed) + 2 * COUNT + 1
    with pytest.raises(UsageError, match="--device says otherwise"):
        fakes.run(project, ["--resume", str(folder), "--device", "1"])


def test_one_device_that_is_wrong_spoils_the_cell_and_is_named(tmp_path: Path) -> None:
    wrong = 'record["answer"] = "wrong" if device == "2" else "pass"'
    project = project_of(tmp_path, f"{wrong}\nrecord['checks'][0]['passed'] = device != '2'")
    words = ["--device", "all", "--precision", "fp64", "-v", "target-data", "-l", "2"]
    done, folder = fakes.run(project, words)
    assert done.exit_code == 1
    ended = {one["index"]: one["worst"] for one in launches(folder) if one["mode"] == "check"}
    assert ended == {0: "pass", 1: "pass", 2: "wrong"}
    (skipped,) = (one for one in launches(folder) if one["mode"] == "timed")
    assert skipped["worst"] == "skipped(check failed: wrong)"


def test_without_a_device_it_ends_as_with_one_that_was_named(tmp_path: Path) -> None:
    fakes.add_program(
        tmp_path / "build", "target-data", "record, code = None, 77", model="target",
        device="x86_64",
    )  # fmt: skip
    for device in ("all", "0"):
        done, folder = fakes.run(tmp_path, ["--device", device], verb="check")
        assert done.exit_code == 5
        assert {one["worst"] for one in launches(folder)} == {"no-device"}


@pytest.mark.parametrize(("device", "model", "number", "user", "wanted"), [
    ("nvptx", "cuda", 1, {}, {"CUDA_VISIBLE_DEVICES": "1"}),
    ("nvptx", "target", 1, {"CUDA_VISIBLE_DEVICES": "4,6"}, {"CUDA_VISIBLE_DEVICES": "6"}),
    ("nvptx", "target", 2, {"CUDA_VISIBLE_DEVICES": "4,6"}, {"CUDA_VISIBLE_DEVICES": ""}),
    ("nvptx", "target", 0, {"CUDA_VISIBLE_DEVICES": ""}, {"CUDA_VISIBLE_DEVICES": ""}),
    ("nvptx", "target", 0, {"CUDA_VISIBLE_DEVICES": "GPU-a, GPU-b"},
     {"CUDA_VISIBLE_DEVICES": "GPU-a"}),
    ("amdgcn", "target", 1, {}, {"ROCR_VISIBLE_DEVICES": "1"}),
    ("amdgcn", "target", 1, {"ROCR_VISIBLE_DEVICES": "3,2"}, {"ROCR_VISIBLE_DEVICES": "2"}),
    ("x86_64", "target", 1, {"OMP_DEFAULT_DEVICE": "3"}, {"OMP_DEFAULT_DEVICE": "1"}),
    ("host", "serial", 1, {}, {}),
])  # fmt: skip
def test_a_device_is_chosen_among_those_that_the_user_made_visible(
    device: str, model: str, number: int, user: dict[str, str], wanted: dict[str, str]
) -> None:
    one = fakes.variant(model, device=device)
    told = launch.variables_of(one, {}, user, number)
    told.pop("OMP_TARGET_OFFLOAD", None)
    assert told == wanted


def test_binding_is_read_from_what_the_kernel_tells(tmp_path: Path) -> None:
    nodes, own = tmp_path / "node", tmp_path / "self"
    mine = sorted(os.sched_getaffinity(0))
    for name, cpus in (("node0", f"{mine[0]}"), ("node1", "4000-4007"), ("node3", "9999")):
        (nodes / name).mkdir(parents=True)
        (nodes / name / "cpulist").write_text(cpus + "\n")
    own.mkdir()
    (own / "status").write_text("Name:\tx\nMems_allowed:\t3\nMems_allowed_list:\t0-1\n")
    (own / "numa_maps").write_text("5581 bind:1 file=/bin/x mapped=1\n7f default\n")
    assert machine.binding(nodes, own) == {
        "cpus": machine.ranges(mine), "nodes": "0", "memory_nodes": "0-1", "policy": "bind:1",
    }  # fmt: skip
    unknown = machine.binding(tmp_path / "no", tmp_path / "no")
    assert [unknown[name] for name in ("nodes", "memory_nodes", "policy")] == [None] * 3
    assert machine.ranges([3, 0, 1, 2, 8]) == "0-3,8" and machine.ranges([]) == ""


@pytest.mark.skipif(not shutil.which("taskset"), reason="no taskset here")
def test_a_launch_that_is_pinned_says_so(tmp_path: Path) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    mine = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, mine[:1])
    try:
        _, folder = fakes.run(tmp_path, ["--precision", "fp64"], verb="check")
    finally:
        os.sched_setaffinity(0, mine)
    (one,) = launches(folder)
    assert one["binding"]["cpus"] == str(mine[0]) and not one["binding"]["shared"]
