"""Records: identity, reading what executables write, and the schema."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import large
import pytest

from league.records import schema, store
from league.verdicts.table import RECORDED, may_say
from proofs import generated

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "harness/league/records/record.schema.json").read_text())
SCHEMA["$defs"].update({f"word_{stage}": may_say(stage) for stage in RECORDED})
REFERENCE = sorted((ROOT / "results" / "reference").rglob("records.jsonl"))


A_LAUNCH = next(record for record in large.records(1) if record["kind"] == "launch")


def executable_record() -> dict[str, Any]:
    return copy.deepcopy(A_LAUNCH["record"])


def agree(value: dict[str, Any], definition: str) -> list[str]:
    """Validate with our validator and with jsonschema; both must say the same."""
    ours = schema.validate(value, definition)
    reference = {"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]}
    theirs = list(jsonschema.Draft202012Validator(reference).iter_errors(value))
    assert bool(ours) == bool(theirs), (ours, theirs)
    return ours


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
        (without("answer"), "record lacks answer"),
        (changed("answer", "fine"), "answer must be one of"),
        (changed("schema", "league-record-2"), "schema"),
        (changed("samples.0.compute", 1.5), "samples[0].compute must be integer"),
        (changed("samples.0.setup", -1), "samples[0].setup must be bigger than or equal to 0"),
        (changed("samples.0.laps", {"flux": "5"}), "samples[0].laps.flux"),
        (changed("checks.0.passed", "yes"), "checks[0].passed"),
        (changed("build.dirty", 0), "build.dirty must be boolean"),
        (changed("device.count", True), "device.count must be integer"),
        (changed("class.letter", "AB"), "class.letter"),
        (changed("guard", "no"), "guard must be boolean or null"),
    ],
)
def test_a_broken_record_is_told(broken: dict[str, Any], told: str) -> None:
    assert agree(executable_record(), "executable") == []
    assert told in agree(broken, "executable")[0]


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


def test_the_page_describes_every_field_of_every_kind() -> None:
    page = (ROOT / "harness/docs/record.md").read_text()
    for name in (*(kind["$ref"].rpartition("/")[2] for kind in SCHEMA["oneOf"]), "executable"):
        assert f"<!-- fields of {name} -->" in page
        fields = SCHEMA["$defs"][name]["properties"]
        bare = {field for field, told in fields.items() if "description" not in told}
        assert bare <= {"schema", "kind", "id", "time"}, name


def test_the_class_of_an_input_deck_names_it() -> None:
    letter = {"letter": "X", "input": "sodx.in", "x_cells": 250}
    assert schema.validate({**executable_record(), "class": letter}, "executable") == []
    broken = {**executable_record(), "class": {**letter, "input": ["sodx.in"]}}
    assert "class.input" in agree(broken, "executable")[0]


def line_of(record: dict[str, Any]) -> bytes:
    first = {name: record[name] for name in ("schema", "kind", "id", "time")}
    return json.dumps({**first, **record}, separators=(",", ":")).encode() + b"\n"


LAUNCH = line_of(A_LAUNCH)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"precision":"fp64"', '"precision":"fp65"'),
        *(('"index":0', f'"index":{value}') for value in
          ("-1", "0.5", "0.0", "99999999999999999999", "9223372036854775808")),
        ('"schema":1', '"schema":true'),
        ('"index":0', '"index":0,"index":0'),
        ('"index":0', '"index" :0,"index":0'),
        ('"warmup":true', '"warmup":1'),
        ('"letter":"A"', '"letter":"A9"'),
        ('"letter":"A"', '"letter":"A\\n"'),
        ('"letter":"A",', ""),
        ('"n":514', '"n":[514]'),
        ('"n":514', f'"n":"{"a" * 2**16}a"'),
        ('"n":514', '"n":"\\ud800"'),
        ('"index":0', f'"index":0,"more":{"[" * 40}{"]" * 40}'),
        ('"flops":100000000.0', '"flops":1e999'),
        ('"flops":100000000.0', '"flops":NaN'),
        ('"answer":"pass"', '"answer":"perhaps"'),
        ('"launch":"ok"', '"launch":"broken"'),
        ('"h2d":2000', '"h3d":2000'),
    ],
)  # fmt: skip
def test_a_line_that_the_schema_refuses_is_no_record(old: str, new: str) -> None:
    assert len(store._records_of(LAUNCH)) == 1
    bad = LAUNCH.decode().replace(old, new, 1).encode()
    assert bad != LAUNCH
    with pytest.raises(ValueError):
        store._records_of(bad)


def test_broken_lines_are_judged_as_jsonschema_judges_them() -> None:
    dice = random.Random(3)
    theirs = jsonschema.Draft202012Validator({"$ref": "#/$defs/launch", "$defs": SCHEMA["$defs"]})
    taken = 0
    for _ in range(1500):
        line = bytearray(LAUNCH)
        for _ in range(dice.randint(1, 3)):
            line[dice.randrange(len(line))] = dice.choice(b'0159-.,:{}[]"abeE \\u')
        try:
            for record in store._records_of(bytes(line)):
                taken += 1
                assert theirs.is_valid(record)
        except ValueError:
            continue
    assert taken > 20


def test_the_committed_sessions_follow_the_schema() -> None:
    for file in REFERENCE:
        said: list[str] = []
        assert store.read_records(file, said.append) and not said


def test_checks_and_tables_are_what_the_schema_gives() -> None:
    for name, text in generated.texts().items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, "scripts/check_tree.py --fix"
