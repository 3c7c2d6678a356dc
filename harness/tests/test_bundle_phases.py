"""A run in phases: what comes first, what a killed call costs, and what a GPU machine's tools say.

Programs, profiler and checker are scripts: no GPU was there.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import fakes
import pytest
from bundles import packed
from saying import Says, called

from league.bundle import archive, away, pack
from league.profile import checker, counters, phases
from league.records import schema, store, view

# Kills the call that launched it, once, in a timed launch.
KILLS = """
if "--guard" not in words and not os.path.exists({mark!r}):
    open({mark!r}, "w").close()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
"""
SLOW = "time.sleep(0.5)\n"
NCU = """#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
cat > "$2" <<'END'
==PROF== Connected to process 1
"ID","Kernel Name","smsp__inst_executed.sum","gpu__time_duration.sum"
"","","inst","ns"
"0","_Z3addPd","1,000","500"
"1","_Z3addPd","1,000","700"
"2","_Z4markPi","7","9"
END
shift 2
exec "$@"
"""
REFUSES = """#!/bin/sh
echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access counters" >&2
while [ "$1" != --log-file ]; do shift; done
shift 2
"$@"
exit 9
"""
# Finds something in one program, breaks down in another.
CHECKER = """#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
out=$2
shift 2
echo "========= COMPUTE-SANITIZER" > "$out"
case $1 in
*toy.cuda)
  echo "========= Invalid __global__ write of size 8 bytes" >> "$out"
  echo "=========     at add(double *)+0x160 in add.cu:6" >> "$out"
  echo "========= ERROR SUMMARY: 1 error" >> "$out"
  "$@"
  exit 86 ;;
*target-tuned) exit 3 ;;
esac
exec "$@"
"""


@pytest.fixture(autouse=True)
def _patchelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts have no run path: any patchelf will do."""
    monkeypatch.setattr(pack, "find_patchelf", lambda project: "patchelf")


def bundle(home: Path, benchmark: str = "toy", device: str = "host", **bodies: str) -> Path:
    """Pack programs that are scripts."""
    for variant, body in bodies.items():
        name = variant.replace("_", "-")
        where = {"benchmark": benchmark, "device": device}
        fakes.add_program(home / "project/build", name, body, **where)
    return packed(home / "project", home / "b.tar.gz")


def call(folder: Path, *words: str, tools: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Make one call of a run in phases in an unpacked bundle."""
    path = ":".join(filter(None, (str(tools or ""), os.environ["PATH"])))
    command = [sys.executable, str(folder / "run.py"), "--phases", "-c", "W", "-l", "1", *words]
    return called(command, env={**os.environ, "PATH": path}, timeout=120)


def records_of(folder: Path) -> list[dict[str, Any]]:
    """Return the records of the one run below a bundle."""
    records = store.read_records(folder / "results")
    assert [fault for one in records for fault in schema.validate(one)] == []
    return records


def launches(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in records if one["kind"] == "launch"]


# ---- calls ---------------------------------------------------------------------------------------


def test_an_hour_of_short_calls_of_which_one_is_killed_comes_home_whole(
    tmp_path: Path, cli_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills = KILLS.format(mark=str(tmp_path / "killed")) + SLOW
    made = bundle(tmp_path, cuda=SLOW, target_data=kills, omp=SLOW)
    (tmp_path / "node").mkdir()
    said = cli_says(
        "run-bundle", str(made), "--phases", "--on", f"env -C {tmp_path}/node sh -c", "-c", "W",
        "--call", "8s", "--out", str(tmp_path / "runs"),
    )  # fmt: skip
    lines = said.err.splitlines()
    assert sum("carrying b.tar.gz" in line for line in lines) == 1
    assert [line for line in lines if "ended without a word" in line] != []
    calls = sum(line.startswith("call ") and line.split()[1:] == [line[5:]] for line in lines)
    assert calls >= 3, lines
    (folder,) = (tmp_path / "runs").iterdir()
    records = store.read_records(folder)
    states = [one["state"] for one in records if one["kind"] == "session"]
    assert states[0] == "started" and states.count("resumed") == calls - 1
    assert states.count("finished") == calls - 1  # the killed one could not say so
    keys = Counter(map(store.key_of, launches(records)))
    assert set(keys.values()) == {1}
    timed = Counter(
        one["variant"] for one in launches(records) if one["mode"] == "timed" and not one["pair"]
    )
    assert timed == {"cuda": 5, "target-data": 5, "omp": 5}
    assert {one["worst"] for one in launches(records)} == {"pass"}
    assert "its page: " in said.out
    # Once more: the bundle is there, the run has ended, nothing is launched.
    cli_says(
        "run-bundle", str(made), "--phases", "--on", f"env -C {tmp_path}/node sh -c", "-c", "W",
        "--call", "20s", "--out", str(tmp_path / "again"),
    )  # fmt: skip
    (again,) = (tmp_path / "again").iterdir()
    assert len(launches(store.read_records(again))) == len(launches(records))


def test_a_budget_is_of_all_calls_and_is_kept(tmp_path: Path) -> None:
    home = archive.unpack(bundle(tmp_path, cuda=SLOW, omp=SLOW), tmp_path / "node")
    words = ("--call", "6s", "--budget", "8s", "-l", "40")
    first = call(home, *words)
    assert first.returncode == 4, first.stderr
    assert "call again for what is left" in first.stdout
    assert "--resume" not in first.stdout + first.stderr
    while json.loads(call(home, *words, "--json").stdout)["left"]:
        assert phases.used_s(records_of(home)) < 8
    assert 7 <= phases.used_s(records_of(home)) <= 16
    before = len(launches(records_of(home)))
    assert call(home, *words).returncode == 0
    assert len(launches(records_of(home))) == before < 80


def test_the_first_launch_is_a_smoke_of_every_toolchain_and_small_classes_come_first(
    tmp_path: Path,
) -> None:
    for toolchain in ("one", "two"):
        for benchmark in ("jacobi", "vadd"):
            fakes.add_program(
                tmp_path / "project/build", "target-data", toolchain=toolchain, benchmark=benchmark
            )
    home = archive.unpack(packed(tmp_path / "project", tmp_path / "b.tar.gz"), tmp_path / "node")
    done = call(home, "-c", "S", "-l", "2")
    assert done.returncode == 0, done.stderr
    made = launches(records_of(home))
    smoke = {(one["toolchain"], one["benchmark"], one["mode"]) for one in made[:2]}
    assert smoke == {("one", "vadd", "check"), ("two", "vadd", "check")}
    usual = [one for one in made if one["mode"] == "timed" and not one["pair"]]
    timed = [(one["index"], one["class"]) for one in usual]
    assert timed == sorted(timed)
    assert {letter for _, letter in timed} == {"S", "W"}


def test_what_a_run_in_phases_cannot_be_asked_is_one_line(tmp_path: Path, cli_says: Says) -> None:
    made = str(bundle(tmp_path, omp=""))
    for words, why in (
        (("--on", "sh -c"), "give --phases, too"),
        (("--phases", "--check"), "leave one of them out"),
        (("--phases", "--device", "all"), "runs on one device"),
        (("--phases", "--on", "'"), "is no command"),
        (("--phases", "--on", "sh -c", "--json"), "leave out --resume, --json"),
        (("--phases", "--on", str(tmp_path / "nowhere")), "cannot start"),
    ):
        said = cli_says("run-bundle", made, *words, code=2)
        assert why in said.err and said.err.count("league: error") == 1


def test_a_dry_run_tells_the_launches_of_each_phase(tmp_path: Path) -> None:
    home = archive.unpack(bundle(tmp_path, cuda="", omp=""), tmp_path / "node")
    done = call(home, "--dry-run", "--precision", "fp64", "-l", "2")
    assert done.returncode == 0, done.stderr
    assert "1 x toy.cuda S fp64 fake (smoke)" in done.stdout
    assert "1 x toy.cuda S fp64 fake (checker)" in done.stdout
    assert "2 x toy.omp W fp64 fake (times)" in done.stdout
    assert not (home / "results").exists()


# ---- carrying ------------------------------------------------------------------------------------


def test_calls_that_end_without_a_word_are_given_up_and_a_refusal_at_once(
    tmp_path: Path, cli_says: Says
) -> None:
    made = str(bundle(tmp_path, omp=""))
    lost = fakes.script(tmp_path / "lost", "#!/bin/sh\ncase $1 in python3*) exit 255;; esac\n")
    said = cli_says("run-bundle", made, "--phases", "--on", str(lost), code=2)
    assert said.err.count("ended without a word (exit code 255)") == 2
    assert "the same command goes on" in said.err
    words = ["run-bundle", made, "--phases", "-b", "nothing", "--on", f"env -C {tmp_path} sh -c"]
    said = cli_says(*words, code=2)
    assert "the call ended with 2" in said.err


def test_what_is_too_large_does_not_travel(
    tmp_path: Path, cli_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = str(bundle(tmp_path, omp=""))
    words = ["run-bundle", made, "--phases", "-c", "W", "--on", f"env -C {tmp_path} sh -c"]
    with monkeypatch.context() as patch:
        patch.setattr(away, "MOST_BUNDLE", 1000)
        assert "pack fewer toolchains" in cli_says(*words, code=2).err
    monkeypatch.setattr(away, "MOST_RESULTS", 1000)
    assert "it stays there" in cli_says(*words, code=2).err


# ---- a GPU machine's tools -----------------------------------------------------------------------


def test_what_the_vendors_checker_finds_is_a_device_error_and_its_own_failure_is_none(
    tmp_path: Path,
) -> None:
    fakes.script(tmp_path / "bin" / checker.NAME, CHECKER)
    made = bundle(tmp_path, device="nvptx", cuda="", target_data="", target_tuned="", omp="")
    home = archive.unpack(made, tmp_path / "node")
    done = call(home, tools=tmp_path / "bin")
    assert done.returncode == 1, done.stderr
    found = {
        one["variant"]: one
        for one in launches(records_of(home))
        if one["mode"] == "check" and one["index"] == phases.UNDER_CHECKER
    }
    assert {name: one["worst"] for name, one in found.items()} == {
        "cuda": "device-error",
        "target-data": "pass",
        "target-tuned": "skipped(under compute-sanitizer: nonzero(3))",
    }
    assert found["cuda"]["reason"] == (
        "compute-sanitizer: Invalid __global__ write of size 8 bytes at add(double *)+0x160"
        " in add.cu:6"
    )


def test_counters_are_kept_kernel_by_kernel_and_are_no_times(tmp_path: Path) -> None:
    fakes.script(tmp_path / "bin" / counters.TOOL, NCU)
    home = archive.unpack(bundle(tmp_path, "vadd", cuda="", omp=""), tmp_path / "node")
    done = call(home, tools=tmp_path / "bin")
    assert done.returncode == 0, done.stderr
    assert "compute-sanitizer is not on this machine" in done.stderr
    (one,) = (one for one in launches(records_of(home)) if one["mode"] == phases.MODE)
    assert (one["variant"], one["class"]) == ("cuda", "S")
    assert one["profile"]["counters"] == [
        {
            "kernel": "_Z3addPd",
            "launches": 2,
            "values": {"smsp__inst_executed.sum": 2000, counters.TIME: 1200},
        }
    ]
    seen = view.view(records_of(home))
    assert all(len(cell.launches) == 1 for cell in seen.cells.values())


def test_counters_that_are_refused_are_told_in_one_line_and_not_asked_for_again(
    tmp_path: Path,
) -> None:
    fakes.script(tmp_path / "bin" / counters.TOOL, REFUSES)
    made = bundle(tmp_path, "vadd", "nvptx", cuda="", target_data="")
    home = archive.unpack(made, tmp_path / "node")
    done = call(home, tools=tmp_path / "bin")
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("ERR_NVGPUCTRPERM") == 1
    (one,) = (one for one in launches(records_of(home)) if one["mode"] == phases.MODE)
    assert "may not read the GPU's counters" in one["profile"]["refused"]
    assert one["worst"].startswith("skipped(")
    assert call(home, tools=tmp_path / "bin").returncode == 0
    assert sum(one["mode"] == phases.MODE for one in launches(records_of(home))) == 1


@pytest.mark.parametrize(
    "text", ["", "nothing", '"ID","Kernel Name"\n"0",""', f'"ID","Kernel Name","{counters.TIME}"\n'
             '"0","k","-1"']
)  # fmt: skip
def test_what_is_no_table_of_counters_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"table|kernel|is -1"):
        counters.parse(text)


def test_a_metric_that_the_gpu_does_not_have_is_left_out() -> None:
    text = f'"ID","Kernel Name","{counters.TIME}","dram__sectors_read.sum"\n"0","k","n/a","3"\n'
    assert counters.parse(text)[0]["values"] == {"dram__sectors_read.sum": 3}
