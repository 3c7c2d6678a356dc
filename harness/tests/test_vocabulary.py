"""The table of words: what it holds, what takes it apart, and that a new row is seen everywhere."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from synthetic import records, whole

import league
from league.analysis import gate, history, nights
from league.claims.matrix import as_markdown, matrix_of
from league.records import totals
from league.records.view import RunView, view
from league.show import layout
from league.show.junit import render_junit
from league.show.markdown import render_markdown
from league.show.model import report_of
from league.show.sarif import render_sarif
from league.show.text import league_table_text
from league.verdicts import TONES, WORDS, Verdict, Word, defect_in, judging, read, word
from league.verdicts.table import ANSWER, BAD, RECORDED, may_say, words_of

CODE = Path(league.__file__).parent
MELTED = Word("melted", ANSWER, BAD, "☄", "bad", "melted away", "The answer was there and ran off.")


@pytest.mark.parametrize(
    "text", ["pass", "crash(SIGSEGV)", "nonzero(2)", "skipped(check failed: nonzero(1))", "xfail()"]
)
def test_text_becomes_a_value_and_text_again(text: str) -> None:
    value = read(text, "device")
    assert value.place == "device" and value.word == text.partition("(")[0]
    assert str(value) == text.removesuffix("()")


def test_a_known_defect_is_read_from_the_expectation() -> None:
    assert defect_in(str(Verdict("xfail", "why (really)"))) == "why (really)"
    assert (defect_in("xfail()"), defect_in("xpass")) == ("a known defect", "")


@pytest.mark.parametrize("row", WORDS.values(), ids=list(WORDS))
def test_a_row_says_one_thing(row: Word) -> None:
    assert row.tone in TONES and row.label and row.meaning
    assert not (row.failed and row.tone not in ("bad", "trap"))
    assert (row.sarif == "error") == (row.junit == "failure")
    known = word(row.name, expected=True)
    assert (known.failed, known.expected) == (False, row.failed)


def test_every_value_of_a_record_has_a_row_and_nobody_knows_another() -> None:
    for stage in RECORDED:
        assert words_of(stage) and may_say(stage)["type"] == "string"
    assert word("gnawed").failed and word("").label == "unknown verdict"
    assert word("emulated").verified and not word("emulated").failed


def test_nothing_but_the_reader_takes_recorded_text_apart_or_makes_it() -> None:
    apart = re.compile(
        r"""startswith\(\(?"(xfail|crash|skipped|nonzero)|(xfail|crash|nonzero)\(\{"""
        r"""|["'](xfail|crash|skipped|nonzero)\("""
    )
    takers = {file.name for file in CODE.rglob("*.py") if apart.search(file.read_text("utf-8"))}
    assert takers == set()


def test_symbols_stand_in_the_table_alone() -> None:
    files = [*CODE.rglob("*.py"), *CODE.rglob("*.html"), *CODE.rglob("*.js")]
    users = {file.name for file in files if re.search("[✓✗○◇⌂▲▼]", file.read_text("utf-8"))}
    assert users == {"table.py", "__init__.py"}


def records_of(answer: str) -> list[dict[str, Any]]:
    """A session in which the fp64 answers of one variant end so."""
    made = records(seed=1, launches=2)
    for record in made:
        names = tuple(record.get(name) for name in ("variant", "toolchain", "precision"))
        if record["kind"] == "launch" and names == ("target-data", "clang-19-x86_64", "fp64"):
            record["verdict"] = {**record["verdict"], "answer": answer}
            record["worst"] = judging.worst(record["verdict"], offloads=True)
            record["reason"] = ""
    return made


@pytest.fixture(scope="module")
def runs() -> Iterator[tuple[RunView, RunView]]:
    """A run before and one in which a word is judged that the table has since a moment."""
    WORDS[MELTED.name] = MELTED
    yield view(records_of("pass"), "before"), view(records_of("melted"), "after")
    del WORDS[MELTED.name]


def _gate(before: RunView, after: RunView) -> str:
    return "\n".join(gate.lines(gate.judge(before, after)))


def _history(before: RunView, after: RunView) -> str:
    known = [nights.night_of(one) for one in (before, before, before, after, after, after)]
    return "\n".join(history.lines(history.history_of(known)))


SHOWN: dict[str, Callable[[RunView, RunView], str]] = {
    "text": lambda *_: league_table_text(records_of("melted")),
    "html": lambda _, run: layout.report(report_of([run], figures=False)),
    "markdown": lambda _, run: render_markdown(report_of([run], figures=False)),
    "junit": lambda _, run: render_junit(run),
    "sarif": lambda _, run: render_sarif(run),
    "gate": _gate,
    "history": _history,
}


@pytest.mark.parametrize("place", SHOWN)
def test_a_new_word_is_seen_wherever_verdicts_are_shown(
    runs: tuple[RunView, RunView], place: str
) -> None:
    before, after = runs
    assert MELTED.label in SHOWN[place](before, after)


def test_a_new_word_reddens_its_run_and_its_schema_takes_it(runs: tuple[RunView, RunView]) -> None:
    assert totals.Outcome(judging.STRICT, "timed", records_of("melted")).exit_code() == 1
    assert "melted" in may_say(ANSWER)["enum"]


def test_a_new_word_of_a_claim_stands_in_the_matrix(runs: tuple[RunView, RunView]) -> None:
    claim = whole({"kind": "claim", "claim": "map.to", "group": "map", "worst": "melted"})
    assert "melted" in as_markdown(matrix_of([claim]))
