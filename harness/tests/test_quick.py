"""The quick reader takes what the careful one takes, as it takes it, and nothing else."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from large import records

from league.base import paths
from league.records import quick, schema, store

FILES = sorted((paths.project_root() / "results" / "reference").rglob("records.jsonl"))


def line_of(record: dict[str, Any]) -> bytes:
    first = {name: record[name] for name in ("schema", "kind", "id", "time")}
    return json.dumps({**first, **record}, separators=(",", ":")).encode() + b"\n"


def launch() -> dict[str, Any]:
    return next(one for one in records(1) if one["kind"] == "launch")


def test_plain_launches_are_read_quickly_and_alike() -> None:
    count = 0
    for file in FILES:
        for line in file.read_bytes().splitlines(keepends=True):
            read = quick.launch(line)
            if read is not None:
                count += 1
                assert [read] == store._records_of(line)
    assert count > 2000  # nearly every launch of the committed sessions


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"precision":"fp64"', '"precision":"fp65"'),
        ('"index":0', '"index":-1'),
        ('"index":0', '"index":0.5'),
        ('"index":0', '"index":99999999999999999999'),
        ('"index":0', '"index":0,"index":0'),
        ('"index":0', '"index" :0,"index":0'),
        ('"warmup":true', '"warmup":1'),
        ('"letter":"A"', '"letter":"A9"'),
        ('"letter":"A",', ""),
        ('"n":514', '"n":[514]'),
        ('"flops":100000000.0', '"flops":1e999'),
        ('"flops":100000000.0', '"flops":NaN'),
        ('"answer":"pass"', '"answer":"perhaps"'),
        ('"launch":"ok"', '"launch":"broken"'),
        ('"h2d":2000', '"h3d":2000'),
    ],
)
def test_what_the_schema_refuses_is_not_taken(old: str, new: str) -> None:
    good = line_of(launch())
    assert quick.launch(good) is not None
    bad = good.decode().replace(old, new, 1).encode()
    assert bad != good
    assert quick.launch(bad) is None
    with pytest.raises(ValueError):
        store._records_of(bad)


@pytest.mark.parametrize("text", ["ä", "\u202e", "\x1b[31m", "a" * 2**15])
def test_what_needs_care_gets_it(text: str) -> None:
    assert quick.launch(line_of({**launch(), "reason": text})) is None


def test_broken_lines_are_judged_as_the_careful_reader_judges_them() -> None:
    dice, good = random.Random(3), line_of(launch())
    for _ in range(1500):
        line = bytearray(good)
        for _ in range(dice.randint(1, 3)):
            line[dice.randrange(len(line))] = dice.choice(b'0159-.,:{}[]"abeE \\u')
        read = quick.launch(bytes(line))
        if read is not None:
            assert [read] == store._records_of(bytes(line))
            assert not schema.validate(read)
