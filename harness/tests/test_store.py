"""Runs on disk: whole lines only, nothing lost, nothing overwritten."""

import gzip
import lzma
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fakes
import pytest
from synthetic import whole

from league.base.errors import StoreError, UsageError
from league.records import reading, store

PACKERS = [pytest.param(".gz", gzip.compress, id="gz"), pytest.param(".xz", lzma.compress, id="xz")]
Packer = Callable[[bytes], bytes]


def machine(cpu: str = "a") -> dict[str, Any]:
    return whole({"kind": "machine", "cpu": cpu})


def session() -> dict[str, Any]:
    return whole({"kind": "session", "exit_code": None})


def test_what_is_appended_is_read_back(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        written = [run.append(machine("a")), run.append(machine("\N{SNOWMAN}"))]
    assert store.read_records(tmp_path / "one") == written
    assert store.read_records(tmp_path / "one" / "records.jsonl") == written
    assert store.read_records(tmp_path) == written


def test_a_run_is_never_overwritten(tmp_path: Path) -> None:
    store.create_run(tmp_path, "one").close()
    with pytest.raises(StoreError, match=r"exists already.*--resume"):
        store.create_run(tmp_path, "one")


def test_half_a_line_is_dropped_on_reading_and_cut_off_on_opening(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        first = run.append(session())
    file = tmp_path / "one" / "records.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"kind": "machine", "cpu": "hal')
    assert store.read_records(file) == [first]
    assert file.read_bytes() != whole  # reading changes nothing
    with store.open_run(tmp_path / "one") as run:
        assert file.read_bytes() == whole
        second = run.append(machine("b"))
    assert store.read_records(file) == [first, second]


def test_a_whole_record_without_its_line_end_is_kept(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        first = run.append(session())
    file = tmp_path / "one" / "records.jsonl"
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    assert store.read_records(file) == [first]
    with store.open_run(file) as run:
        second = run.append(machine("b"))
    assert store.read_records(file) == [first, second]


def test_damage_in_the_middle_costs_its_line_and_is_named(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        run.append(machine("a"))
        second = run.append(machine("b"))
    file = tmp_path / "one" / "records.jsonl"
    file.write_bytes(b"x" + file.read_bytes())
    said: list[str] = []
    assert store.read_records(file, said.append) == [second]
    assert len(said) == 1
    assert f"{file} line 1 is left out" in said[0]


def test_the_same_content_is_recorded_once(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        run.append(session())
        run.append_new(machine("a"))
    with store.open_run(tmp_path / "one") as run:
        run.append_new(machine("a"))
        run.append_new(machine("b"))
        assert [one["cpu"] for one in run.records()[1:]] == ["a", "b"]


def test_one_process_at_a_time_writes_a_run(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        run.append(session())
        with pytest.raises(UsageError, match=r"another run_all\.py is writing"):
            store.open_run(tmp_path / "one")
    store.open_run(tmp_path / "one").close()


def test_a_folder_of_several_runs_must_be_narrowed_down(tmp_path: Path) -> None:
    for name in ("one", "two"):
        store.create_run(tmp_path, name).close()
    with pytest.raises(StoreError, match="holds 2 runs"):
        store.open_run(tmp_path)
    with pytest.raises(StoreError, match=r"no records\.jsonl"):
        store.open_run(tmp_path / "three")


def test_numbers_that_are_no_json_are_refused_not_written(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        with pytest.raises(ValueError, match="JSON"):
            run.append({"kind": "machine", "load": float("nan")})
        run.append(machine("a"))
    assert len(store.read_records(tmp_path)) == 1


def test_an_empty_run_leaves_no_folder_behind(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        run.discard_if_empty()
    assert list(tmp_path.iterdir()) == []


def pack(folder: Path, suffix: str, packer: Packer) -> Path:
    """Compress the records of a run's folder and return the new file."""
    plain = folder / "records.jsonl"
    packed = folder / f"records.jsonl{suffix}"
    packed.write_bytes(packer(plain.read_bytes()))
    plain.unlink()
    return packed


@pytest.mark.parametrize(("suffix", "packer"), PACKERS)
def test_compressed_records_are_read_like_any_others_and_never_written(
    tmp_path: Path, suffix: str, packer: Packer
) -> None:
    with store.create_run(tmp_path, "one") as run:
        written = [run.append(machine("a" * 500)), run.append(machine("\N{SNOWMAN}"))]
    file = pack(tmp_path / "one", suffix, packer)
    for path in (tmp_path / "one", file, tmp_path):
        assert store.read_records(path) == written
    assert list(store.runs_in(tmp_path)) == [tmp_path / "one"]
    assert reading.run_folders(tmp_path) == [tmp_path / "one"]
    for name in (str(file), str(tmp_path / "one"), "one", "latest"):
        assert reading.find_run(name, tmp_path) == tmp_path / "one"
    assert reading.read_run(tmp_path / "one").machine["cpu"] == "\N{SNOWMAN}"
    before = file.read_bytes()
    for path in (tmp_path / "one", file):
        with pytest.raises(StoreError, match="is compressed and so kept as it is; unpack it"):
            store.open_run(path)
    assert file.read_bytes() == before
    assert [one.name for one in (tmp_path / "one").iterdir()] == [file.name]
    for damaged in (before[:-12], b"no archive at all"):
        file.write_bytes(damaged)
        with pytest.raises(StoreError, match="cannot be unpacked") as caught:
            store.read_records(tmp_path / "one")
        assert "\n" not in str(caught.value)


def test_plain_records_come_before_compressed_ones_beside_them(tmp_path: Path) -> None:
    with store.create_run(tmp_path, "one") as run:
        run.append(machine("old"))
    old = (tmp_path / "one" / "records.jsonl").read_bytes()
    pack(tmp_path / "one", ".gz", gzip.compress)
    (tmp_path / "one" / "records.jsonl").write_bytes(old.replace(b"old", b"new"))
    assert [one["cpu"] for one in store.read_records(tmp_path / "one")] == ["new"]
    assert len(list(store.runs_in(tmp_path))) == 1


FILL = """
import sys
from pathlib import Path
from league.base.errors import StoreError
from league.records import store
number = 0
try:
    run = store.create_run(Path(sys.argv[1]), "one")
    for number in range(100000):
        run.append({"kind": "machine", "cpu": "x" * 5000, "cores": 2, "sockets": 1,
                    "memory_bytes": None, "os": "", "kernel": "", "governor": "", "load": [],
                    "gpus": [], "number": number})
except StoreError as error:
    print(number, error)
"""


def filled(where: Path, options: str, more: str = "") -> list[str]:
    """Write records to a small disk until it is full; return the lines that are said."""
    made = fakes.mounted(where, options, f"{sys.executable} -c '{FILL}{more}' {where}")
    return made.stdout.splitlines()


def test_a_full_disk_ends_in_one_line_with_whole_records_before_it(tmp_path: Path) -> None:
    check = (
        "records = store.read_records(Path(sys.argv[1]))\n"
        'data = (Path(sys.argv[1]) / "one" / "records.jsonl").read_bytes()\n'
        'print(len(records), data.endswith(b"\\n"))\n'
    )
    told, kept = filled(tmp_path / "small", "size=200k", check)
    number = told.split()[0]
    assert "no space left on device; make room on that disk" in told
    assert int(number) > 10
    assert kept == f"{number} True"


def test_a_read_only_disk_is_told_in_one_line(tmp_path: Path) -> None:
    (told,) = filled(tmp_path / "fixed", "size=200k,ro")
    assert "read-only file system; that disk is read-only; go elsewhere" in told


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_told_in_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match="permission denied; it is not yours to use"):
            store.create_run(tmp_path, "one")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("what", ["the file", "the folder"])
def test_what_a_program_deletes_while_a_run_goes_on_is_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    run = store.create_run(tmp_path, "a-run")
    first = run.append(session())
    if what == "the file":
        (run.path / store.FILE_NAME).unlink()
    else:
        shutil.rmtree(run.path)
    second = run.append({**session(), "state": "finished"})
    run.close()
    assert store.read_records(run.path) == [first, second]
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "was deleted while its run went on; what was recorded is back" in told
    with store.open_run(run.path) as again:
        assert again.records() == [first, second]


@pytest.mark.parametrize("before", [True, False])
def test_a_full_disk_leaves_the_file_that_was_to_be_replaced(tmp_path: Path, before: bool) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom league.base.errors import StoreError\n"
        "from league.records import reading\nfile = Path(sys.argv[1])\n"
        "try: reading.write_text(file, 'x' * 300_000)\nexcept StoreError as error: print(error)"
    )
    where = tmp_path / "small"
    page = where / "page.html"
    make = f"printf old > {page}; " if before else ""
    after = f"ls {where}; cat {page} 2>/dev/null"
    done = fakes.mounted(where, "size=64k", f'{make}{sys.executable} -c "{script}" {page}', after)
    told, *left = done.stdout.splitlines()
    assert "no space left on device" in told
    assert left == (["page.html", "old"] if before else [])


def test_a_file_that_is_named_keeps_its_links_and_its_mode(tmp_path: Path) -> None:
    page, link, pipe = tmp_path / "page", tmp_path / "link", tmp_path / "pipe"
    page.write_text("old")
    page.chmod(0o640)
    link.symlink_to(page.name)
    reading.write_text(link, "new")
    assert link.is_symlink()
    assert (page.read_text(), page.stat().st_mode & 0o777) == ("new", 0o640)
    reading.write_text(Path("/dev/null"), "x")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(pipe)
    with pytest.raises(StoreError, match="; name another place"):
        reading.write_text(pipe, "nobody reads")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "page", "pipe"]
