"""What to do about a toolchain stands apart from why it cannot be used, wherever both are told."""

import ast
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import fakes
import pytest
from synthetic import records

from league.base.errors import ToolchainError
from league.records import schema, store
from league.records.view import RunView, view
from league.run import build_folders, catalogue
from league.run.options import Options
from league.show.junit import render_junit
from league.show.layout import report as render
from league.show.markdown import render_markdown
from league.show.model import report_of
from league.show.text import league_table_text
from league.toolchains import discovery, files

REASON, REMEDY = "the compiler finds no libomptarget.so", "apt-get install libomp-14-dev"
ABSENT = fakes.FakeFound("lost", "absent", reason="lost++ was not found", remedy="buy lost++")


@pytest.fixture
def recorded(tmp_path: Path) -> RunView:
    """A run for which a toolchain was named by a pattern that is not there."""
    fakes.add_program(tmp_path / "build", "serial")
    _, folder = fakes.run(tmp_path, ("-l", "1", "-t", "*"), others=[ABSENT])
    lines = store.read_records(folder)
    assert [fault for one in lines for fault in schema.validate(one)] == []
    return view(lines, "a-run")


def test_a_build_that_was_not_made_tells_why_and_not_what_to_do(recorded: RunView) -> None:
    build = recorded.builds["lost", "toy", "serial"]
    assert (build["verdict"], build["reason"]) == ("toolchain-absent", "lost++ was not found")
    told = recorded.toolchains["lost"]
    assert (told["reason"], told["remedy"]) == ("lost++ was not found", "buy lost++")


def test_junit_skips_with_the_reason_and_has_the_remedy_among_the_properties() -> None:
    lines = [*records(), {
        "kind": "build", "toolchain": "clang-14-x86_64", "group": "kernels",
        "benchmark": "jacobi", "variant": "omp", "model": "omp", "verdict": "toolchain-absent",
        "reason": REASON, "log_tail": "",
    }]  # fmt: skip
    root = ET.fromstring(render_junit(view(lines, "a-run")))
    suite = next(one for one in root.iter("testsuite") if one.get("name") == "clang-14-x86_64")
    told = {one.get("name"): one.get("value") for one in suite.iter("property")}
    assert (told["state"], told["reason"], told["remedy"]) == ("broken", REASON, REMEDY)
    messages = [one.get("message") for one in suite.iter("skipped")]
    assert f"toolchain absent: {REASON}" in messages
    assert not any(REMEDY in str(one) for one in messages)


def test_reports_have_them_in_places_of_their_own() -> None:
    run, text = view(records(), "a-run"), league_table_text(records())
    assert f"clang-14-x86_64 is broken: {REASON}\n  -> {REMEDY}" in text
    told = report_of([run], figures=False)
    assert f"| {REASON} | {REMEDY} |" in render_markdown(told)
    page = render(told)
    assert f"<td>{REASON}</td><td>{REMEDY}</td>" in page
    assert f"<dt>Why</dt><dd>{REASON}</dd>" in page
    assert "install the NVIDIA HPC SDK" in page  # of one that is absent
    assert f"<dt>What to do</dt><dd>{REMEDY}</dd>" in page


def test_who_names_a_toolchain_is_told_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "load_all", lambda _: [SimpleNamespace(name="lost")])
    monkeypatch.setattr(discovery, "discover", lambda *_, **__: [ABSENT])
    with pytest.raises(ToolchainError, match=r"is absent: lost\+\+ was not found; buy lost\+\+$"):
        build_folders.find_toolchains(Options(tmp_path, "run", toolchains=("lost",)))


def test_list_tells_what_to_do_below_the_reason() -> None:
    variant = {"model": "acc", "toolchains": {"one": "no OpenACC", "two": "no OpenACC"}}
    entry = {"group": "kernels", "benchmark": "toy", "classes": None, "precisions": None,
             "variants": {"acc": variant}}  # fmt: skip
    remedies = {"one": {"acc": "use GCC", "omp": "read"}, "two": {"acc": "use GCC"}}
    content = {"toolchains": ["one", "two"], "suites": {}, "tags": [], "benchmarks": [entry],
               "remedies": remedies}  # fmt: skip
    lines = catalogue.text_with_reasons(content).splitlines()
    assert lines[2:4] == ["    not with one, two: no OpenACC", "      -> use GCC"]
    assert "read" not in "".join(lines)


def test_cmake_is_told_reasons_without_remedies(tmp_path: Path) -> None:
    known = files.load_all(Path(__file__).parents[1] / "toolchains")
    described = next(one for one in known if one.name == "clang-19-x86_64")
    assert ": use " in described.why_not["cuda"]
    found = discovery.Found(described, "usable")
    line = discovery.configure_line(found, source=tmp_path, build=tmp_path)
    told = next(one for one in line if "LEAGUE_WHY_NOT" in one)
    reason = described.why_not["cuda"].partition(": use ")[0]
    assert f"cuda={reason}" in told and ": use " not in told


#: Calls that make a refusal, and what those say whose words are made elsewhere.
MAKERS = {"LeagueError", "UsageError", "ToolchainError", "StoreError", "NothingComparable"}
MAKERS |= {"ConfigureError", "guarding"}
MADE_ELSEWHERE = ("select.unknown(", "did_you_mean(", "_wrong(")


def shown(node: ast.expr) -> str:
    """Return the text of an expression, in which ellipses stand for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(shown, node.values))
    return str(node.value) if isinstance(node, ast.Constant) else "…"


def test_every_refusal_says_what_to_do() -> None:
    """What is wrong, then a semicolon and a remedy, wherever the code refuses something."""
    found, bare = 0, []
    for file in sorted((Path(__file__).parents[1] / "league").rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            if not isinstance(call, ast.Call) or name not in MAKERS or not call.args:
                continue
            found += 1
            told = "; ".join(map(shown, call.args[: 2 if name == "guarding" else 1]))
            _, semicolon, remedy = told.rpartition("; ")
            made_here = not any(one in ast.unparse(call) for one in MADE_ELSEWHERE)
            if told != "…" and made_here and not (semicolon and remedy.strip()):
                bare.append(f"{file.name}:{call.lineno}: {told}")
    assert found > 250
    assert bare == []
