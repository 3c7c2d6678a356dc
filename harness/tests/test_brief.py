"""Rows of tables from launches that were reduced while read: the same, in little memory."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import large
import pytest
from synthetic import records, write_run

from league.base import forked
from league.records import store
from league.records.brief import brief
from league.records.reading import read_run, read_runs
from league.records.view import view
from league.show import exports


@pytest.mark.parametrize("gpu", [False, True])
def test_reduced_launches_give_the_same_rows(gpu: bool) -> None:
    whole = records(gpu=gpu)
    told = exports.to_csv(view(whole, "a-run"))
    assert exports.to_csv(view(map(brief, whole), "a-run")) == told
    assert exports.to_p3(view(map(brief, whole), "a-run")) == exports.to_p3(view(whole, "a-run"))


def test_a_time_of_nought_and_one_that_is_missing_stay_what_they_are() -> None:
    launch = next(one for one in records() if one.get("mode") == "timed" and not one["pair"])
    samples = [{"warmup": False, "compute": time, "total": 7} for time in (5, 0, 9, 8)]
    samples[2]["total"] = None
    told = {**launch, "record": {**launch["record"], "samples": samples}, "pair": ""}
    both = [next(iter(view([one], "x").cells.values())) for one in (told, brief(told))]
    for cell in both:
        assert not cell.verified  # a time of nought counts nowhere
        (one,) = cell.launches
        assert (one.median("compute"), one.median("total")) == (6.5, 7)
        assert min(one.repetitions("compute")) == 0


def test_processes_that_share_a_run_give_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = large.write(tmp_path / "run", 100)
    told = exports.to_csv(read_run(folder))
    monkeypatch.setattr(forked, "cores", lambda: 3)
    monkeypatch.setattr(store, "_SHARE", 1000)
    assert exports.to_csv(read_run(folder, rows=True)) == told


def test_the_file_is_what_the_terminal_shows(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path, "a", launches=2))
    assert exports.export([run], "csv", tmp_path / "out" / "a.csv") == ""
    assert (tmp_path / "out" / "a.csv").read_text(encoding="utf-8") == exports.to_csv(run)


def test_an_export_holds_little_of_each_launch(tmp_path: Path) -> None:
    lines = (large.write(tmp_path / "whole", 100) / "records.jsonl").read_text().splitlines(True)
    first = next(n for n, line in enumerate(lines) if '"kind":"launch"' in line)

    def most(launches: int, *, rows: bool) -> int:
        folder = tmp_path / f"{launches}"
        folder.mkdir(exist_ok=True)
        (folder / "records.jsonl").write_text("".join(lines[: first + launches]))
        tracemalloc.start()
        try:
            exports.export(read_runs([folder], rows=rows), "csv", tmp_path / "out.csv")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    most(300, rows=True)  # what is imported and kept once
    less, whole = ((most(900, rows=one) - most(300, rows=one)) / 600 for one in (True, False))
    assert less < 3000 and 3 * less < whole  # bytes of a launch
