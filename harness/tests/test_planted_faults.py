"""Break a variant on purpose: on a device with separate memory every fault must be caught.

Each fault becomes a variant of its own in a copy of the project; the ordinary `check` verb runs
all of them, and the verdicts are read from the records, exactly as a user would meet them.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from saying import called

from league.records import store
from proofs import planter

Launched = dict[str, list[dict[str, Any]]]
DEVICE = "clang-19-x86_64"
FALLBACK = "gcc-12-nvptx"
pytestmark = pytest.mark.slow

MAPPED = "#pragma omp target data map(tofrom : u[0 : cells], v[0 : cells])"
BODY = "v[c] = (u[c - n] + u[c + n] + u[c - 1] + u[c + 1]) / 4;"
KERNEL = "#pragma omp target teams distribute parallel for collapse(2)\n"
STOP = "    watch.stop();\n"


@dataclass(frozen=True)
class Fault:
    """Changes of jacobi's target-data, and the answers or launch verdicts that catch them."""

    name: str
    changes: tuple[tuple[str, str], ...]
    caught_as: frozenset[str]


UPDATE_FORM = (MAPPED, MAPPED.replace("tofrom", "to"))
WRONG, CRASH = frozenset({"wrong"}), frozenset({"crash(SIGSEGV)"})
UNWRITTEN = WRONG | {"unwritten"}
BOUND = "i < n - 1; ++i)\n        for"
NAN = '\n          if (c == 5 * n + 7) v[c] = Real(__builtin_nan(""));'
UNMAPPED = "#pragma omp target data map(tofrom : u[0 : cells])"
FAULTS = [
    Fault("map(to) for map(tofrom)", (UPDATE_FORM,), WRONG),
    Fault("loop bound off by one", ((BOUND, BOUND.replace("1", "2")),), UNWRITTEN),
    Fault("inner loop bound off by one", (("j < n - 1", "j < n - 2"),), UNWRITTEN),
    Fault("kernel that does nothing", ((BODY, "(void)c;"),), UNWRITTEN),
    Fault("no kernel at all", ((KERNEL, "if (n < 0)\n" + KERNEL),), UNWRITTEN),
    Fault("NaN in one cell", ((BODY, BODY + NAN),), frozenset({"nan"})),
    Fault("an array never mapped", ((MAPPED, UNMAPPED),), CRASH),
    Fault("swapped arrays", (("std::swap(u, v);", "if (sweep > 0) std::swap(u, v);"),), UNWRITTEN),
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
HALF = "\n      if (2 * sweep == cls.sweeps) watch.start();"
END = STOP + "  }\n"
SWAPPED = (
    "  data.u.swap(first);\n  data.v.swap(second);\n  u = data.u.data();\n  v = data.v.data();\n"
)
CHEATS = [
    Fault("work after stop()", ((START, START + STOP), ("    }\n" + STOP, "    }\n")), WRONG),
    Fault("half of the work before start()", ((START, ""), (SWEEPS, SWEEPS + HALF)), WRONG),
    Fault("all work before start()", ((START, ""), (STOP, START + STOP)), WRONG),
    Fault("two sweeps in one kernel's place, the second on the host",
          ((PLAIN_KERNEL, PLAIN_KERNEL + " if(target : sweep % 2 == 0)"),), WRONG | CRASH),
    Fault("all but one sweep on the host",
          ((PLAIN_KERNEL, PLAIN_KERNEL + " if(target : sweep == 0)"),), WRONG | CRASH),
    Fault("fewer sweeps, with the answer of all",
          ((SWEEPS, "for (int sweep = 0; sweep < 2; ++sweep) {"),
           (END, END + SWAPPED + RELAXED_ON_THE_HOST),
           (MAPPED, "auto first = data.u;\n  auto second = data.v;\n  " + MAPPED)), WRONG | CRASH),
    Fault("the host computes afterwards",
          ((MAPPED, MAPPED.replace("tofrom", "to")), (END, END + RELAXED_ON_THE_HOST)), CRASH),
]  # fmt: skip


#: A single team that does all of the work is right; three that each do it are not.
COMBINED = "#pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)"
UNDIVIDED = """#pragma omp target teams map(tofrom : sum) reduction(+ : sum)
#pragma omp parallel for reduction(+ : sum)"""
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
    dot = project / "kernels/dot/target-data.cpp"
    dot.write_text(planter.Edit(dot.name, COMBINED, UNDIVIDED).applied(dot.read_text()))
    return project


def check(project: Path, toolchain: str, *more: str) -> Launched:
    """Run `check` of variants; the launch records of each."""
    out = project / "results" / toolchain
    command = [sys.executable, "scripts/run_all.py", "check", "-t", toolchain, "--out", str(out)]
    command += ["--no-emulated", "--no-cases"]
    done = called([*command, *more], cwd=project, timeout=600, env=planter.environment_of(project))
    files = list(out.rglob("records.jsonl"))
    assert files, done.stdout + done.stderr
    records = [one for file in files for one in store.read_records(file)]
    states = [r["state"] for r in records if r["kind"] == "toolchain"]
    if states and "usable" not in states:
        pytest.skip(f"{toolchain} is not usable on this machine")
    launches: Launched = {}
    for record in records:
        if record["kind"] == "launch":
            name = f"{record['benchmark']}.{record['variant']}"
            launches.setdefault(name.removeprefix("jacobi."), []).append(record)
    assert toolchain != DEVICE or done.returncode == 1
    return launches


@pytest.fixture(scope="module")
def launched(copy: Path) -> Launched:
    words = ("-b", "jacobi,dot", "-v", "target-data*,target-naive", "-x", "dot.target-naive")
    return check(copy, DEVICE, *words)


def test_the_unbroken_variant_passes_on_the_device(launched: Launched) -> None:
    good = launched["target-data"]
    assert {r["verdict"]["place"] for r in good} == {"device"}
    assert {r["worst"] for r in good} == {"pass"}
    assert {r["record"]["guard"] for r in good} == {True}


@pytest.mark.parametrize("name", PLANTED, ids=lambda name: PLANTED[name].name)
def test_fault_is_caught_on_the_device(launched: Launched, name: str) -> None:
    fault = PLANTED[name]
    assert launched[name]
    for launch in launched[name]:
        stages = launch["verdict"]
        assert {stages["answer"], stages["launch"]} & fault.caught_as, launch
        assert (launch["worst"] == "pass") == (fault is UPDATE)


def test_work_that_every_team_does_is_wrong(launched: Launched) -> None:
    """Where one team is usual: the check asks for three."""
    assert {one["verdict"]["answer"] for one in launched["dot.target-data"]} == {"wrong"}


@pytest.mark.parametrize("variant", ["target-naive", "target-data"])
@pytest.mark.parametrize(("precision", "size"), [("fp64", 8), ("fp32", 4)])
def test_naive_moves_both_grids_there_and_one_back_in_every_sweep_and_resident_data_nothing(
    launched: Launched, variant: str, precision: str, size: int
) -> None:
    (record,) = (one["record"] for one in launched[variant] if one["precision"] == precision)
    n, sweeps = record["class"]["n"], record["class"]["sweeps"]
    moved = sweeps * n * n * size if variant == "target-naive" else 0
    counted = {"launches": sweeps, "to_device": 2 * moved, "from_device": moved}
    assert record["samples"][-1]["compute_motion"] == counted


def test_map_fault_passes_on_the_host_and_is_no_device_pass(copy: Path) -> None:
    name = next(name for name, fault in PLANTED.items() if fault is FAULTS[0])
    for launch in check(copy, FALLBACK, "-b", "jacobi", "-v", name, "--allow-host")[name]:
        if launch["verdict"]["place"] == "device":
            pytest.skip("this machine has a device for GCC: there is no fallback to look at")
        assert launch["verdict"]["answer"] == "pass", "the host shares the memory: nothing to see"
        assert launch["verdict"]["place"] == "host-fallback"
        assert launch["worst"] != "pass"
