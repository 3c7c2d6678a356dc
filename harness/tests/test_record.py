"""Records: identity, reading what executables write, and the schema."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from league.records import schema

SCHEMA = json.loads(schema.SCHEMA_FILE.read_text())


def executable_record() -> dict[str, Any]:
    return {
        "schema": "league-record-1",
        "group": "kernels",
        "benchmark": "jacobi",
        "variant": "target-data",
        "model": "target",
        "class": {"letter": "A", "n": 2050, "sweeps": 200},
        "precision": "fp64",
        "build": {
            "compiler": "Clang",
            "version": "19.1.7",
            "flags": "-O3",
            "toolchain": "clang-19-x86_64",
            "source": "1f3c2ab",
            "dirty": False,
        },
        "place": "device",
        "device": {"kind": "x86_64", "count": 4, "threads": 2, "name": ""},
        "guard": None,
        "samples": [
            {
                "warmup": True,
                "setup": 17587,
                "h2d": 48202,
                "compute": 3580506,
                "d2h": 20621,
                "total": 3649329,
                "laps": {"flux": 5},
                "compute_motion": {"launches": 200, "to_device": 0, "from_device": 0},
            }
        ],
        "checks": [{"name": "max_error", "error": None, "tolerance": 8.9e-14, "passed": False}],
        "work": {"flops": 3.4e9, "bytes": 1.3e10, "resident": 6.7e7},
        "answer": "nan",
    }


def agree(value: dict[str, Any], definition: str) -> list[str]:
    """Validate with our validator and with jsonschema; both must say the same."""
    ours = schema.validate(value, definition)
    reference = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]}
    theirs = list(jsonschema.Draft202012Validator(reference).iter_errors(value))
    assert bool(ours) == bool(theirs), (ours, theirs)
    return ours


def test_a_good_record_follows_the_schema() -> None:
    assert agree(executable_record(), "executable") == []


def without(path: str) -> dict[str, Any]:
    return changed(path, None, remove=True)


def changed(path: str, value: Any, remove: bool = False) -> dict[str, Any]:
    made = copy.deepcopy(executable_record())
    *way, last = path.split(".")
    place: Any = made
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    if remove:
        del place[last]
    else:
        place[last] = value
    return made


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (without("answer"), "answer is missing"),
        (changed("answer", "fine"), "answer: 'fine' is not one of"),
        (changed("schema", "league-record-2"), "schema"),
        (changed("samples.0.compute", 1.5), "samples[0].compute: 1.5 is not integer"),
        (changed("samples.0.setup", -1), "samples[0].setup: -1 is below 0"),
        (changed("samples.0.laps", {"flux": "5"}), "samples[0].laps.flux"),
        (changed("checks.0.passed", "yes"), "checks[0].passed"),
        (changed("build.dirty", 0), "build.dirty: 0 is not boolean"),
        (changed("device.count", True), "device.count: True is not integer"),
        (changed("class.letter", "AB"), "class.letter"),
        (changed("guard", "no"), "guard: 'no' is not boolean or null"),
    ],
)
def test_a_broken_record_is_told(broken: dict[str, Any], told: str) -> None:
    faults = agree(broken, "executable")
    assert told in faults[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no record written"),
        ("\n \n", "no record written"),
        ("everything is fine\n", "not valid JSON"),
        ("[1]\n", "not valid JSON: not a JSON object"),
        ('{"answer": NaN}\n', "NaN is not JSON"),
        ("{}\n", "does not follow the schema"),
        ("[" * 100000, "not valid JSON"),
    ],
)
def test_garbage_is_no_record(text: str, told: str) -> None:
    made, reason = schema.parse_executable_record(text)
    assert made is None
    assert told in reason


def test_one_launch_writes_one_record() -> None:
    line = json.dumps(executable_record()) + "\n"
    assert schema.parse_executable_record(line) == (executable_record(), "")
    made, reason = schema.parse_executable_record(line * 2)
    assert made is None
    assert reason == "2 records written where one was asked for"


def test_the_identity_depends_on_content_and_not_on_time() -> None:
    first = schema.stamp({"kind": "machine", "cpu": "a", "time": "2025-01-01T00:00:00Z"})
    second = schema.stamp({"cpu": "a", "kind": "machine"})
    other = schema.stamp({"kind": "machine", "cpu": "b"})
    assert first["id"] == second["id"] != other["id"]
    assert first["time"] != second["time"]
    assert list(first)[:4] == ["schema", "kind", "id", "time"]
    assert schema.stamp(first) == first


def test_the_page_describes_every_kind_and_verdict() -> None:
    page = (Path(__file__).parents[1] / "docs" / "record.md").read_text()
    for kind in SCHEMA["oneOf"]:
        name = kind["$ref"].rpartition("/")[2]
        assert f"`{name}`" in page
        for field in SCHEMA["$defs"][name]["properties"]:
            assert f"`{field}`" in page, f"{name}.{field}"
    for field in SCHEMA["$defs"]["executable"]["properties"]:
        assert f"`{field}`" in page, field


def test_the_class_of_an_input_deck_names_it() -> None:
    told = {"letter": "X", "input": "sodx.in", "x_cells": 250}
    assert schema.validate(told | {"n": 1.5}, "executable") != []  # more than a class is needed
    faults = schema.validate({"class": told}, "executable")
    assert not [fault for fault in faults if fault.startswith("class")]
    faults = schema.validate({"class": {**told, "input": ["sodx.in"]}}, "executable")
    assert any(fault.startswith("class.input") for fault in faults)
