"""Archives that mean harm, and archives that were replaced: what unpacking leaves."""

import gzip
import lzma
import os
import shutil
import tarfile
import time
import tracemalloc
import zlib
from pathlib import Path

import pytest
from saying import Says

from league.base.errors import LeagueError
from league.bundle import archive, contents, tar_files
from tests import bundles
from tests.bundles import TOP


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of one program."""
    return bundles.made(tmp_path_factory.mktemp("made"), "omp")


@pytest.fixture()
def good(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "b.tar.gz"))


def repacked(folder: Path, out: Path, top: str = "") -> Path:
    """Pack a folder again as it is now."""
    names = [
        one.relative_to(folder).as_posix()
        for one in folder.rglob("*")
        if one.is_file() or one.is_symlink()
    ]
    tar_files.write(out, top or folder.name, folder, names)
    return out


def refused(file: Path, into: Path) -> str:
    """Unpack what is no bundle; nothing may be left of that."""
    around = bundles.seen(into.parent)
    with pytest.raises(LeagueError, match="is not a bundle or damaged") as caught:
        archive.unpack(file, into)
    assert bundles.seen(into.parent) == around
    return str(caught.value)


MANIFEST = ("file", f"{TOP}/{contents.MANIFEST}", "{}")


@pytest.mark.parametrize(
    "entries",
    [
        [("file", "../out", "x")],
        [("file", f"{TOP}/../../out", "x")],
        [("file", f"{TOP}/./out", "x")],
        [("file", f"{TOP}//out", "x")],
        [("file", "/tmp/league-test-out", "x")],
        [("file", f"{TOP}/a\x1b[2J", "x")],
        [("file", f"{TOP}/{'a/' * 900}b", "x")],
        [("file", f"{TOP}/ok", "x"), ("file", "league-bundle-ffffffffffff/out", "x")],
        [("link", f"{TOP}/away", "../.."), ("file", f"{TOP}/away/out", "x")],
        [("link", f"{TOP}/away", "/tmp")],
        [("link", f"{TOP}/in", "."), ("file", f"{TOP}/in/out", "x")],
        [("link", f"{TOP}/out", "x"), ("file", f"{TOP}/out", "x")],
        [("file", f"{TOP}/out", "x"), ("file", f"{TOP}/out", "y")],
        [("file", f"{TOP}/out", "x"), ("file", f"{TOP}/out/in", "y")],
        [("link", TOP, ".."), ("file", f"{TOP}/out", "x")],
        [("file", TOP, "x")],
        [("link", f"{TOP}/one", "two"), ("link", f"{TOP}/two", "../../.."), MANIFEST],
        [("hard", f"{TOP}/out", "/etc/passwd")],
        [("device", f"{TOP}/out", "")],
        [("pipe", f"{TOP}/out", "")],
        [MANIFEST],
        [("pipe", f"{TOP}/{contents.MANIFEST}", "")],
        [("link", f"{TOP}/{contents.MANIFEST}", "/etc/passwd")],
        [],
    ],
)
def test_nothing_is_written_outside(entries: list[tuple[str, str, str]], tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    refused(bundles.tar(tmp_path / "evil.tar.gz", *entries), tmp_path / "deep" / "into")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["deep", "evil.tar.gz"]
    assert not Path("/tmp/league-test-out").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"plain text\n", b"\xfd7zXZ\x00broken", b"\x1f\x8bbroken", b"BZh9", b"\0" * 10_240],
)
def test_what_is_no_bundle_is_said_to_be_none(
    content: bytes, tmp_path: Path, cli_says: Says
) -> None:
    file = tmp_path / "b.tar.xz"
    file.write_bytes(content)
    for words in ([], ["--dry-run"]):
        assert cli_says("run-bundle", str(file), *words, code=2).err.count("\n") == 1
    refused(file, tmp_path / "into")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("length", [100, 20_000, -100])
def test_half_an_archive_is_damaged(length: int, good: Path, tmp_path: Path) -> None:
    good.write_bytes(good.read_bytes()[:length])
    refused(good, tmp_path / "into")


# ---- bombs ---------------------------------------------------------------------------------------


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size, entry.type = size, kind
    return entry.tobuf(tarfile.GNU_FORMAT)


def zeros(out: Path, start: bytes, length: int) -> Path:
    """Write an archive of a start and zeros, compressed to next to nothing."""
    with lzma.open(out, "wb", preset=0) as sink:
        sink.write(start)
        for _ in range(length >> 20):
            sink.write(bytes(1 << 20))
    return out


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (header(f"{TOP}/a", 20 << 30), "unpacks to more than 16384 MiB"),
        (header(f"{TOP}/a", 12 << 30, tarfile.XHDTYPE), "more than it says or than is allowed"),
        (header(f"{TOP}/a", 12 << 30, tarfile.GNUTYPE_LONGNAME), "more than it says"),
        (header(f"{TOP}/a", 12 << 30, tarfile.GNUTYPE_LONGLINK), "more than it says"),
        (header(f"{TOP}/a", -512), "is no plain file"),
        (header(f"{TOP}/a", 0, tarfile.GNUTYPE_LONGNAME) * 3000, "damaged"),
        (header(f"{TOP}/a", 512, tarfile.XHDTYPE) * 3000, "damaged"),
    ],
)
def test_what_an_archive_claims_costs_neither_memory_nor_disk(
    start: bytes, why: str, tmp_path: Path
) -> None:
    bomb = zeros(tmp_path / "b.tar.xz", start, 64 << 20)
    tracemalloc.start()
    try:
        assert why in refused(bomb, tmp_path / "into")
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


def test_the_members_of_an_archive_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "MOST_FILES", 0)  # a hundred folders are allowed beside
    entries = [("file", f"{TOP}/{number}", "") for number in range(101)]
    assert "more than 100 members" in refused(
        bundles.tar(tmp_path / "b.tar.gz", *entries), tmp_path / "into"
    )


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    entry = tarfile.TarInfo(f"{TOP}/a")
    entry.pax_headers = {"GNU.sparse.map": "0,1", "GNU.sparse.size": str(1 << 50)}
    data = entry.tobuf(tarfile.PAX_FORMAT)
    with gzip.open(tmp_path / "b.tar.gz", "wb") as sink:
        sink.write(data + bytes(10_240))
    refused(tmp_path / "b.tar.gz", tmp_path / "into")


def test_unpacking_xz_is_bounded_in_memory(tmp_path: Path) -> None:
    data = bytearray(lzma.compress(header(f"{TOP}/a", 1) + bytes(10_240), preset=0))
    # The header of the block says how large the dictionary is; packing by that would take as much.
    size = (data[12] + 1) * 4
    data[data.index(b"\x21\x01", 12) + 2] = 39  # filter LZMA2, one byte of properties: 3 GiB
    data[12 + size - 4 : 12 + size] = zlib.crc32(data[12 : 12 + size - 4]).to_bytes(4, "little")
    file = tmp_path / "b.tar.xz"
    file.write_bytes(data)
    assert "Memory usage limit" in refused(file, tmp_path / "into")


# ---- again and again -----------------------------------------------------------------------------


def test_a_second_time_the_folder_is_kept_and_nothing_is_read_again(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = archive.unpack(good, tmp_path)
    (folder / "results").mkdir()
    before = bundles.seen(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(archive, "_extract", lambda *_: pytest.fail("unpacked again"))
        assert archive.unpack(good, tmp_path) == folder
    assert bundles.seen(tmp_path) == before
    os.utime(good, (1, 1))  # copied once more: the content decides
    assert archive.unpack(good, tmp_path) == folder
    assert (folder / "results").is_dir()


def test_an_archive_replaced_after_a_failed_unpack_is_unpacked(good: Path, tmp_path: Path) -> None:
    whole = good.read_bytes()
    folder = archive.unpack(good, tmp_path / "packed")
    (folder / "run.py").write_text("tampered")
    repacked(folder, good)
    assert "run.py of the bundle is missing or damaged" in refused(good, tmp_path / "into")
    good.write_bytes(whole)
    again = archive.unpack(good, tmp_path / "into")
    assert contents.verified(again).lost_links == ()


def test_another_bundle_of_the_same_name_is_unpacked_beside(good: Path, tmp_path: Path) -> None:
    first = archive.unpack(good, tmp_path)
    second = archive.unpack(bundles.made(tmp_path, "omp", "serial"), tmp_path)
    assert second != first
    assert (second / "build/fake/kernels/toy/toy.serial").is_file()


def test_a_damaged_folder_is_set_aside_and_its_results_are_kept(good: Path, tmp_path: Path) -> None:
    folder = archive.unpack(good, tmp_path)
    (folder / "results/run").mkdir(parents=True)
    (folder / "run.py").write_text("half a fi")
    said: list[str] = []
    assert archive.unpack(good, tmp_path, said.append) == folder
    assert contents.verified(folder).lost_links == ()
    assert (folder / "results/run").is_dir()
    assert (tmp_path / f"{folder.name}.damaged-1" / "run.py").read_text() == "half a fi"
    assert len(said) == 1
    assert "was damaged" in said[0]


def test_a_name_that_leads_elsewhere_is_not_followed(good: Path, tmp_path: Path) -> None:
    name = archive.unpack(good, tmp_path / "first").name
    (tmp_path / "victim/results").mkdir(parents=True)
    (tmp_path / "into").mkdir()
    (tmp_path / "into" / name).symlink_to(tmp_path / "victim")
    folder = archive.unpack(good, tmp_path / "into", lambda line: None)
    assert not folder.is_symlink()
    assert [one.name for one in (tmp_path / "victim").iterdir()] == ["results"]


def test_a_dry_run_of_an_archive_leaves_nothing(good: Path, tmp_path: Path, cli_says: Says) -> None:
    before = bundles.seen(tmp_path)
    assert "toy.omp W fp64 fake" in cli_says("run-bundle", str(good), "--dry-run").out
    assert bundles.seen(tmp_path) == before


def test_what_killed_processes_left_is_swept(good: Path, tmp_path: Path) -> None:
    old, young = tmp_path / ".league-scratch-old", tmp_path / ".league-scratch-young"
    for one in (old, young):
        (one / "in").mkdir(parents=True)
    day_before = time.time() - 2 * 24 * 3600
    os.utime(old, (day_before, day_before))
    archive.unpack(good, tmp_path)
    assert not old.exists()
    assert young.exists()


def test_what_a_run_would_leave_is_not_in_an_archive(good: Path, tmp_path: Path) -> None:
    folder = archive.unpack(good, tmp_path / "packed")
    for extra in ("run.log", "results/x", "build/fake/league-describe.json.1", "harness/json.py"):
        file = folder / extra
        file.parent.mkdir(exist_ok=True)
        file.write_text("")
        repacked(folder, good)
        assert "is not of the bundle" in refused(good, tmp_path / "into")
        file.unlink()


def test_the_folder_of_an_archive_is_called_by_its_id(good: Path, tmp_path: Path) -> None:
    folder = archive.unpack(good, tmp_path / "packed")
    repacked(folder, good, TOP)
    assert f"its folder is called {TOP}" in refused(good, tmp_path / "into")
