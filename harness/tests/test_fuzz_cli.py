"""Command lines that a generator makes: each is answered, or refused in one line and by a code."""

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from synthetic import write_run
from test_fuzz import tries

from league import cli
from league.commands import _shared
from league.toolchains import discovery, doctor
from proofs import inputs

#: Words that nobody should type, beside some that somebody would; none names a place outside.
ODD = """* [ [! -1 1e999 NaN /dev/full /dev/null/x a,b,, n= = -- - n=1,2 jacobi S fp64 latest quick
    one csv junit gcc-12-host"""
UNSEEN = ["", " ", "x" * 5000, "é", "\u202e", "\x1b[2J", "\udcff", "9" * 400]
FLAGS = """-b -v -t -c --precision --suite --tag -x -l -r -w --timeout -j --device --seed --out
    --resume --junit --markdown --build-root --extra-dir --json --no-color --fail-fast --allow-host
    --dry-run -o --march --size --teams --threads --simd --figure --csv --diff --mutants --tables
    --picture --check --help --version"""

words = st.one_of(
    st.text(st.characters(blacklist_characters="/\0"), max_size=12).filter(lambda one: one != ".."),
    st.sampled_from([*ODD.split(), *UNSEEN]),
)
flags = st.sampled_from(FLAGS.split())
lines = st.tuples(
    st.sampled_from(["", *sorted(cli.verbs())]),
    st.lists(st.tuples(flags, words) | st.tuples(words) | st.tuples(flags), max_size=3),
).map(lambda made: [*filter(None, made[:1]), *(word for some in made[1] for word in some)])


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A working directory on a machine without a compiler, with one run."""
    folder = tmp_path_factory.mktemp("cli")
    write_run(folder / "runs", "one", seed=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discovery, "discover", lambda described, **_: [])
        patch.setattr(doctor, "surroundings", lambda project: [])
        patch.setitem(_shared.RUNS_FOLDER.settings, "default", folder / "runs")
        patch.chdir(folder)
        yield folder


@tries(50)
@given(lines)
@example(["report", "one", "-o", "/dev/full"])
@example(["export", "csv", "one", "-o", "/dev/full"])
@example(["compare", "one", "one", "--markdown", "\udcff" * 300])
@example(["run", "-b", "x" * 5000, "--out", "/dev/full"])
@example(["import", "\udcff"])
def test_a_command_line_is_answered_or_refused_in_one_line(nowhere: Path, line: list[str]) -> None:
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        try:
            code = cli.main(line)
        except SystemExit as end:  # --help
            code = int(end.code or 0)
    told = complained.getvalue()
    assert code in range(6), told
    assert "a fault of this program" not in told
    errors = [one for one in told.splitlines() if one.startswith("league: error: ")]
    assert len(errors) == 1 if code == 2 else len(errors) <= 1, told
    assert all(len(one) < 2100 for one in told.splitlines())
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", told)


def test_bad_files_words_and_surroundings_are_refused_with_what_to_do() -> None:
    """A sample of what `scripts/prove.py inputs` tries, the same each time."""
    assert inputs.tried(seed=0, count=25, say=len) == []


@pytest.mark.parametrize(
    ("code", "told", "wrong"),
    [
        (130, "", "it hangs"),
        (
            2,
            "league: error: a fault of this program in x line 1: y; report it\n",
            "nobody foresaw it",
        ),
        (2, "", "0 lines say what is wrong"),
        (2, "league: error: no\nleague: error: no\n", "2 lines say what is wrong"),
        (2, "league: error: it is wrong\n", "it does not say what to do"),
        (2, "league: error: it is wrong; \n", "it does not say what to do"),
        (0, "\x1b[2J", "what cannot be seen is shown as it is"),
        (2, "league: error: it is wrong; mend it\n", ""),
    ],
)
def test_the_generator_sees_what_is_no_answer(code: int, told: str, wrong: str) -> None:
    assert inputs.fault(code, "", told) == wrong
