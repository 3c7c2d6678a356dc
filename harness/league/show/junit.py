"""A run as JUnit XML: one test case per cell, and one per variant that never became one."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from league.records.reading import write_text
from league.records.view import RunView
from league.show.outcomes import Outcome, outcomes

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_junit(*runs: RunView) -> str:
    """Return the cells of runs as JUnit XML, one suite per toolchain of each.

    A wrong answer, a crash, a fallback or a failed build is a failure; what could not be tried
    here (no device, not offered) and what is known to fail is skipped, with the reason.
    """
    root = ET.Element("testsuites", name=_clean(", ".join(run.name for run in runs)))
    for run in runs:
        root.extend(_suites(run, f"{run.name}." if len(runs) > 1 else ""))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def write_junit_of(runs: Sequence[RunView], out: Path) -> Path:
    """Write the cells of runs as one JUnit file.  Raises StoreError if that cannot be done."""
    return write_text(out, render_junit(*runs))


def _suites(run: RunView, prefix: str) -> list[ET.Element]:
    suites: list[ET.Element] = []
    cases: dict[str, list[ET.Element]] = defaultdict(list)
    for outcome in outcomes(run):
        cases[outcome.toolchain].append(_case(outcome))
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
    of_run = ("league", "source", "dirty", "suite", "seed", "launches")
    of_compiler = ("compiler", "version", "device", "arch", "state", "reason", "remedy")
    compiler = run.toolchains.get(toolchain, {})
    facts = {
        "run": run.name,
        **{name: run.session.get(name) for name in of_run},
        **{name: compiler.get(name) for name in of_compiler},
        **{name: run.machine.get(name) for name in ("cpu", "os")},
    }
    properties = ET.Element("properties")
    for name, value in facts.items():
        if value not in (None, ""):
            ET.SubElement(properties, "property", name=name, value=_clean(str(value)))
    return properties


def _case(outcome: Outcome) -> ET.Element:
    place = ".".join(filter(None, (outcome.toolchain, outcome.group, outcome.benchmark)))
    case = ET.Element("testcase", classname=_clean(place), name=_clean(outcome.name))
    if outcome.seconds is not None:
        case.set("time", f"{outcome.seconds:.6f}")
    word = outcome.word
    if word.junit:
        message = _clean(f"{word.label}: {outcome.known or outcome.reason}".rstrip(": "))
        element = ET.SubElement(case, word.junit, message=message)
        if word.junit == "failure":
            element.set("type", _clean(word.name))
            element.text = _clean(outcome.tail)
    return case


def _clean(text: str) -> str:
    """Drop the characters XML cannot hold; the writer escapes the others."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
