"""Records on their way home: what import takes, what it refuses, and what that costs."""

import gzip
import json
import lzma
import os
import shutil
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from saying import Says

from league.base.errors import StoreError
from league.bundle import archive
from league.records import store
from league.records.schema import stamp
from tests import bundles, fakes


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run."""
    project = tmp_path_factory.mktemp("measured")
    fakes.add_program(project / "build", "serial")
    _, folder = fakes.run(project, ["-l", "1", "--precision", "fp64"])
    return folder


@pytest.fixture()
def results(measured: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(measured, tmp_path / measured.name))


def records_of(run: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (run / store.FILE_NAME).read_text().splitlines()]


def write(run: Path, records: list[dict[str, Any]], *, seal: bool = True) -> None:
    """Write records; sealed, each has the id of its content."""
    records = [stamp(one) if seal else one for one in records]
    (run / store.FILE_NAME).write_text("".join(json.dumps(one) + "\n" for one in records))


def refused(source: Path, runs: Path, match: str) -> None:
    """Import what is not taken; nothing may be left of that."""
    around = bundles.seen(runs.parent)
    with pytest.raises(StoreError, match=match):
        archive.import_results(source, runs)
    assert bundles.seen(runs.parent) == around


def test_every_form_of_a_run_gives_the_same_bytes(results: Path, tmp_path: Path) -> None:
    file = results / store.FILE_NAME
    whole = file.read_bytes()
    packed = [archive.pack_results(results), tmp_path / "records.jsonl.gz", tmp_path / "r.xz"]
    packed[1].write_bytes(gzip.compress(whole))
    packed[2].write_bytes(lzma.compress(whole))
    entries = [("folder", ".", ""), ("file", f"./{file.name}", whole.decode())]
    packed.append(bundles.tar(tmp_path / "by-hand.tgz", *entries))
    for number, one in enumerate([results, file, *packed]):
        folder, count, fresh = archive.import_results(one, tmp_path / str(number))
        assert (folder.name, count, fresh) == (results.name, whole.count(b"\n"), True)
        assert (folder / store.FILE_NAME).read_bytes() == whole
        assert [one.name for one in folder.iterdir()] == [store.FILE_NAME]
        assert list(folder.parent.iterdir()) == [folder]


def test_half_a_line_is_dropped_and_one_without_its_end_is_kept(
    results: Path, tmp_path: Path
) -> None:
    file = results / store.FILE_NAME
    whole = file.read_bytes()
    for data in (whole + whole[:40], whole + b"{", whole + b"\xff", whole[:-1]):
        file.write_bytes(data)
        folder, count, _ = archive.import_results(file, tmp_path / "runs")
        assert (folder / store.FILE_NAME).read_bytes() == whole
        assert count == whole.count(b"\n")


def test_the_same_run_again_is_no_news_and_another_of_its_name_is_refused(
    results: Path, tmp_path: Path, cli_says: Says
) -> None:
    runs = str(tmp_path / "runs")
    assert f"imported {results.name}: " in cli_says("import", str(results), "--out", runs).out
    before = bundles.seen(tmp_path / "runs")
    assert "all there already" in cli_says("import", str(results), "--out", runs).out
    file = results / store.FILE_NAME
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))
    error = cli_says("import", str(results), "--out", runs, code=2).err
    assert error.count("\n") == 1
    assert f"run {results.name} is there already with other content" in error
    assert f"(from line {len(lines)} on)" in error
    assert bundles.seen(tmp_path / "runs") == before
    kept = tmp_path / "runs" / results.name / store.FILE_NAME
    kept.with_name(f"{kept.name}.xz").write_bytes(lzma.compress(kept.read_bytes()))
    kept.unlink()  # compressed, it is the same run
    file.write_bytes(b"".join(lines))
    assert archive.import_results(results, tmp_path / "runs")[2] is False


def change(**fields: Any) -> Callable[[list[dict[str, Any]]], object]:
    return lambda records: records[0].update(fields)


def of_a_launch(**fields: Any) -> Callable[[list[dict[str, Any]]], object]:
    return lambda records: next(one for one in records if one["kind"] == "launch").update(fields)


@pytest.mark.parametrize("seal", [True, False])
@pytest.mark.parametrize(
    "how",
    [
        change(kind="gossip"),
        change(launches=-1),
        change(launches="x"),
        change(launches=10**400),
        change(seed=float("inf")),
        change(seed=1 << 63),
        change(selection=[]),
        change(suite="\ud800"),
        change(options=json.loads("[" * 40 + "]" * 40)),
        of_a_launch(index="x"),
        of_a_launch(wall_ns=float("nan")),
        of_a_launch(record=[]),
        of_a_launch(verdict={}),
        lambda records: records[0].pop("launches"),
    ],
)
def test_records_that_are_none_are_refused(
    how: Callable[[list[dict[str, Any]]], object], seal: bool, results: Path, tmp_path: Path
) -> None:
    records = records_of(results)
    how(records)
    write(results, records, seal=seal)
    refused(results, tmp_path / "runs", r"line \d+ of the records is not a record")


def test_an_id_belongs_to_the_content_and_what_is_said_of_a_record_can_be_shown(
    results: Path, tmp_path: Path
) -> None:
    records = records_of(results)
    records[2]["reason" if "reason" in records[2] else "remedy"] = "changed"
    write(results, records, seal=False)
    refused(results, tmp_path / "runs", "line 3 of the records.*does not belong to the content")
    of_a_launch(verdict={"\x1b[2J\u202e" + "x" * 5000: 1})(records)
    write(results, records)
    with pytest.raises(StoreError) as caught:
        archive.import_results(results, tmp_path / "runs")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "line",
    [b"", b"x", b"[]", b"\xff", b"[" * 200_000, b'{"kind": "session", "index": 1e999}'],
)
def test_a_damaged_line_in_the_middle_is_named_and_nothing_is_taken(
    line: bytes, results: Path, tmp_path: Path
) -> None:
    file = results / store.FILE_NAME
    first, *rest = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([first, line, b"\n", *rest]))
    refused(file, tmp_path / "runs", "line 2 of the records is not a record")


@pytest.mark.parametrize("name", ["../../evil", "", ".hidden", "a/b", "x" * 200, "a\n"])
def test_a_run_cannot_be_named_out_of_its_folder(name: str, results: Path, tmp_path: Path) -> None:
    records = records_of(results)
    for one in records:
        if one["kind"] == "session":
            one["session"] = name
    write(results, records)
    refused(results, tmp_path / "runs", "is not the records of one run")
    write(results, [*records_of(results), {**records[0], "session": "another"}])
    refused(results, tmp_path / "runs", "is not the records of one run")
    write(results, [one for one in records if one["kind"] != "session"])
    refused(results, tmp_path / "runs", "is not the records of one run")


@pytest.mark.parametrize(
    ("entries", "match"),
    [
        ([("file", "run/other", "x")], "holds no run"),
        ([("link", "run/records.jsonl", "/etc/passwd")], "damaged"),
        ([("device", "run/records.jsonl", "")], "damaged"),
        ([("file", "run/records.jsonl", "")], "not the records of one run"),
        ([("file", "run/records.jsonl", "x\n")], "line 1 of the records"),
        ([("folder", f"run/{number}", "") for number in range(1001)], "more than 1000 members"),
    ],
)
def test_archives_without_a_run(
    entries: list[tuple[str, str, str]], match: str, tmp_path: Path
) -> None:
    refused(bundles.tar(tmp_path / "r.tar.gz", *entries), tmp_path / "runs", match)


def test_an_archive_with_two_runs_and_what_is_none_are_refused(
    results: Path, tmp_path: Path
) -> None:
    text = (results / store.FILE_NAME).read_text()
    entries = [("file", f"{name}/records.jsonl", text) for name in ("one", "two")]
    refused(bundles.tar(tmp_path / "r.tar.gz", *entries), tmp_path / "runs", "two/records.jsonl")
    for content in (b"\x1f\x8bbroken", b"\xfd7zXZ\x00broken", b"", b"\0" * 5000):
        (tmp_path / "r.tar.gz").write_bytes(content)
        told = "damaged|not the records of one run"
        refused(tmp_path / "r.tar.gz", tmp_path / "runs", told)


def test_a_pipe_in_place_of_records_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / store.FILE_NAME)
    with pytest.raises(StoreError):
        archive.import_results(tmp_path, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


# ---- what it costs -------------------------------------------------------------------------------


def test_memory_does_not_depend_on_how_much_is_imported(results: Path, tmp_path: Path) -> None:
    records = records_of(results)
    launch = next(one for one in records if one["kind"] == "launch")
    launches = [{**launch, "index": n, "output_tail": "x" * 60_000} for n in range(340)]
    write(results, [*records, *launches])
    file = results / store.FILE_NAME
    packed = archive.pack_results(results)
    for number, source in enumerate((file, packed)):
        tracemalloc.start()
        try:
            archive.import_results(source, tmp_path / str(number))
            # A chunk, a line, and what is made of it; the records are 20 MB.
            assert tracemalloc.get_traced_memory()[1] < 8 << 20
        finally:
            tracemalloc.stop()


def test_a_bomb_is_refused_by_the_stated_limit(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MOST_RECORD_BYTES", 4 << 20)
    text = (results / store.FILE_NAME).read_bytes()
    for name, data in (("lines", b"\n" * (8 << 20)), ("one", b"1" * (8 << 20))):
        (tmp_path / name).write_bytes(gzip.compress(text + data, 1))
        refused(tmp_path / name, tmp_path / "runs", "is not a record|more than it says")


def test_a_line_has_a_limit_and_costs_no_more_than_its_length(tmp_path: Path) -> None:
    file = tmp_path / store.FILE_NAME
    with file.open("wb") as sink:
        sink.truncate(64 << 20)
    began = time.monotonic()
    refused(file, tmp_path / "runs", "a line is longer than 16 MiB")
    assert time.monotonic() - began < 10
