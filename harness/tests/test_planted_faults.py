"""Break a variant on purpose: on a device with separate memory every fault must be caught.

Each case edits one variant in a copy of the project, runs the ordinary `check` verb on it and reads
the verdict from the records, exactly as a user would meet it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEVICE = "clang-19-x86_64"
FALLBACK = "gcc-12-nvptx"
pytestmark = pytest.mark.slow

MAPPED = "#pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])"
BODY = "v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;"
KERNEL = "#pragma omp target teams distribute parallel for\n"
STOP = "    watch.stop();\n"


@dataclass(frozen=True)
class Fault:
    """One edit of jacobi's target-data, and the answers or launch verdicts that catch it."""

    name: str
    edits: tuple[tuple[str, str], ...]
    caught_as: frozenset[str]


UPDATE_FORM = ((MAPPED, MAPPED.replace("tofrom", "to")),)
FAULTS = [
    Fault("map(to) for map(tofrom)", UPDATE_FORM, frozenset({"wrong"})),
    Fault(
        "loop bound off by one",
        (("i < n - 1; ++i)\n        for", "i < n - 2; ++i)\n        for"),),
        frozenset({"wrong", "unwritten"}),
    ),
    Fault(
        "inner loop bound off by one",
        (("j < n - 1", "j < n - 2"),),
        frozenset({"wrong", "unwritten"}),
    ),
    Fault("kernel that does nothing", ((BODY, "(void)c;"),), frozenset({"wrong", "unwritten"})),
    Fault(
        "no kernel at all",
        ((KERNEL, "if (n < 0)\n" + KERNEL),),
        frozenset({"wrong", "unwritten"}),
    ),
    Fault(
        "NaN in one cell",
        ((BODY, BODY + '\n          if (c == 5 * n + 7) v[c] = Real(__builtin_nan(""));'),),
        frozenset({"nan"}),
    ),
    Fault(
        "an array never mapped",
        ((MAPPED, "#pragma omp target data map(tofrom : u[0 : cells])"),),
        frozenset({"crash(SIGSEGV)"}),
    ),
    Fault(
        "swapped arrays",
        (("std::swap(u, v);", "if (sweep > 0) std::swap(u, v);"),),
        frozenset({"wrong", "unwritten"}),
    ),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project's files in which variants can be broken."""
    folder = tmp_path_factory.mktemp("planted") / "project"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listing.split("\0")):
        source = ROOT / name
        if source.is_file() and not name.startswith("results/"):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for name in (".deps", ".venv"):
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    yield folder
    shutil.rmtree(folder)


def check(project: Path, toolchain: str, *more: str) -> tuple[int, list[dict[str, Any]]]:
    """Run `check` of jacobi.target-data; its exit code and launch records."""
    out = project / "results" / "planted"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "scripts/run_all.py", "check", "-b", "jacobi", "-v", "target-data"]
    command += ["-t", toolchain, "--out", str(out), *more]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OMP_")}
    done = subprocess.run(
        command, cwd=project, capture_output=True, text=True, env=environment, timeout=600
    )
    files = list(out.rglob("records.jsonl"))
    assert files, done.stdout + done.stderr
    records = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    states = [r["state"] for r in records if r["kind"] == "toolchain"]
    if states and "usable" not in states:
        pytest.skip(f"{toolchain} is not usable on this machine")
    return done.returncode, [r for r in records if r["kind"] == "launch"]


@pytest.fixture()
def variant(copy: Path) -> Iterator[Path]:
    """The file to break; put back afterwards."""
    path = copy / "kernels/jacobi/target-data.cpp"
    good = path.read_text()
    yield path
    path.write_text(good)


def plant(path: Path, edits: tuple[tuple[str, str], ...]) -> None:
    text = path.read_text()
    for before, after in edits:
        assert before in text, f"the variant no longer holds: {before}"
        text = text.replace(before, after)
    path.write_text(text)


def words(launches: list[dict[str, Any]]) -> set[str]:
    return {launch["verdict"]["answer"] for launch in launches} | {
        launch["verdict"]["launch"] for launch in launches
    }


def test_the_unbroken_variant_passes_on_the_device(copy: Path) -> None:
    code, launches = check(copy, DEVICE)
    assert code == 0
    assert {r["verdict"]["place"] for r in launches} == {"device"}
    assert {r["worst"] for r in launches} == {"pass"}
    assert {r["record"]["guard"] for r in launches} == {True}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_fault_is_caught_on_the_device(copy: Path, variant: Path, fault: Fault) -> None:
    plant(variant, fault.edits)
    code, launches = check(copy, DEVICE)
    assert code == 1
    assert launches
    for launch in launches:
        assert words([launch]) & fault.caught_as, launch
        assert launch["worst"] != "pass"


def test_missing_update_is_caught_on_the_device(copy: Path, variant: Path) -> None:
    update = "#pragma omp target update from(u[0 : cells])\n"
    plant(variant, (*UPDATE_FORM, (STOP, STOP + "    " + update)))
    code, launches = check(copy, DEVICE)
    assert code == 0, "with its update the program is right"
    plant(variant, ((update, "\n"),))
    code, launches = check(copy, DEVICE)
    assert code == 1
    assert {r["verdict"]["answer"] for r in launches} == {"wrong"}


def test_map_fault_passes_on_the_host_and_is_no_device_pass(copy: Path, variant: Path) -> None:
    plant(variant, UPDATE_FORM)
    _, launches = check(copy, FALLBACK, "--allow-host")
    assert launches
    for launch in launches:
        if launch["verdict"]["place"] == "device":
            pytest.skip("this machine has a device for GCC: there is no fallback to look at")
        assert launch["verdict"]["answer"] == "pass", "the host shares the memory: nothing to see"
        assert launch["verdict"]["place"] == "host-fallback"
        assert launch["worst"] != "pass"


PLAIN_KERNEL = KERNEL.strip()
SWEEPS = "for (int sweep = 0; sweep < cls.sweeps; ++sweep) {"
START = "    watch.start();\n"
RELAXED_ON_THE_HOST = """
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int c = i * n + j;
        v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;
      }
    std::swap(u, v);
  }
"""
# Every one of them hands in the right answer, sooner than it could be computed.
CHEATS = [
    Fault(
        "work after stop()",
        ((START, START + STOP), ("    }\n" + STOP, "    }\n")),
        frozenset({"wrong"}),
    ),
    Fault(
        "half of the work before start()",
        (
            (START, ""),
            (SWEEPS, SWEEPS + "\n      if (2 * sweep == cls.sweeps) watch.start();"),
        ),
        frozenset({"wrong"}),
    ),
    Fault(
        "all work before start()",
        ((START, ""), (STOP, START + STOP)),
        frozenset({"wrong"}),
    ),
    Fault(
        "two sweeps in one kernel's place, the second on the host",
        ((PLAIN_KERNEL, PLAIN_KERNEL + " if(target : sweep % 2 == 0)"),),
        frozenset({"wrong", "crash(SIGSEGV)"}),
    ),
    Fault(
        "all but one sweep on the host",
        ((PLAIN_KERNEL, PLAIN_KERNEL + " if(target : sweep == 0)"),),
        frozenset({"wrong", "crash(SIGSEGV)"}),
    ),
    Fault(
        "fewer sweeps, with the answer of all",
        (
            (SWEEPS, "for (int sweep = 0; sweep < 2; ++sweep) {"),
            (
                "    watch.stop();\n  }\n",
                "    watch.stop();\n  }\n  data.u.swap(first);\n  data.v.swap(second);\n"
                "  u = data.u.data();\n  v = data.v.data();\n" + RELAXED_ON_THE_HOST,
            ),
            (MAPPED, "auto first = data.u;\n  auto second = data.v;\n  " + MAPPED),
        ),
        frozenset({"wrong", "crash(SIGSEGV)"}),
    ),
    Fault(
        "the host computes afterwards",
        (
            (MAPPED, MAPPED.replace("tofrom", "to")),
            ("    watch.stop();\n  }\n", "    watch.stop();\n  }\n" + RELAXED_ON_THE_HOST),
        ),
        frozenset({"crash(SIGSEGV)"}),
    ),
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_cheat_is_caught_on_the_device(copy: Path, variant: Path, cheat: Fault) -> None:
    plant(variant, cheat.edits)
    code, launches = check(copy, DEVICE)
    assert code == 1
    assert launches
    for launch in launches:
        assert words([launch]) & cheat.caught_as, launch
        assert launch["worst"] != "pass"
