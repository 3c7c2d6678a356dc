"""The table of options: a row is all that an option costs, and few hands pass the options on."""

import argparse
import ast
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import fakes
import pytest
import synthetic

from league import cli
from league.base.errors import UsageError
from league.commands import _complete
from league.records import store
from league.run import dry, options
from league.run.options import Options
from league.run.table import Kept, option
from league.run.terms import Terms

LEAGUE = Path(options.__file__).parents[1]


@dataclass(frozen=True)
class Coloured(Options):
    """The options, with a row more."""

    colour: str = option(
        "--colour", group="how", metavar="NAME", default="", fits=("red", "green"),
        kept=Kept(usual="red"), help="what it is painted with",
    )  # fmt: skip


@pytest.fixture
def coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "Options", Coloured)


@pytest.mark.usefixtures("coloured")
def test_an_option_costs_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = cli.parser_of("run", cli.load("run")).format_help()
    assert "--colour NAME" in shown and "what it is painted with" in shown
    asked = fakes.asked(tmp_path, ["--colour", "green"])
    assert isinstance(asked, Coloured) and asked.colour == "green"
    parser = cli.parser_of("run", cli.load("run"))
    _complete._teach(parser)
    (action,) = (one for one in parser._actions if one.dest == "colour")
    assert set(action.completer("", argparse.Namespace())) == {"red", "green"}  # type: ignore[attr-defined]

    monkeypatch.setattr(dry, "find_toolchains", lambda _: [])
    assert dry.tell(asked, agreed=Terms.fresh(asked)) == 0
    assert "--colour green" in capsys.readouterr().out

    fakes.add_program(tmp_path / "build", "serial")
    words = ["-l", "1", "--precision", "fp64", "-c", "S"]
    made, folder = fakes.run(tmp_path, [*words, "--colour", "green"])
    assert made.exit_code == 0
    begun = store.read_records(folder)[0]
    assert begun["options"]["colour"] == "green"
    for again in ([], ["--colour", "green"]):
        agreed = Terms.resumed(begun, fakes.asked(tmp_path, ["--resume", str(folder), *again]))
        assert agreed.more == {"colour": "green"}
    with pytest.raises(UsageError, match="--colour says otherwise; leave --colour out"):
        fakes.run(tmp_path, ["--resume", str(folder), "--colour", "red"])
    shutil.rmtree(folder)


@pytest.mark.usefixtures("coloured")
def test_a_run_from_before_an_option_began_with_its_default(tmp_path: Path) -> None:
    folder = synthetic.write_run(tmp_path)
    begun = next(one for one in store.read_records(folder) if one["kind"] == "session")
    assert Terms.resumed(begun, fakes.asked(tmp_path, [])).more == {"colour": ""}


def test_every_verb_has_the_rows_that_are_its() -> None:
    for verb in options.VERBS:
        actions = cli.parser_of(verb, cli.load(verb))._actions
        flags = {flag for action in actions for flag in action.option_strings}
        rows = [one for one in options.table() if verb in (one.verbs or options.VERBS)]
        assert {one.flags[-1] for one in rows if one.argument is not None} <= flags, verb


#: The functions that `run` hands the options to, all or in a value that holds them.
MOST = 20
#: Those behind the stages of `run` that read the context of its session.
MOST_OF_CONTEXT = 30
#: By name what functions call, and where they stand.
Hands = dict[str, tuple[set[str], set[str]]]


def hands(folder: Path, takes: Callable[[ast.FunctionDef], bool]) -> Hands:
    """Return the functions below a folder that take something."""
    found: Hands = {}
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        owner = {m: f"{c.name}." for c in ast.walk(tree) if isinstance(c, ast.ClassDef)
                 for m in c.body}  # fmt: skip
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and takes(node):
                whole = f"{owner.get(node, '')}{node.name}"
                name = whole.removesuffix(".__init__").rpartition(".")[2]
                calls, places = found.setdefault(name, (set(), set()))
                places.add(f"{file.relative_to(LEAGUE)}:{whole}")
                calls |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
                calls |= {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    return found


def places_of(known: Hands, ahead: set[str]) -> set[str]:
    """Return where those functions stand that some of them call, or those that they call."""
    seen: set[str] = set()
    while ahead:
        seen |= ahead
        ahead = set().union(*(known[name][0] for name in ahead if name in known)) & known.keys()
        ahead -= seen
    return {place for name in seen for place in known.get(name, ((), ()))[1]}


def takes_options(node: ast.FunctionDef) -> bool:
    kinds = [ast.unparse(one.annotation) for one in node.args.args if one.annotation]
    return bool({"Options", "Options | None"} & set(kinds))


def reads_context(node: ast.FunctionDef) -> bool:
    names = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
    taken = {ast.unparse(one.annotation) for one in node.args.args if one.annotation}
    return bool({"context", "_context"} & names or "Context" in taken)


def test_few_hands_pass_the_options_of_run_on() -> None:
    known = hands(LEAGUE, takes_options)
    ahead = {"measure", "profile", "refuse", "carry_out"}
    assert 10 < len(places_of(known, ahead)) <= MOST


def test_few_hands_behind_the_stages_of_run_read_its_context() -> None:
    behind = places_of(hands(LEAGUE / "run", lambda _: True), {"stages"})
    readers = hands(LEAGUE / "run", reads_context)
    assert 10 < len(behind & places_of(readers, {*readers})) <= MOST_OF_CONTEXT
