"""Every reader of bytes from outside, fed with what a generator makes of good and bad ones.

What it must do is one thing: return what follows the rules, or raise an error of one line.  The
examples are the same in every run; ``LEAGUE_FUZZ=N`` tries N of each and other ones each time.
"""

import copy
import json
import math
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundles import places
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from synthetic import records, whole
from test_record import executable_record

from league.analysis import comparison
from league.base.errors import LeagueError
from league.base.scrub import scrub, tail, visible, visible_in
from league.records import known_issues, schema, store
from league.records.view import view
from league.run import manifest
from league.show import exports
from league.show.layout import report as render
from league.show.model import report_of
from league.toolchains import files

_ASKED = int(os.environ.get("LEAGUE_FUZZ", "0"))


def tries(number: int) -> settings:
    return settings(
        max_examples=_ASKED or number, derandomize=not _ASKED, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


CORPUS = sorted((Path(__file__).parent / "fixtures" / "fuzz").glob("*"))
assert len(CORPUS) >= 3

texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "\u202e", "\x9b", "pass", "ok", "NaN", "../../x", "x" * 5000, "<b>"]),
)
numbers = st.one_of(
    st.integers(),
    st.sampled_from([0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**18, 10**400]),
    st.floats(),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)


@st.composite
def changed(draw: st.DrawFn, good: Any) -> Any:
    """A value of which one part or two are something else, or gone."""
    made = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 2))):
        found = places(made)
        if not found:
            break
        *way, last = draw(st.sampled_from(found))
        place = made
        for step in way:
            place = place[step]
        if draw(st.booleans()):
            place[last] = draw(values)
        else:
            del place[last]
    return made


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def demand_bounded(value: Any) -> None:
    """What was read can be computed with, shown and written."""
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8")
    for way in places(value):
        part = value
        for step in way:
            part = part[step]
        if isinstance(part, float):
            assert math.isfinite(part)
        elif isinstance(part, int):
            assert -(2**63) <= part < 2**63


def one_line(error: LeagueError) -> None:
    assert "\n" not in str(error)
    assert len(str(error)) < 2000


def fed(name: str, text: str, reader: Callable[[Path], Any]) -> Any:
    """Return what a reader makes of a file; None where it refuses it in a line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            return reader(file)
        except LeagueError as error:
            one_line(error)
            return None


@tries(120)
@given(st.one_of(changed(executable_record()).map(text_of), st.text(), values.map(text_of)))
@example('{"a": 1e999}')
@example("[" * 100_000)
@example('{"a": ' + "9" * 400 + "}")
def test_records_of_executables(text: str) -> None:
    record, reason = schema.parse_executable_record(text)
    assert (record is None) == bool(reason)
    assert len(reason) < 1000
    if record is not None:
        assert schema.validate(record, "executable") == []
        demand_bounded(record)


SESSION = records()
FEW = [
    next(one for one in SESSION if one["kind"] == kind)
    for kind in ("session", "machine", "toolchain", "build", "launch")
] + [next(one for one in SESSION if one["kind"] == "launch" and one["mode"] == "timed")]


def read(lines: list[bytes]) -> tuple[list[Any], list[str]]:
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"".join(one + b"\n" for one in lines))
        return store.read_records(file, said.append), said


@tries(60)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(FEW).flatmap(changed).map(text_of).map(
                lambda text: text.encode("utf-8", "surrogatepass")
            ),
            st.binary(max_size=40),
        ),
        max_size=4,
    )
)  # fmt: skip
def test_records_of_runs(lines: list[bytes]) -> None:
    """What is no good costs its own line, and everything that shows runs shows the rest."""
    good = [text_of(one).encode() for one in FEW]
    found, said = read([*good, *lines])
    assert found[: len(good)] == FEW
    assert all("\n" not in one and len(one) < 600 for one in said)
    for one in found:
        demand_bounded(one)
        assert visible(text_of(one)) == text_of(one)
    run = view(found, "fuzzed")
    page = render(report_of([run]))
    assert "<script>alert" not in page
    for name in exports.TEXT_FORMATS:
        exports.export([run], name, None)
    try:
        comparison.to_json(comparison.compare_toolchains(run, "clang-19-x86_64", "gcc-12-host"))
    except LeagueError as error:
        one_line(error)


@tries(60)
@given(changed(next(one for one in SESSION if one["kind"] == "session")))
def test_sessions_that_are_resumed(session: Any) -> None:
    """A run is gone on with by a session record that follows the schema, or refused in a line."""

    def resumed(file: Path) -> None:
        with store.open_run(file.parent) as run:
            assert schema.validate(run.records()[0]) == []
            run.append(whole({"kind": "launch"}))

    fed("records.jsonl", f"{text_of(session)}\n", resumed)


MANIFEST = {
    "schema": "league-manifest-1", "toolchain": "gcc", "device": "host",
    "variants": [{"group": "g", "benchmark": "b", "variant": "v", "model": "serial",
                  "offloads": False, "target": "b.v", "executable": "b.v", "unavailable": "",
                  "tags": ["t"]}],
}  # fmt: skip
DESCRIPTION = {
    "schema": "league-describe-1", "benchmark": "b", "variant": "v", "model": "serial",
    "classes": [{"letter": "S", "n": 1}], "precisions": ["fp64"],
}  # fmt: skip


@tries(100)
@given(st.one_of(changed(MANIFEST).map(text_of), st.text()))
def test_manifests_of_builds(text: str) -> None:
    for one in fed("manifest.json", text, lambda file: manifest.variants(file.parent)) or []:
        assert isinstance(one.name + one.group + one.target + one.unavailable, str)
        assert isinstance(one.offloads, bool)


@tries(100)
@given(st.one_of(changed(DESCRIPTION).map(text_of), st.text()))
def test_descriptions(text: str) -> None:
    try:
        answer = visible_in(schema.parse_object(text, "description"))
    except ValueError as error:
        assert len(str(error)) < 1000
        return
    assert all(len(one["letter"]) == 1 for one in answer["classes"])
    demand_bounded(answer)


TOML = (Path(__file__).parents[1] / "toolchains" / "clang-19-x86_64.toml").read_text()


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A good file with pieces taken out and others put in."""
    text = TOML
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 30))
        piece = draw(st.one_of(texts, st.sampled_from(
            ["[", "]]", "{", '"', "'''", "= 1e999", "= inf", "= 1979-05-27", "\n[flags]\n", "=[[["]
        )))  # fmt: skip
        text = text[:start] + piece + text[end:]
    return text


@tries(150)
@given(edited())
@example("a = " + "[" * 100_000)
@example("a = " + "{a=" * 5000)
@example("schema = " + "9" * 5000)
@example("schema = 1\ntitle = 7")
@example("[[schema]]\n")
def test_toolchain_files(text: str) -> None:
    fed("clang-19-x86_64.toml", text, files.load)


ISSUES = json.loads(known_issues.FILE.read_text())
SOME = {**ISSUES, "issues": ISSUES["issues"][:2] + ISSUES["issues"][-2:]}


@tries(100)
@given(st.one_of(changed(SOME).map(text_of), st.text()))
def test_known_issues(text: str) -> None:
    issues = fed("known_issues.json", text, known_issues.load) or []
    for one in issues:
        assert one.shows({"answer": "wrong"}) in (True, False)
    known_issues.matching(issues, ("clang-19-x86_64", "b", "v"), "19.1")
    known_issues.about_claim(issues, toolchain="x", version="", claim="c", language="c")


@tries(150)
@given(st.text())
def test_texts(text: str) -> None:
    shown = scrub(text, (Path("/tmp/project"),))
    assert visible(shown) == shown
    assert len(tail(text, lines=3, characters=100)) <= 103


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
def test_the_corpus(file: Path) -> None:
    """What once broke a reader, kept: every line of it is left out of a run and told."""
    lines = file.read_bytes().splitlines()
    assert lines
    found, said = read(lines)
    assert found == []
    assert len(said) == len(lines)
    for line in lines:
        record, reason = schema.parse_executable_record(line.decode("utf-8", "replace"))
        assert record is None
        assert reason
