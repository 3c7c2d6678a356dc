"""Series over many runs: whom to blame, numbers of one's own, and what is derived from them."""

import gzip
import io
import json
import math
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import ten_years
from synthetic import records, write_run

from league import cli
from league.analysis import archive, gate, history, nights, outside_metrics
from league.analysis.nights import Entry, Night
from league.analysis.quantities import Quantity
from league.base.errors import NothingComparable, StoreError, UsageError
from league.records import store
from league.records.view import view

CELL = ("gcc-12-host", "jacobi", "omp", "W", "fp64")
FACTS: dict[str, Any] = {"version": "GNU 12.2.0", "flags": "host: -O3", "sources": "aaaa",
                         "binary": "b0", "compiler": "c0"}  # fmt: skip


def a_history(change: float, new: dict[str, str], at: int = 20, count: int = 30) -> list[Night]:
    """Nights of one cell at 1 % noise, which changes on a night, with what is new then."""
    dice = random.Random(5)
    found = []
    for n in range(count):
        facts = {**FACTS, **(new if n >= at else {})}
        time = 1e7 * math.exp(dice.gauss(0, 0.01)) * (change if n >= at else 1.0)
        entry = Entry(
            "pass", False, facts["binary"], {"compute": time}, "rev", {}, facts["sources"]
        )
        found.append(Night(
            f"night-{n:02}", f"2026-11-{n + 1:02}", "rev", "a machine",
            {CELL[0]: facts["version"]}, {CELL: entry}, flags={CELL[0]: facts["flags"]},
            compilers={CELL[0]: facts["compiler"]},
        ))  # fmt: skip
    return found


@pytest.mark.parametrize(
    ("new", "blame"),
    [
        ({"binary": "b1", "version": "GNU 13.1.0"}, "compiler"),
        ({"binary": "b1", "sources": "bbbb"}, "suite"),
        ({"binary": "b1", "sources": "bbbb", "version": "GNU 13.1.0"}, "suite"),
        ({"binary": "b1", "flags": "host: -O1"}, "flags"),
        ({"binary": "b1", "compiler": "c1"}, "compiler"),  # built again, of the same version
        ({"binary": "b1", "compiler": ""}, "unknown"),
        ({"binary": "b1"}, "unknown"),
        ({}, "machine"),
    ],
)
def test_who_is_to_blame(new: dict[str, str], blame: str) -> None:
    (found,) = history.history_of(a_history(1.1, new)).worse
    assert (found.first, found.blame) == ("night-20", blame)


def test_the_same_binary_does_not_acquit_a_slow_compiler() -> None:
    """It was compiled in another time, by another compiler; what it takes to run is no matter."""
    known = [
        replace(one, entries={CELL: replace(
            one.entries[CELL], metrics={"compile": one.entries[CELL].metrics["compute"] / 1e7}
        )})
        for one in a_history(1.4, {"compiler": "c1"})
    ]  # fmt: skip
    (found,) = history.history_of(known).worse
    assert (found.metric, found.first, found.blame) == ("compile", "night-20", "compiler")
    assert found.new == "another build of the compiler"


def test_flags_are_told_word_by_word_and_a_compiler_that_was_built_again(tmp_path: Path) -> None:
    (found,) = history.history_of(a_history(1.1, {"binary": "b1", "flags": "host: -O1"})).worse
    assert found.new == "flags -O3 → -O1"
    known = a_history(1.1, {"binary": "b1", "compiler": "c1"})
    (found,) = history.history_of(known).worse
    assert found.new == "another build of the compiler"
    assert nights.read(nights.write(known[0], tmp_path)) == known[0]


def test_another_source_begins_a_new_series() -> None:
    """Where the level moves is then known beforehand, also if it moves by little."""
    new = {"binary": "b1", "sources": "bbbb"}
    (found,) = history.history_of(a_history(1.03, new)).worse
    assert (found.first, found.blame) == ("night-20", "suite")
    assert history.history_of(a_history(1.0, new)).findings == ()


def test_a_slow_compiler_is_found_after_the_suite_changed() -> None:
    known = a_history(1.0, {"sources": "bbbb", "binary": "b1"}, at=10)
    known = [
        replace(
            one, versions={CELL[0]: "GNU 13.1.0"},
            entries={CELL: replace(
                one.entries[CELL], binary="b2",
                metrics={"compute": one.entries[CELL].metrics["compute"] * 1.1},
            )},
        ) if n >= 22 else one
        for n, one in enumerate(known)
    ]  # fmt: skip
    (found,) = history.history_of(known).worse
    assert (found.first, found.blame) == ("night-22", "compiler")


def test_sources_that_change_every_night_hide_nothing() -> None:
    known = [
        replace(one, entries={CELL: replace(one.entries[CELL], sources=f"{n}", binary=f"{n}")})
        for n, one in enumerate(a_history(1.1, {}))
    ]
    found = history.history_of(known).worse
    assert [one.blame for one in found] == ["suite"]


def test_larger_may_be_better() -> None:
    rate = Quantity("rate", "it/s", larger_is_better=True)
    known = [
        replace(
            one, quantities={"rate": rate},
            entries={CELL: replace(one.entries[CELL], metrics={"rate": 5.0 if n < 8 else 4.0})},
        )
        for n, one in enumerate(a_history(1.0, {}, count=9))
    ]  # fmt: skip
    (found,) = history.history_of(known).worse
    assert (found.metric, found.before, found.now) == ("rate", "5.00 it/s", "4.00 it/s")
    known[8] = replace(
        known[8], entries={CELL: replace(known[8].entries[CELL], metrics={"rate": 6.0})}
    )
    assert not history.history_of(known).worse


def number(**changes: Any) -> dict[str, Any]:
    return {"toolchain": "*", "benchmark": "jacobi", "variant": "omp", "name": "scalar_regs",
            "better": "smaller", "value": 40, **changes}  # fmt: skip


def a_file(*numbers: dict[str, Any]) -> bytes:
    return json.dumps({"schema": "league-metrics-1", "metrics": numbers}).encode()


def test_numbers_of_ones_own_reach_history_and_gate(tmp_path: Path) -> None:
    found = []
    for n, value in enumerate([40, 48]):
        run = write_run(tmp_path, f"run-{n}", seed=n)
        given = outside_metrics.parse(a_file(number(value=value)), "it")
        assert outside_metrics.add(run, given) == 4  # toolchains built jacobi.omp
        assert outside_metrics.add(run, given) == 4
        assert len([one for one in store.read_records(run) if one["kind"] == "metric"]) == 4
        found.append(view(store.read_records(run), run.name))
    judged = gate.judge(found[0], found[1])
    assert judged.exit_code == 3
    assert {(one.metric, one.before, one.now) for one in judged.more} == {("scalar_regs", 40, 48)}
    known = [nights.night_of(one) for one in found]
    worse = [one for one in history.history_of(known).worse if one.metric == "scalar_regs"]
    assert {one.first for one in worse} == {"run-1"}
    assert nights.read(nights.write(known[0], tmp_path)) == known[0]
    assert gate.judge(found[1], found[0]).exit_code == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "holds no metrics"),
        (b"[]", "not a JSON object"),
        (b'{"schema": "league-metrics-2"}', "not of schema"),
        (b'{"schema": "league-metrics-1", "metrics": []}', "no list"),
        (b'{"schema": "league-metrics-1", "metrics": [3]}', "number 1 is no object"),
        (a_file(number(value=-1)), "bigger than or equal to 0"),
        (a_file(number(value=True)), "value must be number"),
        (a_file(number(name="Registers used")), "must match"),
        (a_file(number(name="compute")), "a name of League's own"),
        (a_file(number(better="faster")), "must be one of"),
        (a_file(number(color="red")), "unknown field color"),
        (a_file(number(scatters=True, value=0)), "above 0"),
        (a_file(number(unit="it per s")), "must match"),
        (a_file({"name": "scalar_regs"}), "record lacks benchmark"),
        (a_file(number()).replace(b"40", b"1e999"), "out of range"),
        (a_file(number()).replace(b"40", b"NaN"), "not JSON"),
        (a_file(number()).replace(b"}]", b"}, " * 3 + b"]"), "holds no metrics"),
        (b" " * (outside_metrics.LARGEST + 1), "larger than"),
    ],
)
def test_bad_numbers_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        outside_metrics.parse(data, "it")


def test_numbers_of_nothing_and_two_descriptions_are_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path, "run")
    before = (run / "records.jsonl").read_bytes()
    nothing = outside_metrics.parse(a_file(number(), number(benchmark="nothing")), "it")
    with pytest.raises(NothingComparable, match="scalar_regs of '\\* nothing omp'"):
        outside_metrics.add(run, nothing)
    two = outside_metrics.parse(a_file(number(), number(unit="B")), "it")
    with pytest.raises(UsageError, match="described in two ways"):
        outside_metrics.add(run, two)
    assert (run / "records.jsonl").read_bytes() == before


def run(*words: str) -> int:
    return cli.run(["history", *words])


def test_numbers_come_from_files_and_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run(tmp_path / "runs", "20261121-a")
    file = tmp_path / "numbers.json"
    file.write_bytes(a_file(number()))
    where = ["--out", str(tmp_path / "runs")]
    assert run("add", "20261121-a", str(file), *where) == 0
    assert capsys.readouterr().out == "4 numbers added to 20261121-a\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(a_file(number(name="spills")))))
    assert run("add", "latest", "-", *where) == 0


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two months of nights, of which the second is slower; some are packed."""
    folder = tmp_path_factory.mktemp("kept")
    for n in range(12):
        name = f"2026{11 + n // 6}{1 + n:02}-run"
        run = view(records(seed=n, slower=1.3 if n >= 6 else 1.0), name)
        night = replace(nights.night_of(run), time=f"2026-{11 + n // 6}-{1 + n:02}T00:00:00Z")
        file = nights.write(night, folder)
        if n % 3 == 0:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
            file.unlink()
    return folder


@pytest.fixture()
def own(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(archive, "FEWEST", 2)
    return Path(shutil.copytree(kept, tmp_path / "kept"))


def told(folder: Path, **choice: list[str]) -> history.History:
    found = archive.open_archive(folder, (), choice)
    return history.history_of_series(found.series, found.quantities, found.times)


def test_the_summary_says_what_the_nights_say(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as short:
        short.setattr(archive, "FEWEST", 10**6)
        plain = told(own)
        one = told(own, toolchain=["clang-22*"], benchmark=["jacobi"], variant=["omp"])
    assert not (own / "summary").exists()
    assert told(own) == plain
    assert told(own, toolchain=["clang-22*"], benchmark=["jacobi"], variant=["omp"]) == one
    assert {name.names[:3] for name in one.findings} == {("clang-22-x86_64", "jacobi", "omp")}
    assert len(plain.worse) > 10
    names = sorted(file.name for file in (own / "summary").iterdir())
    assert names == ["202611.parquet", "202612.parquet", "index.json"]
    assert archive.Summary(own).verify() == []
    with pytest.raises(UsageError, match="did you mean jacobi"):
        told(own, benchmark=["jacobo"])


def test_a_damaged_summary_is_made_again_and_a_night_of_another_hand_is_read(own: Path) -> None:
    before = told(own)
    for text in ("", "{}", '{"schema": "league-summary-3"}', "[" * 9999):
        (own / "summary/index.json").write_text(text, encoding="utf-8")
        assert told(own) == before
    damaged = ["202611.parquet is not what was written"]
    (own / "summary/202611.parquet").unlink()
    assert archive.Summary(own).verify() == damaged
    assert told(own) == before
    (own / "summary/202611.parquet").write_bytes(b"PAR1")
    assert archive.Summary(own).verify() == damaged
    assert told(own) == before
    for file in own.glob("*.json"):
        text = json.dumps(json.loads(file.read_text(encoding="utf-8")), indent=2)
        # What is not there for DuckDB is false for the careful reader.
        file.write_text(text.replace('"expected": false', '"expected": null'), encoding="utf-8")
    assert told(own) == before
    assert archive.Summary(own).verify() == []


def test_only_months_that_changed_are_made_again(own: Path) -> None:
    told(own)
    first, second = (own / "summary" / f"2026{month}.parquet" for month in (11, 12))
    stamps = [file.stat().st_mtime_ns for file in (first, second)]
    (own / "20261212-run.json").touch()  # as a checkout leaves it: another time, the same content
    before = told(own)
    assert [file.stat().st_mtime_ns for file in (first, second)] == stamps
    text = (own / "20261212-run.json").read_text(encoding="utf-8")
    (own / "20261212-run.json").write_text(text.replace('"pass"', '"wrong"'), encoding="utf-8")
    assert archive.Summary(own).verify() == [
        "20261212-run.json is not what 202612.parquet was made from"
    ]
    broke = told(own)
    assert {one.first for one in broke.worse if one.metric == "verdict"} == {"20261212-run"}
    assert first.stat().st_mtime_ns == stamps[0] and second.stat().st_mtime_ns != stamps[1]
    (own / "20261212-run.json").unlink()
    assert told(own).runs == before.runs[:-1]
    assert archive.Summary(own).verify() == []


def test_a_bad_night_is_named(own: Path) -> None:
    good = (own / "20261212-run.json").read_text(encoding="utf-8")
    endless = re.sub(r'"compute": [0-9.]+', '"compute": 1e999', good, count=1)
    for text in ('{"schema": "league-history-1"}', endless, good + good, good[:-9]):
        assert text != good
        (own / "bad.json").write_text(text, encoding="utf-8")
        with pytest.raises(StoreError, match=r"bad\.json is no file of a history"):
            told(own)


def test_runs_that_were_not_kept_come_after(own: Path, tmp_path: Path) -> None:
    before = archive.open_archive(own)
    folder = write_run(tmp_path / "runs", "zz-new", seed=99)
    joined = archive.open_archive(own, [folder])
    assert set(joined.runs) == {*before.runs, "zz-new"}
    cells = {one.names: len(one.points) for one in joined.series}
    assert max(cells.values()) == 13


def test_the_verb_verifies(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", "--history", str(own)) == 0
    assert "no summary" in capsys.readouterr().out
    told(own)
    assert run("verify", "--history", str(own)) == 0
    assert capsys.readouterr().out == "the summary agrees with every night\n"
    (own / "20261102-run.json").unlink()
    assert run("verify", "--history", str(own)) == 1
    with pytest.raises(NothingComparable):
        run("verify", "--history", str(own / "none"))


def test_years_that_never_happened_are_nights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What harness/tests/ten_years.py writes is what a history writes, and its summary is read."""
    monkeypatch.setattr(archive, "FEWEST", 2)
    monkeypatch.setattr(ten_years, "BENCHMARKS", ten_years.BENCHMARKS[:2])
    monkeypatch.setattr(ten_years, "TOOLCHAINS", ten_years.TOOLCHAINS[:3])
    monkeypatch.setattr(ten_years, "PROGRAMS", 10)
    ten_years.write(tmp_path, 40)
    for file in nights.files(tmp_path)[::13]:
        text = gzip.decompress(file.read_bytes()).decode()
        assert nights.text_of(nights.read(file)) == text
    found = archive.open_archive(tmp_path, (), {"benchmark": ["benchmark-01"], "variant": ["omp"]})
    assert [len(one.points) for one in found.series] == [40, 40, 40]
    assert archive.Summary(tmp_path).verify() == []
