"""Many results made one, and machines as platforms of the portability metric."""

import csv
import json
import statistics
from pathlib import Path
from typing import Any

import pytest
import synthetic
from saying import Says

from league import cli
from league.analysis import platforms
from league.base.errors import StoreError
from league.bundle import merge
from league.records import reading, store
from league.records.schema import stamp
from league.records.view import view

EPYC, XEON, GPU = "AMD EPYC 9B14, 2 cores", "Xeon, 8 cores", "NVIDIA H200"


def made(folder: Path, name: str, *, cpu: str = "", **choices: Any) -> Path:
    """Write the run of a machine, with the ids its records deserve."""
    run = synthetic.write_run(folder, name, **choices)
    records = store.read_records(run)
    for one in records:
        if one["kind"] == "machine" and cpu:
            one.update(cpu=cpu, cores=8)
    write(run, records)
    return run


def write(run: Path, records: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(stamp(one)) + "\n" for one in records)
    (run / store.FILE_NAME).write_text(text, encoding="utf-8")


@pytest.fixture()
def three(tmp_path: Path) -> list[Path]:
    """Runs of three machines, one of which has a GPU."""
    home = tmp_path / "home"
    return [
        made(home, "1-epyc", seed=1),
        made(home, "2-xeon", seed=2, cpu="Xeon"),
        made(home, "3-gpu", seed=3, gpu=True),
    ]


def contents(folder: Path) -> dict[str, bytes]:
    files = (one for one in folder.rglob("*") if one.is_file())
    return {str(one.relative_to(folder)): one.read_bytes() for one in files}


def test_runs_of_many_machines_are_one_folder(
    three: list[Path], tmp_path: Path, cli_says: Says
) -> None:
    out = tmp_path / "all"
    words = ["merge", *map(str, three), "-o", str(out)]
    assert cli.main([*words, "--dry-run"]) == 0
    assert not out.exists()
    said = cli_says(*words).out
    assert f"2-xeon: {len(store.read_records(three[1]))} records" in said
    assert "3 runs of 3 machines" in said
    for run in three:
        assert store.read_records(out / run.name) == store.read_records(run)
    before = contents(out)
    # Merged again, also from what was merged, it is the same.
    assert cli.main(["merge", str(out), str(three[0]), "-o", str(out)]) == 0
    assert contents(out) == before
    assert cli.main(["report", str(out)]) == 0
    page = (out / "report" / "index.html").read_text(encoding="utf-8")
    assert "AMD EPYC 9B14" in page and "Xeon" in page and "NVIDIA H200" in page


def test_copies_of_a_run_become_one(three: list[Path], tmp_path: Path) -> None:
    """Of which one was brought home earlier than the other, and each has what the other lacks."""
    records = store.read_records(three[0])
    early, late = (tmp_path / name / "1-epyc" for name in ("early", "late"))
    for folder, part in ((early, records[:-9]), (late, [*records[:7], *records[9:]])):
        folder.mkdir(parents=True)
        write(folder, part)
    (one,) = merge.merge([early, late], tmp_path / "all")
    assert (one.records, one.fresh) == (len(records), len(records))
    united = store.read_records(tmp_path / "all" / "1-epyc")
    ids = [each["id"] for each in united]
    assert sorted(ids) == sorted(each["id"] for each in records)
    (again,) = merge.merge([late], tmp_path / "all")
    assert (again.records, again.fresh) == (len(records), 0)


def changed(run: Path, to: Path, kind: str) -> Path:
    """Write a copy of a run in which the first record of a kind says something else."""
    to.mkdir(parents=True)
    records = store.read_records(run)
    one = next(each for each in records if each["kind"] == kind)
    one.update({"launch": {"wall_ns": 7}, "session": {"seed": 7}}[kind])
    write(to, records)
    return to


@pytest.mark.parametrize(("kind", "told"), [("launch", "launch 0 is"), ("session", "how it began")])
def test_a_conflict_is_named_and_nothing_is_merged(
    kind: str, told: str, three: list[Path], tmp_path: Path
) -> None:
    other = changed(three[0], tmp_path / "other" / "1-epyc", kind)
    out = tmp_path / "all"
    merge.merge([three[0]], out)
    before = contents(out)
    with pytest.raises(StoreError, match=f"run 1-epyc is not the same in .*{told}"):
        merge.merge([three[1], other], out)
    with pytest.raises(StoreError, match="run 1-epyc is not the same"):
        merge.merge([three[0], other], tmp_path / "fresh")
    assert contents(out) == before
    assert not (tmp_path / "fresh").exists()


def test_a_record_whose_id_lies_is_refused(three: list[Path], tmp_path: Path) -> None:
    records = store.read_records(three[0])
    records[5]["time"], records[5]["reason"] = records[5]["time"], "another"
    lines = "".join(json.dumps(one) + "\n" for one in records)
    (three[0] / store.FILE_NAME).write_text(lines, encoding="utf-8")
    with pytest.raises(StoreError, match=r"line 6 .*does not belong to the content"):
        merge.merge(three, tmp_path / "all")
    assert not (tmp_path / "all").exists()


# ---- platforms -----------------------------------------------------------------------------------


def test_machines_are_platforms(three: list[Path]) -> None:
    """The efficiencies and Pennycook's metric, computed here once more from the cells."""
    runs = reading.read_runs(three)
    assert platforms.machine_names(runs) == [EPYC, XEON, f"{EPYC} with {GPU}"]
    (table,) = [one for one in platforms.tables(runs) if one.problem == ("triad", "W", "fp64")]
    assert {EPYC, XEON, GPU} <= set(table.platforms)
    times: dict[str, dict[str, float]] = {}
    for run, machine in zip(runs, (EPYC, XEON, EPYC)):
        for key, cell in run.cells.items():
            time = cell.median()
            if (key.benchmark, key.precision) != ("triad", "fp64") or time is None:
                continue
            on_gpu = run.toolchains[key.toolchain]["device"] == "nvptx"
            on_gpu = on_gpu and key.variant not in ("serial", "omp")
            held = times.setdefault(GPU if on_gpu else machine, {})
            held[key.variant] = min(time, held.get(key.variant, time))
    for platform, found in times.items():
        for variant, time in found.items():
            wanted = min(found.values()) / time
            assert table.efficiencies[variant][platform] == pytest.approx(wanted)
    # CUDA cannot run on processors, and so is portable to none of these sets.
    assert table.efficiencies["cuda"][XEON] == 0.0
    assert table.portability("cuda") == 0.0
    assert table.efficiencies["omp"][GPU] == 0.0
    values = table.efficiencies["target-data"]
    assert set(values) == set(table.platforms)
    assert table.portability("target-data") == pytest.approx(
        statistics.harmonic_mean(values.values())
    )
    steps = table.cascade("target-data")
    assert [value for _, value, _ in steps] == sorted(values.values(), reverse=True)
    assert steps[-1][2] == pytest.approx(table.portability("target-data"))


def test_what_was_not_measured_is_not_called_unsupported(three: list[Path]) -> None:
    records = [
        one
        for one in store.read_records(three[1])
        if not (one["kind"] in ("launch", "build") and one["variant"] == "target-data")
    ]
    runs = [view(store.read_records(three[0]), "a"), view(records, "b")]
    table = next(one for one in platforms.tables(runs) if one.problem[0] == "triad")
    assert XEON not in table.efficiencies["target-data"]
    assert table.portability("target-data") is None
    twice = [runs[0], view(store.read_records(three[0]), "c")]  # one machine, one platform
    assert {one.platforms for one in platforms.tables(twice)} == {(EPYC,)}


def test_the_table_and_the_cascade(three: list[Path], tmp_path: Path, cli_says: Says) -> None:
    picture = tmp_path / "cascade.svg"
    words = ["portability", str(three[0].parent), "-b", "triad", "--figure", str(picture)]
    said = cli_says(*words).out
    assert GPU in said and "not measured everywhere" not in said
    line = next(one for one in said.splitlines() if one.startswith("cuda"))
    assert line.split()[-1] == "0.00"
    text = picture.read_text(encoding="utf-8")
    assert "triad W fp64" in text and "target-data" in text
    told = json.loads(cli_says(*words, "--json").out)
    assert told[0]["variants"]["cuda"]["portability"] == 0.0
    assert cli.main([*words[:2], "-o", str(tmp_path / "a.pdf")]) == 2
    rows = list(csv.DictReader(cli_says("export", "p3", str(three[0].parent)).out.splitlines()))
    assert {f"clang-19-x86_64 on {one}" for one in (EPYC, XEON)} <= {r["platform"] for r in rows}
    assert cli.main(["export", "csv", str(three[0].parent)]) == 2
