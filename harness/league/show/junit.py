"""A run as JUnit XML: one test case per cell, and one per variant that never became one."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from league.base.words import word
from league.claims.matrix import name_of
from league.records.reading import read_runs, write_text
from league.records.view import Cell, Launch, Record, RunView, bare, build_failure, defect_of

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Verdicts on what could not be tried here.
SKIPS = frozenset({"no-device", "skipped", "unsupported", "unavailable", "toolchain-absent"})


def render_junit(run: RunView) -> str:
    """Return the cells of a run as JUnit XML, one suite per toolchain.

    A wrong answer, a crash, a fallback or a failed build is a failure; what could not be tried
    here (no device, not offered) and what is known to fail is skipped, with the reason.
    """
    root = ET.Element("testsuites", name=_clean(run.name))
    root.extend(_suites(run))
    return _text(root)


def write_junit(runs: Sequence[Path], out: Path) -> Path:
    """Write the cells of these run folders as one JUnit file and return it.

    Raises StoreError if a run cannot be read or the file not be written.
    """
    return write_junit_of(read_runs(runs), out)


def write_junit_of(views: Sequence[RunView], out: Path) -> Path:
    """Write runs that have been read, as `write_junit` does."""
    root = ET.Element("testsuites", name=_clean(", ".join(run.name for run in views)))
    for run in views:
        root.extend(_suites(run, f"{run.name}." if len(views) > 1 else ""))
    return write_text(out, _text(root))


def _suites(run: RunView, prefix: str = "") -> list[ET.Element]:
    suites: list[ET.Element] = []
    cases: dict[str, list[ET.Element]] = defaultdict(list)
    for (toolchain, benchmark, variant), build in run.builds.items():
        if build.get("verdict") != "ok":
            cases[toolchain].append(_build_case(benchmark, variant, build))
    for key, cell in sorted(run.cells.items()):
        cases[key.toolchain].append(_cell_case(cell))
    for claim in run.claims:
        if not claim["change"]:
            name = str(claim["toolchain"])
            cases[name].append(_claim_case(claim, host=is_host(run, name)))
    for toolchain, found in cases.items():
        suite = ET.Element(
            "testsuite",
            name=_clean(prefix + toolchain),
            timestamp=str(run.session.get("started", "")).rstrip("Z"),
            time=f"{sum(float(case.get('time', '0')) for case in found):.6f}",
            tests=str(len(found)),
            failures=str(sum(case.find("failure") is not None for case in found)),
            skipped=str(sum(case.find("skipped") is not None for case in found)),
            errors="0",
        )
        suite.append(_properties(run, toolchain))
        suite.extend(found)
        suites.append(suite)
    return suites


def _properties(run: RunView, toolchain: str) -> ET.Element:
    """What was measured with what; the place of it is before the cases."""
    compiler = run.toolchains.get(toolchain, {})
    facts = {
        "run": run.name,
        "league": run.session.get("league"),
        "source": run.session.get("source"),
        "dirty": run.session.get("dirty"),
        "suite": run.session.get("suite"),
        "seed": run.session.get("seed"),
        "launches": run.session.get("launches"),
        "compiler": compiler.get("compiler"),
        "version": compiler.get("version"),
        "device": compiler.get("device"),
        "arch": compiler.get("arch"),
        "state": compiler.get("state"),
        "reason": compiler.get("reason"),
        "remedy": compiler.get("remedy"),
        "cpu": run.machine.get("cpu"),
        "os": run.machine.get("os"),
    }
    properties = ET.Element("properties")
    for name, value in facts.items():
        if value not in (None, ""):
            ET.SubElement(properties, "property", name=name, value=_clean(str(value)))
    return properties


def _text(root: ET.Element) -> str:
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(place: Sequence[str], name: str, **more: str) -> ET.Element:
    classname = ".".join(filter(None, place))
    return ET.Element("testcase", {"classname": _clean(classname), "name": _clean(name), **more})


def _build_case(benchmark: str, variant: str, build: Record) -> ET.Element:
    place = (str(build.get("toolchain", "")), str(build.get("group", "")), benchmark)
    case = _case(place, f"{variant} build")
    verdict, known = build_failure(build)
    reason, tail = str(build.get("reason", "")), str(build.get("log_tail") or "")
    _judge(case, verdict, reason, tail, known)
    return case


def is_host(run: RunView, toolchain: str) -> bool:
    """Whether a toolchain has no device: a claim that is right on the host is all it can give."""
    return run.toolchains.get(toolchain, {}).get("device") == "host"


def _claim_case(claim: Record, *, host: bool) -> ET.Element:
    """A claim; the kind of its failure is the verdict."""
    place = (str(claim["toolchain"]), "validation", str(claim["group"]))
    seconds = f"{float(claim['wall_ns']) / 1e9:.6f}"
    case = _case(place, name_of(claim), time=seconds)
    verdict, expected = bare(str(claim["worst"])), str(claim["verdict"]["expectation"])
    known = defect_of(expected)
    if known:
        _judge(case, verdict, "", "", known)
    elif expected == "xpass":
        _unexpected_pass(case)
    elif verdict == "open" or verdict in SKIPS:
        _judge(case, "skipped", str(claim["reason"]), "")
    elif verdict == "host-fallback" and host:
        _judge(case, "skipped", "right on the host; this toolchain has no device", "")
    elif verdict != "pass":
        tail = "\n".join(filter(None, (str(claim["output_tail"]), str(claim["log_tail"]))))
        _judge(case, verdict, str(claim["reason"]), tail)
    return case


def _cell_case(cell: Cell) -> ET.Element:
    key = cell.key
    seconds = sum(_seconds(x) for x in cell.launches + cell.checks)
    name = " ".join(filter(None, [key.variant, key.letter, key.precision]))
    case = _case((key.toolchain, cell.group, key.benchmark), name, time=f"{seconds:.6f}")
    if cell.right:
        if any(x.stages.get("expectation") == "xpass" for x in cell.evidence):
            _unexpected_pass(case)
        return case
    launch = cell.spoiler or next(iter(cell.launches + cell.checks), None)
    reason, tail = (launch.reason, launch.output_tail) if launch else ("", "")
    _judge(case, cell.outcome, reason, tail, cell.expected)
    return case


def _unexpected_pass(case: ET.Element) -> None:
    message = "holds although a known defect says it cannot; mend known_issues.json"
    ET.SubElement(case, "failure", message=message, type="xpass")


def _judge(case: ET.Element, verdict: str, reason: str, tail: str, known: str = "") -> None:
    if known:
        told = f"{word(verdict, expected=True).label}: {known}"
        ET.SubElement(case, "skipped", message=_clean(told))
        return
    message = _clean(f"{word(verdict).label}: {reason}".rstrip(": "))
    if verdict in SKIPS:
        ET.SubElement(case, "skipped", message=message)
        return
    failure = ET.SubElement(case, "failure", message=message, type=_clean(verdict))
    failure.text = _clean(tail)


def _seconds(launch: Launch) -> float:
    return sum(launch.repetitions("total")) / 1e9


def _clean(text: str) -> str:
    """Drop the characters XML cannot hold; the writer escapes the others."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
