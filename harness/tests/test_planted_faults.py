"""Break a variant on purpose: on a device with separate memory every fault must be caught.

Each fault becomes a variant of its own in a copy of the project; the ordinary `check` verb runs
all of them, and the verdicts are read from the records, exactly as a user would meet them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from proofs import planter

DEVICE = "clang-19-x86_64"
FALLBACK = "gcc-12-nvptx"
pytestmark = pytest.mark.slow

MAPPED = "#pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])"
BODY = "v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;"
KERNEL = "#pragma omp target teams distribute parallel for\n"
STOP = "    watch.stop();\n"


@dataclass(frozen=True)
class Fault:
    """Changes of jacobi's target-data, and the answers or launch verdicts that catch them."""

    name: str
    changes: tuple[tuple[str, str], ...]
    caught_as: frozenset[str]


UPDATE_FORM = (MAPPED, MAPPED.replace("tofrom", "to"))
FAULTS = [
    Fault("map(to) for map(tofrom)", (UPDATE_FORM,), frozenset({"wrong"})),
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


UPDATE = Fault(
    "no fault: the update that the first one misses",
    (UPDATE_FORM, (STOP, STOP + "    #pragma omp target update from(u[0 : cells])\n")),
    frozenset({"pass"}),
)
PLANTED = {
    f"target-data-{number}": fault for number, fault in enumerate([UPDATE, *FAULTS, *CHEATS])
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project's files with a variant of jacobi for each fault."""
    project = planter.copy_tree(tmp_path_factory.mktemp("planted") / "project")
    folder = project / "kernels/jacobi"
    good = (folder / "target-data.cpp").read_text()
    for name, fault in PLANTED.items():
        text = good
        for find, put in fault.changes:
            text = planter.Edit(name, find, put).applied(text)
        (folder / f"{name}.cpp").write_text(text)
    call = planter.Edit("CMakeLists.txt", " target-data ", f" target-data {' '.join(PLANTED)} ")
    lists = folder / call.file
    lists.write_text(call.applied(lists.read_text()))
    return project


def check(project: Path, toolchain: str, *more: str) -> dict[str, list[dict[str, Any]]]:
    """Run `check` of variants of jacobi; the launch records of each."""
    out = project / "results" / toolchain
    command = [sys.executable, "scripts/run_all.py", "check", "-b", "jacobi", "-t", toolchain]
    done = subprocess.run(
        [*command, "--out", str(out), *more], cwd=project, capture_output=True, text=True,
        timeout=600, env=planter.environment_of(project),
    )  # fmt: skip
    files = list(out.rglob("records.jsonl"))
    assert files, done.stdout + done.stderr
    records = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    states = [r["state"] for r in records if r["kind"] == "toolchain"]
    if states and "usable" not in states:
        pytest.skip(f"{toolchain} is not usable on this machine")
    launches: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        if record["kind"] == "launch":
            launches.setdefault(record["variant"], []).append(record)
    assert toolchain != DEVICE or done.returncode == 1
    return launches


@pytest.fixture(scope="module")
def launched(copy: Path) -> dict[str, list[dict[str, Any]]]:
    return check(copy, DEVICE, "-v", "target-data*")


def test_the_unbroken_variant_passes_on_the_device(
    launched: dict[str, list[dict[str, Any]]],
) -> None:
    good = launched["target-data"]
    assert {r["verdict"]["place"] for r in good} == {"device"}
    assert {r["worst"] for r in good} == {"pass"}
    assert {r["record"]["guard"] for r in good} == {True}


@pytest.mark.parametrize("name", PLANTED, ids=lambda name: PLANTED[name].name)
def test_fault_is_caught_on_the_device(
    launched: dict[str, list[dict[str, Any]]], name: str
) -> None:
    fault = PLANTED[name]
    assert launched[name]
    for launch in launched[name]:
        stages = launch["verdict"]
        assert {stages["answer"], stages["launch"]} & fault.caught_as, launch
        assert (launch["worst"] == "pass") == (fault is UPDATE)


def test_map_fault_passes_on_the_host_and_is_no_device_pass(copy: Path) -> None:
    name = next(name for name, fault in PLANTED.items() if fault is FAULTS[0])
    for launch in check(copy, FALLBACK, "-v", name, "--allow-host")[name]:
        if launch["verdict"]["place"] == "device":
            pytest.skip("this machine has a device for GCC: there is no fallback to look at")
        assert launch["verdict"]["answer"] == "pass", "the host shares the memory: nothing to see"
        assert launch["verdict"]["place"] == "host-fallback"
        assert launch["worst"] != "pass"
