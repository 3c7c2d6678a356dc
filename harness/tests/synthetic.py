"""A run that never happened, with everything a report must cope with: made from a seed."""

import hashlib
import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Program = tuple[str, str, str]  # toolchain, benchmark, variant

XSS = "<script>alert('gotcha')</script><img src=x onerror=alert(1)>"
VARIANTS = {
    "serial": "serial", "omp": "omp", "target-naive": "target", "target-data": "target",
    "target-collapse": "target", "target-nested": "target", "target-simd": "target",
    "target-loop": "target", "target-usm": "target-usm", "acc": "acc", "cuda": "cuda",
    "cuda-one2one": "cuda",
}  # fmt: skip
# benchmark: (group, variants, precisions, milliseconds of omp, flops, bytes)
BENCHMARKS: dict[str, tuple[str, list[str], list[str], float, float, float]] = {
    "jacobi": ("kernels", list(VARIANTS), ["fp32", "fp64"], 8.0, 1.0e8, 4.2e8),
    "triad": ("kernels", [*list(VARIANTS)[:6], "target-usm", "cuda"], ["fp64"], 3.0, 2.1e6, 2.5e7),
    "npb-cg": ("npb", ["serial", "omp", "target-data", "target-loop"], ["fp64"], 90.0, 4e8, 1e9),
}
TOOLCHAINS: dict[str, tuple[str, str, str, str, float, set[str]]] = {
    # name: (device, compiler, version, state, slowness, models)
    "clang-19-x86_64": ("x86_64", "Clang", "19.1.7", "usable", 1.0, {"target", "target-usm"}),
    "clang-22-x86_64": ("x86_64", "Clang", "22.1.8", "usable", 0.93, {"target", "target-usm"}),
    "gcc-12-host": ("host", "GNU", "12.2.0", "usable", 1.06, set()),
    "gcc-12-nvptx": ("nvptx", "GNU", "12.2.0", "usable", 1.05, {"target", "target-usm", "acc"}),
    "nvcc-13-sm_90": ("nvptx", "NVIDIA", "13.0.88", "usable", 1.0, {"cuda"}),
    "clang-14-x86_64": ("x86_64", "Clang", "14.0.6", "broken", 1.0, set()),
    "nvhpc-25-sm_90": ("nvptx", "NVHPC", "", "absent", 1.0, set()),
}
SLOWNESS = {"serial": 1.9, "omp": 1.0, "target-naive": 7.5, "target-data": 1.3,
            "target-collapse": 1.15, "target-nested": 1.8, "target-simd": 1.5, "target-loop": 2.2,
            "target-usm": 1.25, "acc": 1.4, "cuda": 0.05, "cuda-one2one": 0.06}  # fmt: skip


def records(
    seed: int = 7, *, gpu: bool = False, slower: float = 1.0, launches: int = 5
) -> list[Json]:
    """Return the records of one session.

    With `gpu` the machine has a GPU, so that nvptx toolchains measure and CUDA is the reference;
    `slower` multiplies the times of clang-22, launch by launch.
    """
    return [_stamp(record, n) for n, record in enumerate(_records(seed, gpu, slower, launches))]


def write_run(folder: Path, name: str = "2026-11-21T10-00-00Z", **choices: Any) -> Path:
    """Write a synthetic run below a folder of runs and return its own folder."""
    run = folder / name
    run.mkdir(parents=True)
    lines = records(**choices)
    for line in lines:
        if line["kind"] == "session":
            line["session"] = name
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (run / "records.jsonl").write_text(text, encoding="utf-8")
    return run


_NAMES: Json = {"toolchain": "", "group": "", "benchmark": "", "variant": "", "model": "serial"}
_STAGES: Json = {"build": "ok", "launch": "ok", "place": "device", "answer": "pass",
                 "expectation": "as-expected"}  # fmt: skip
_RECORD: Json = {
    **_NAMES, "schema": "league-record-1", "class": {"letter": "S"}, "precision": "fp64",
    "build": {"compiler": "", "version": "", "flags": "", "toolchain": "", "source": "",
              "dirty": False},
    "place": "device", "device": {"kind": "", "count": 0, "threads": 0, "name": ""}, "guard": None,
    "samples": [], "checks": [], "work": {}, "answer": "pass",
}  # fmt: skip
_SAMPLE: Json = {"warmup": False, "setup": 0, "h2d": 0, "compute": 0, "d2h": 0, "total": 0,
                 "laps": {}, "compute_motion": None}  # fmt: skip
#: What a record of a kind has at least.
_LEAST: dict[str, Json] = {
    "session": {
        "session": "a", "state": "finished", "suite": "", "launches": 1, "repeat": 1, "warmup": 0,
        "selection": {name: [] for name in ("benchmarks", "variants", "toolchains", "classes",
                                            "precisions")},
        "seed": 1, "source": "", "dirty": False, "league": "", "exit_code": 0, "wall_s": 1.0,
    },
    "machine": {
        "cpu": "", "cores": 2, "sockets": 1, "memory_bytes": None, "os": "Linux", "kernel": "6.1",
        "governor": "unknown", "load": [], "gpus": [],
    },
    "build": {**_NAMES, "verdict": "ok", "reason": "", "log_tail": "", "executable_sha256": ""},
    "launch": {
        **_NAMES, "class": "S", "precision": "fp64", "mode": "timed", "pair": "", "index": 0,
        "verdict": {**_STAGES, "timing": "ok"}, "worst": "pass", "reason": "", "exit_code": 0,
        "wall_ns": 1, "environment": {}, "record": None, "output_tail": "",
    },
    "claim": {
        "toolchain": "", "claim": "", "group": "", "language": "cpp", "since": "5.0",
        "where": "device", "change": "", "verdict": _STAGES, "worst": "pass", "reason": "",
        "checks": [], "devices": None, "launches": None, "output_tail": "", "log_tail": "",
        "wall_ns": 1,
    },
}  # fmt: skip


def whole(record: Json) -> Json:
    """Return a record with the fields its kind has to have and a test did not care to write."""
    if record.get("schema") == "league-published-1":
        return {**record, "records": [_whole_record(one) for one in record["records"]]}
    stamp = {"schema": 1, "id": "0" * 16, "time": "2026-11-21T10:00:00Z"}
    made = {**stamp, **_LEAST.get(record["kind"], {}), **record}
    if "verdict" in made and isinstance(made["verdict"], dict):
        made["verdict"] = {**_LEAST[record["kind"]]["verdict"], **made["verdict"]}
    if made.get("record"):
        made["record"] = _whole_record(made["record"])
    return made


def _whole_record(record: Json) -> Json:
    made = {**_RECORD, **record}
    made["samples"] = [{**_SAMPLE, **one} for one in made["samples"]]
    made["checks"] = [{"passed": True, **one} for one in made["checks"]]
    made["work"] = {"flops": None, "bytes": None, "resident": None, **made["work"]}
    for one in made["samples"]:
        one["compute"] = int(one["compute"])
        one["laps"] = {name: int(time) for name, time in one["laps"].items()}
    return made


def _digest(*names: str) -> str:
    return hashlib.sha256(" ".join(names).encode()).hexdigest()


def _stamp(record: Json, number: int) -> Json:
    clock = f"2026-11-21T10:{number // 60 % 60:02d}:{number % 60:02d}Z"
    body = {"schema": 1, "time": clock, **record, "number": number}
    text = json.dumps(body, sort_keys=True)
    return {**body, "id": hashlib.sha256(text.encode()).hexdigest()[:16]}


def _records(seed: int, gpu: bool, slower: float, launches: int) -> Iterator[Json]:
    dice = random.Random(seed)
    session = {
        "kind": "session", "session": "synthetic", "state": "started", "suite": "quick",
        "selection": {"benchmarks": list(BENCHMARKS), "variants": [], "toolchains": [],
                      "classes": ["W"], "precisions": ["fp32", "fp64"]},
        "launches": launches, "repeat": 5, "warmup": 1, "seed": seed, "source": "1f3c2ab",
        "dirty": False, "league": "0.1.0", "exit_code": None, "wall_s": None,
    }  # fmt: skip
    yield session
    gpus = [{"name": "NVIDIA H200", "driver": "580.1", "memory_bytes": 150_000_000_000}]
    yield {
        "kind": "machine", "cpu": "AMD EPYC 9B14", "cores": 2, "sockets": 1,
        "memory_bytes": 25_000_000_000, "os": "Debian GNU/Linux 12", "kernel": "6.1.0",
        "governor": "unknown", "load": [0.1, 0.2, 0.1], "gpus": gpus if gpu else [],
    }  # fmt: skip
    for name, facts in TOOLCHAINS.items():
        yield _toolchain(name, facts)
    usable = [name for name, facts in TOOLCHAINS.items() if facts[3] == "usable"]
    for name in usable:
        for benchmark, (group, variants, *_) in BENCHMARKS.items():
            for variant in variants:
                yield _build(name, group, benchmark, variant)
    for mode, index in [("check", 0), *(("timed", i) for i in range(launches))]:
        for name in usable:
            for benchmark in BENCHMARKS:
                for variant in BENCHMARKS[benchmark][1]:
                    program = (name, benchmark, variant)
                    yield from _launches(dice, program, mode, index, gpu, slower)
    yield {**session, "state": "finished", "exit_code": 1, "wall_s": 754.2}


def _toolchain(name: str, facts: tuple[str, str, str, str, float, set[str]]) -> Json:
    device, compiler, version, state, _, models = facts
    reason, remedy = {
        "broken": ("the compiler finds no libomptarget.so", "apt-get install libomp-14-dev"),
        "absent": ("no nvc++ on PATH", "install the NVIDIA HPC SDK"),
    }.get(state, ("", ""))
    offered = models | {"serial", "omp"}
    return {
        "kind": "toolchain", "toolchain": name, "title": f"{compiler} {version} for {device}",
        "device": device, "arch": "sm_90" if device == "nvptx" else "", "tried": state != "absent",
        "state": state, "compiler": compiler, "version": version,
        "flags": {"host": ["-O3", "-march=native"], "omp": ["-fopenmp"]},
        "capabilities": {
            model: {"ok": model in offered, "reason": "" if model in offered else "not in here",
                    "remedy": ""}
            for model in ("serial", "omp", "target", "target-usm", "acc", "cuda")
        },
        "reason": reason, "remedy": remedy,
    }  # fmt: skip


def _offers(name: str, variant: str) -> bool:
    host = set() if name.startswith("nvcc") else {"serial", "omp"}
    return VARIANTS[variant] in TOOLCHAINS[name][5] | host


def _build(name: str, group: str, benchmark: str, variant: str) -> Json:
    verdict, reason, tail = "ok", "", ""
    if not _offers(name, variant):
        verdict, reason = "unavailable", f"{TOOLCHAINS[name][1]} has no {VARIANTS[variant]} here"
    elif name == "gcc-12-nvptx" and variant == "target-usm":
        verdict, reason = "unsupported", "sorry, unimplemented: unified_shared_memory"
    elif (name, benchmark, variant) == ("clang-22-x86_64", "triad", "target-nested"):
        verdict, reason = "compile-error", "error: expected a for loop"
        tail = f"target-nested.cpp:14:3: error: expected a for loop {XSS}\n1 error generated.\n"
    return {
        "kind": "build", "toolchain": name, "group": group, "benchmark": benchmark,
        "variant": variant, "model": VARIANTS[variant], "verdict": verdict, "reason": reason,
        "log_tail": tail,
        "executable_sha256": _digest(name, benchmark, variant) if verdict == "ok" else "",
    }  # fmt: skip


# (toolchain, benchmark, variant): (outcome, reason, exit code); class S checks fail the same way
FAILING: dict[tuple[str, str, str], tuple[str, str, int]] = {
    ("clang-19-x86_64", "jacobi", "target-loop"):
        ("wrong", "max_error: error 0.31, tolerance 9e-14", 1),
    ("clang-19-x86_64", "jacobi", "target-nested"): ("crash(SIGSEGV)", "ended by SIGSEGV", -11),
    ("clang-22-x86_64", "jacobi", "target-simd"): ("unwritten", "a poisoned output was left", 1),
    ("clang-22-x86_64", "npb-cg", "target-loop"): ("timeout", "did not end within 60 s", -15),
    ("clang-22-x86_64", "triad", "target-usm"): ("host-fallback", "regions ran on the host", 3),
    ("gcc-12-host", "triad", "serial"): ("nan", "max_error: error not a number", 1),
}  # fmt: skip


def _launches(
    dice: random.Random, program: Program, mode: str, index: int, gpu: bool, slower: float
) -> Iterator[Json]:
    name, benchmark, variant = program
    if not _offers(name, variant) or program[:1] + program[2:] == ("gcc-12-nvptx", "target-usm"):
        return
    if program == ("clang-22-x86_64", "triad", "target-nested"):
        return
    for precision in BENCHMARKS[benchmark][2]:
        launch = _launch(dice, program, precision, mode, index, gpu, slower)
        if launch:
            yield launch
        if (*program, precision, mode) == ("gcc-12-host", "jacobi", "omp", "fp64", "timed"):
            again = _launch(dice, program, precision, mode, index, gpu, slower)
            yield {**(again or {}), "pair": "A2"}


def _launch(
    dice: random.Random, program: Program, precision: str, mode: str, index: int, gpu: bool,
    slower: float,
) -> Json | None:  # fmt: skip
    name, benchmark, variant = program
    group = BENCHMARKS[benchmark][0]
    device, compiler, version = TOOLCHAINS[name][:3]
    model = VARIANTS[variant]
    host = model in ("serial", "omp")
    outcome, reason, code = FAILING.get(program, ("pass", "", 0))
    if precision == "fp32" and outcome != "wrong":
        outcome, reason, code = "pass", "", 0
    if not host and device == "nvptx" and not gpu:
        outcome, reason, code = "no-device", "no device of kind nvptx", 77
    if outcome in ("no-device", "timeout") and index > 0:
        return None
    place = "host" if host else "device"
    stages = {"build": "ok", "launch": "ok", "place": place, "answer": "pass", "timing": "ok",
              "expectation": "as-expected"}  # fmt: skip
    if outcome in ("wrong", "nan", "unwritten"):
        stages["answer"] = outcome
    elif outcome == "host-fallback":
        stages["place"] = outcome
    elif outcome != "pass":
        stages.update(launch=outcome, place="unknown", answer="not-checked")
    if outcome == "wrong":
        stages["expectation"] = "xfail(the loop construct runs every iteration several times)"
    measured = outcome in ("pass", "host-fallback")
    samples = []
    if measured:
        usual = _milliseconds(name, benchmark, variant, precision, slower)
        base = usual * math.exp(dice.gauss(0, 0.006))
        moved = _motion(benchmark, variant, compiler)
        for rep in range(-1, 5 if mode == "timed" else 1):
            late = math.exp(abs(dice.gauss(0, 0.012))) * (1.4 if rep < 0 else 1)
            compute = int(1e6 * base * late)
            h2d, d2h = (0, 0) if host else (int(2.1e5 + 1e4 * dice.random()), 120_000)
            samples.append({"warmup": rep < 0, "setup": 17_587, "h2d": h2d, "compute": compute,
                            "d2h": d2h, "total": h2d + compute + d2h, "laps": {},
                            "compute_motion": moved})  # fmt: skip
    flops, byte_count = BENCHMARKS[benchmark][4:]
    letter = "S" if mode == "check" else "W"
    record = {
        "schema": "league-record-1", "group": group, "benchmark": benchmark, "variant": variant,
        "model": model, "class": {"letter": letter, "n": 514, "sweeps": 100},
        "precision": precision,
        "build": {"compiler": compiler, "version": version, "flags": "-O3 -fopenmp",
                  "toolchain": name, "source": "1f3c2ab", "dirty": False},
        "place": stages["place"],
        "device": {"kind": device, "count": 0 if device == "host" else 4, "threads": 2, "name": ""},
        "guard": mode == "check", "samples": samples,
        "checks": [{"name": "max_error", "error": 1.3e-14, "tolerance": 8.9e-14, "passed": True}],
        "work": {"flops": flops, "bytes": byte_count, "resident": 6.7e7},
        "answer": stages["answer"],
    }  # fmt: skip
    lost = stages["launch"] not in ("ok", "no-device")
    return {
        "kind": "launch", "toolchain": name, "group": group, "benchmark": benchmark,
        "variant": variant, "model": model, "class": letter, "precision": precision, "mode": mode,
        "pair": "", "index": index, "verdict": stages, "worst": outcome, "reason": reason,
        "exit_code": code, "wall_ns": 300_000_000,
        "environment": {} if host else {"OMP_TARGET_OFFLOAD": "MANDATORY"},
        "record": None if lost else record,
        "output_tail": f"Libomptarget error: {XSS}\nAborted & lost\n" if outcome != "pass" else "",
    }  # fmt: skip


def _milliseconds(name: str, benchmark: str, variant: str, precision: str, slower: float) -> float:
    time = BENCHMARKS[benchmark][3] * SLOWNESS[variant] * TOOLCHAINS[name][4]
    if TOOLCHAINS[name][0] == "nvptx" and VARIANTS[variant] not in ("serial", "omp", "cuda"):
        time *= 0.09
    if name == "clang-22-x86_64":
        time *= slower
    return time * (0.6 if precision == "fp32" else 1.0)


def _motion(benchmark: str, variant: str, compiler: str) -> Json | None:
    if compiler != "Clang" or not variant.startswith("target"):
        return None
    moved = 21_136_000 if variant == "target-naive" else 0
    return {"launches": 100 if benchmark == "jacobi" else 25, "to_device": moved,
            "from_device": moved // 2}  # fmt: skip
