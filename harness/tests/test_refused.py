"""Wrong command lines of every verb: the exit code, and the one line that says why."""

import os
import shlex
from pathlib import Path

import pytest
from saying import Says
from synthetic import write_run

from league.base.scrub import visible


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs."""
    folder = tmp_path_factory.mktemp("refused")
    for n, name in enumerate(("20261121-base", "20261122-slow")):
        write_run(folder / "runs", name, seed=n, launches=4)
    (folder / "empty").mkdir()
    (folder / "no").mkdir()
    os.mkfifo(folder / "pipe")
    return folder


#: A command line, what it ends with, and a part of the line that is said.
LINES = """
rnu | 2 | unknown verb 'rnu'; did you mean run
run --launches 0 | 2 | '0' is not a whole number of 1 or more
run --timeout nan | 2 | 'nan' is not a time as 90s, 25m or 2h
run --frobnicate | 2 | unrecognized arguments: --frobnicate
run stray | 2 | unrecognized arguments: stray
run -c w | 2 | unknown class 'w'; did you mean W
run --precision fp16 | 2 | unknown precision 'fp16'; did you mean
run -t gc-12-host | 2 | unknown toolchain 'gc-12-host'; did you mean gcc-12-host
run --resume x --out y | 2 | leave out --out
run --extra-dir nowhere | 2 | nowhere holds no CMakeLists.txt
run --device some | 2 | device
run --profile --device all | 2 | device
build --device all | 2 | device
sweep --device all --dry-run | 2 | device
check --suite validation --device all | 2 | device
toolchains -t clang-19-x86 | 2 | unknown toolchain 'clang-19-x86'; did you mean
submit --per-task 0 | 2 | --per-task: '0' is not a whole number of 1 or more
submit --cpus 0 | 2 | --cpus: '0' is not a whole number of 1 or more
submit --time soon | 2 | 'soon' is no time for a job
submit --junit x.xml | 2 | --junit means nothing for submit
submit --fail-fast | 2 | --fail-fast means nothing for submit
submit --site none.toml | 2 | cannot read
doctor --site none.toml | 2 | cannot read
collect none --out . | 2 | there is no run 'none'
cancel none --out . | 2 | there is no run 'none'
emulate no/such/program | 2 | there is no program no/such/program
emulate --seed -1 /bin/true | 2 | not a whole number of 0 or more
sweep -b jacobi --teams 1 --figure x.png | 2 | --figure x.png is no .svg file
sweep -b jacobi --teams 1 --figure none/x.svg | 2 | there is no folder
conformance --reduce map.to | 2 | name it with -t
bundle -o b.zip | 2 | end it in .tar.xz or .tar.gz
bundle -o b.tar.gz --base x | 2 | --base
bundle -o 'a b.tar.gz' --container docker --dry-run | 2 | use another -o
run-bundle empty | 2 | is not a bundle
run-bundle pipe | 2 | is not a bundle
run-bundle nothing | 2 | is not a bundle
import pipe --out new | 2 | pipe
import /dev/zero --out new | 2 | zero
import none --out new | 2 | none
merge empty -o new | 2 | empty
merge absent -o new | 2 | no such file
export lit | 2 | name it with -o
export lit some-run -o x | 2 | choose them with -b and --tag
export dejagun -o x | 2 | did you mean dejagnu or
export jnuit --out runs | 2 | did you mean junit
export zzzz --out runs | 2 | known are bencher, case, csv
export parquet --out runs | 2 | name a file with -o
export csv --where benchmrk=x --out runs | 2 | did you mean benchmark
report nonsense --out runs | 2 | there is no run 'nonsense'
report 2026112 --out runs | 2 | start of several
report -b jacobbi --out runs | 2 | did you mean jacobi
report --out no | 2 | no run has been recorded yet
report --where benchmrk=x --out runs | 2 | did you mean benchmark
report latest --out runs -o pipe/page.html | 2 | cannot write
compare --out runs | 2 | two names
compare 20261121-base --out runs | 2 | two names
compare clang-19-x86_64 clang-23-x86_64 --out runs | 2 | did you mean clang-22-x86_64
compare clang-19-x86_64 clang-19-x86_64 --out runs | 2 | two toolchains
compare one two --out runs | 2 | there is no run 'one'
compare clang-19-x86_64 nvcc-13-sm_90 --out runs | 4 | no verified cell in common
compare 20261121-base 20261122-slow -b jacoby --out runs | 2 | did you mean jacobi
compare a b --out no | 2 | no run has been recorded
compare clang-19-x86_64 clang-22-x86_64 --where benchmrk=x --out runs | 2 | did you mean benchmark
gate --out runs --baselines kept | 2 | baseline save NAME
baseline save --out runs --baselines kept | 2 | needs a name
baseline save ../x --out runs --baselines kept | 2 | cannot name a baseline
baseline save x no-such-run --out runs --baselines kept | 2 | there is no run
baseline show other --out runs --baselines kept | 2 | there is no baseline 'other'
query 'SELECT nothing FROM nowhere' --out runs | 2 | cannot be answered
query failuers --out runs | 2 | did you mean failures
history add 20261121-base --out runs | 2 | history add RUN FILE
history add 20261121-base none.json --out runs | 2 | cannot read
history verify --history no | 4 | no
dashboard --out no --history no -o site | 4 | no
matrix --out runs | 4 | no run holds claims
figures nothing | 2 | nothing
figures launches runs/20261121-base -b nothing | 2 | nothing
portability runs/20261121-base | 4 | nothing was verified on two platforms
list -b jacoby | 2 | did you mean jacobi
run -t '' | 2 | empty
run -t gcc-12-host, | 2 | empty
run -b ' ' | 2 | empty
run --benchmark= | 2 | empty
check --suite '' | 2 | empty
run -c '' | 2 | empty
run --precision , | 2 | empty
run --out '' | 2 | empty
run --resume '' | 2 | empty
report '' | 2 | empty
compare '' '' | 2 | empty
export csv '' | 2 | empty
'' | 2 | empty
""".strip().splitlines()


@pytest.mark.parametrize("row", LINES)
def test_a_wrong_command_line_is_one_line(
    row: str, place: Path, monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:
    line, code, told = (part.strip() for part in row.rsplit("|", 2))
    before = sorted(place.rglob("*"))
    monkeypatch.chdir(place)
    said = cli_says(*shlex.split(line), code=int(code)).err
    assert told in said
    assert said.startswith("league: error: ") and said.count("\n") == 1
    assert ";" in said or line.startswith(("emulate no", "query 'SELECT"))  # nothing helps
    assert sorted(place.rglob("*")) == before


LONG = "x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ["report", LONG], ["report", f"{LONG}/records.jsonl"], ["compare", LONG, "y" * 5000],
        [LONG], ["run", "--out", f"/tmp/{LONG}", "--resume", f"/tmp/{LONG}"],
        ["run", "--resume", f"/tmp/{LONG}"], ["run", "-t", LONG], ["run", "-t", "*[" * 2500],
        ["export", LONG], ["run", "-c", LONG], ["run", "-t", "a\u202eb\x9b"],
    ],
)  # fmt: skip
def test_a_name_that_is_very_long_is_told_in_one_line(words: list[str], cli_says: Says) -> None:
    told = cli_says(*words, code=2).err
    assert told.count("\n") == 1
    assert len(told) < 2500
    assert visible(told) == told
