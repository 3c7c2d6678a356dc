"""Bundles that were tampered with: one line, exit code 2, and nothing was touched anywhere."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from saying import Says

from league import cli
from league.base.errors import LeagueError
from league.bundle import archive, contents
from league.run import device_files
from tests import bundles

Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An unpacked bundle of two programs and a library with a second name."""
    home = tmp_path_factory.mktemp("made")
    bundles.made(home, "serial", "omp")
    # A real build folder also lists what its toolchain cannot have.
    listed = home / "project/build/fake/manifest.json"
    told = json.loads(listed.read_text())
    absent = {"variant": "acc", "model": "acc", "target": "", "executable": ""}
    told["variants"].append({**told["variants"][0], **absent, "unavailable": "no OpenACC here"})
    listed.write_text(json.dumps(told))
    folder = archive.unpack(bundles.made(home), home)
    library = folder / "build/fake/lib"
    library.mkdir()
    (library / "libone.so.1").write_text("a library")
    (library / "libone.so").symlink_to("libone.so.1")
    link = {"path": "build/fake/lib/libone.so", "link": "libone.so.1"}
    file: Manifest = {"path": "build/fake/lib/libone.so.1"}
    bundles.change(folder, lambda manifest: manifest["files"].extend([file, link]))
    bundles.without_runner(folder)
    bundles.seal(folder)
    return folder


@pytest.fixture()
def bundle(made: Path, tmp_path: Path) -> Path:
    """A copy of it, beside something that must not be touched."""
    (tmp_path / "victim").write_text("precious")
    shutil.copytree(made, tmp_path / "place/bundle", symlinks=True)
    return tmp_path / "place/bundle"


def refused(bundle: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a bundle in both ways; return the one line that is said each time."""
    around = bundle.parents[1]
    before = bundles.seen(around)
    said = set()
    for words in (["--dry-run"], []):
        assert cli.main(["run-bundle", str(bundle), "-l", "1", *words]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("league: error: ")
        assert told.err.count("\n") == 1
        assert told.err[:-1].isprintable()
        assert len(told.err) < 600
        said.add(told.err)
    assert bundles.seen(around) == before
    assert (around / "victim").read_text() == "precious"
    assert len(said) == 1
    return said.pop()


def accepted(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Plan a run of a bundle, which must be possible and change nothing."""
    before = bundles.seen(bundle.parents[1])
    assert cli.main(["run-bundle", str(bundle), "-l", "1", "--dry-run"]) == 0
    assert "1 x toy.omp W fp64 fake" in capsys.readouterr().out
    assert bundles.seen(bundle.parents[1]) == before


# ---- manifests that are JSON and lie -------------------------------------------------------------


def put(*keys: Any) -> Callable[[Manifest], object]:
    """Set what the keys but the last lead to; ``files`` is looked up by path."""
    *way, last, value = keys

    def how(manifest: Manifest) -> None:
        _at(manifest, way)[last] = value

    return how


def add(**entry: Any) -> Callable[[Manifest], object]:
    return lambda manifest: manifest["files"].append(entry)


def unlist(path: str) -> Callable[[Manifest], object]:
    return lambda manifest: manifest["files"].remove(_at(manifest, ("files", path)))


def _at(value: Any, way: Any) -> Any:
    for key in way:
        if isinstance(value, list) and isinstance(key, str):
            value = next(one for one in value if one["path"] == key)
        else:
            value = value[key]
    return value


SHA = "0" * 64
TOOL = ("toolchains", "fake")
NEEDS = (*TOOL, "needs")
ONE = ("files", "run.py")
LINK = ("files", "build/fake/lib/libone.so")
LIES: dict[str, Callable[[Manifest], object]] = {
    "schema": put("schema", "league-bundle-9"),
    "unknown-field": put("more", 1),
    "source-escape": put("source", "\x1b[2J"),
    "toolchains-none": put("toolchains", {}),
    "toolchain-outside": put("toolchains", "../../victim", {}),
    "toolchain-hidden": lambda m: m["toolchains"].update({"..": m["toolchains"].pop("fake")}),
    "record-kind": put(*TOOL, "record", "kind", "gossip"),
    "record-other": put(*TOOL, "record", "toolchain", "other"),
    "record-version-long": put(*TOOL, "record", "version", "9" * 9000),
    "record-title-escape": put(*TOOL, "record", "title", "\x9b2J"),
    "record-direction": put(*TOOL, "record", "flags", {"host": ["\u202egnp.exe"]}),
    "environment-number": put(*TOOL, "environment", {"A": 1}),
    "environment-name": put(*TOOL, "environment", {"A=B": "1"}),
    "environment-nul": put(*TOOL, "environment", {"A": "\0"}),
    "glibc-negative": put(*NEEDS, "glibc", [-1]),
    "glibc-fraction": put(*NEEDS, "glibc", [2.36]),
    "glibc-long": put(*NEEDS, "glibc_without_cxx", [2] * 99),
    "cpu-objects": put(*NEEDS, "cpu", [{}]),
    "cpu-many": put(*NEEDS, "cpu", ["fma"] * 5000),
    "march-escape": put(*NEEDS, "march", "\x1b]0;x\x07"),
    "builds-pass": put(*TOOL, "builds", {"toy.omp": ["ok", "", ""]}),
    "builds-short": put(*TOOL, "builds", {"toy.omp": ["link-error"]}),
    "files-none": put("files", []),
    "files-text": put("files", ["run.py"]),
    "files-many": lambda m: m["files"].extend([{"path": "x", "link": "run.py"}] * 20_000),
    "path-up": add(path="../../victim", bytes=8, sha256=SHA),
    "path-up-inside": add(path="build/../../../victim", bytes=8, sha256=SHA),
    "path-absolute": add(path="/etc/passwd", bytes=8, sha256=SHA),
    "path-dot": add(path="./run.py", bytes=8, sha256=SHA),
    "path-empty": add(path="", bytes=8, sha256=SHA),
    "path-nul": add(path="a\0b", bytes=8, sha256=SHA),
    "path-long": add(path="a/" * 999 + "b", bytes=8, sha256=SHA),
    "path-twice": lambda m: m["files"].append(dict(m["files"][0])),
    "path-manifest": add(path=contents.MANIFEST, bytes=8, sha256=SHA),
    "path-results": add(path="results/x/records.jsonl", bytes=8, sha256=SHA),
    "path-below-file": add(path="run.py/x", bytes=8, sha256=SHA),
    "path-no-toolchain": add(path="build/other/x", bytes=8, sha256=SHA),
    "bytes-true": put(*ONE, "bytes", True),
    "bytes-negative": put(*ONE, "bytes", -1),
    "bytes-huge": put(*ONE, "bytes", 1 << 50),
    "sha256-short": put(*ONE, "sha256", "00"),
    "sha256-wrong": put(*ONE, "sha256", SHA),
    "link-up": add(path="../../victim", link="run.py"),
    "link-out": put(*LINK, "link", "../../../../../victim"),
    "link-absolute": put(*LINK, "link", "/etc/passwd"),
    "link-nowhere": put(*LINK, "link", "libnone.so"),
    "link-to-folder": put(*LINK, "link", "../kernels"),
    "link-to-link": add(path="build/fake/lib/libtwo.so", link="libone.so"),
    "link-to-itself": put(*LINK, "link", "libone.so"),
    "link-and-file": put(*LINK, "bytes", 1),
    "runner-not-listed": unlist("run.py"),
    "programs-not-listed": unlist("build/fake/manifest.json"),
    "file-not-there": add(path="harness/more.py", bytes=8, sha256=SHA),
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_a_manifest_that_lies_is_refused_even_with_its_own_id(
    name: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundles.change(bundle, LIES[name])
    refused(bundle, capsys)


def test_every_field_of_a_manifest_is_needed_and_has_a_type(bundle: Path) -> None:
    """Each one is left out, and each is made a value of another type; the id fits that.

    The launcher may be left out: bundles of before have none.
    """
    file = bundle / contents.MANIFEST
    good = file.read_text()
    ways = [
        (*outer, last) for *outer, last in bundles.places(json.loads(good))
        if isinstance(last, str) and last != "id"
        and (last in ("kind", "toolchain", "version") or "record" not in outer)
    ]  # fmt: skip
    assert len(ways) > 30
    for *way, last in ways:
        for wrong in (None, {}, []):
            manifest = json.loads(good)
            inside = _at(manifest, way)
            if wrong is None and last == "launcher":
                continue
            if wrong is None:
                del inside[last]
            elif type(wrong) is not type(inside[last]):
                inside[last] = wrong
            else:
                continue
            manifest["id"] = contents.identity(manifest)
            file.write_text(json.dumps(manifest))
            with pytest.raises(LeagueError, match="damaged"):
                contents.verified(bundle)


@pytest.mark.parametrize(
    "how", [put("id", "0" * 12), put("id", "../victim"), put("id", None), put("dirty", True)]
)
def test_the_id_belongs_to_the_content(
    how: Callable[[Manifest], object], bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundles.change(bundle, how, seal=False)
    told = r"MANIFEST.json of the bundle is damaged \((it\.)?id[: ]"
    assert re.search(told, refused(bundle, capsys))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{", "[", ""),
        ("}", "", ""),
        ('"dirty": false', '"dirty": NaN', "NaN is not JSON"),
        ('"bytes": ', '"bytes": 1e999, "more": ', "1e999 is out of range"),
        ('"bytes": ', '"bytes": ' + "9" * 400 + ', "more": ', "is out of range"),
        ('"dirty": false', '"dirty": ' + "[" * 100_000, "nested too deeply"),
        ('"dirty": false', '"dirty": ' + "[" * 40 + "]" * 40, "nested too deeply"),
        ('"dirty": false', '"dirty": true, "dirty": false', "stands twice"),
        ('"source": "', '"source": "\\ud800', "half a character"),
        ('"source": "', '"source": "\xff', "must match pattern"),
        ("{", " " * (33 << 20) + "{", "longer than 32 MiB"),
    ],
)
def test_what_is_no_manifest_is_refused(
    old: str, new: str, why: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = bundle / contents.MANIFEST
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    assert why in refused(bundle, capsys)


@pytest.mark.parametrize("file", [contents.MANIFEST, "build/fake/manifest.json"])
@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"null", b"[]", b"{}", b"[" * 100_000])
def test_bytes_that_are_no_manifest(
    file: str, data: bytes, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bundle / file).write_bytes(data)
    if file != contents.MANIFEST:
        bundles.seal(bundle)
    assert f"{file} of the bundle is damaged" in refused(bundle, capsys)


# ---- folders that hold something else ------------------------------------------------------------

PROGRAM = "build/fake/kernels/toy/toy.omp"


def fifo(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def moved(path: Path) -> None:
    """Put a link in place of something, to the same content elsewhere."""
    elsewhere = path.parents[len(path.parts) - path.parts.index("place") - 2] / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def link(path: Path, to: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(to)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def text(path: Path, content: str = "{}") -> None:
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def told_by_cache(bundle: Path, **told: Any) -> None:
    cached = json.dumps({"toy.omp": {"stamp": [0, 1], **told}})
    text(bundle / "build/fake/league-describe.json", cached)


FOLDERS: dict[str, Callable[[Path], object]] = {
    "extra-module": lambda b: text(b / "harness/json.py"),
    "extra-module-beside": lambda b: text(b / "json.py"),
    "extra-cache-of-python": lambda b: text(b / "harness/league/__pycache__/cli.cpython-311.pyc"),
    "extra-library": lambda b: text(b / "build/fake/lib/libc.so.6"),
    "extra-folder": lambda b: (b / "build/other").mkdir(),
    "extra-link": lambda b: link(b / "more", "run.py"),
    "extra-name": lambda b: (b / os.fsdecode(b"\xff\x1b[2J")).write_text(""),
    "fifo": lambda b: fifo(b / "pipe"),
    "fifo-in-place-of-a-program": lambda b: fifo(b / PROGRAM),
    "fifo-in-place-of-the-manifest": lambda b: fifo(b / contents.MANIFEST),
    "fifo-in-place-of-a-link": lambda b: fifo(b / "build/fake/lib/libone.so"),
    "fifo-in-place-of-the-cache": lambda b: fifo(b / "build/fake/league-describe.json"),
    "fifo-called-log": lambda b: fifo(b / "run.log"),
    "folder-in-place-of-a-program": lambda b: folder(b / PROGRAM),
    "linked-program": lambda b: moved(b / PROGRAM),
    "linked-folder": lambda b: moved(b / "build/fake/kernels"),
    "linked-folder-of-libraries": lambda b: moved(b / "build/fake/lib"),
    "linked-manifest": lambda b: moved(b / contents.MANIFEST),
    "linked-results": lambda b: link(b / "results", "../.."),
    "linked-device-code": lambda b: link(b / "build/fake" / device_files.FOLDER, "../../.."),
    "device-code-of-no-toolchain": lambda b: (b / "build" / device_files.FOLDER).mkdir(),
    "linked-log": lambda b: link(b / "run.log", "../../victim"),
    "results-are-a-file": lambda b: text(b / "results"),
    "program-missing": lambda b: (b / PROGRAM).unlink(),
    "program-longer": lambda b: text(b / PROGRAM, "more"),
    "link-elsewhere": lambda b: link(b / "build/fake/lib/libone.so", "../../../../../victim"),
    "link-by-another": lambda b: link(b / "build/fake/lib/libone.so", "../libone.so.1"),
    "link-is-other-content": lambda b: text(b / "build/fake/lib/libone.so", "b library"),
    "driver-of-no-gpu": lambda b: link(b / "build/fake/lib/libcuda.so", "/usr/lib/libcuda.so.1"),
    "cache-list": lambda b: text(b / "build/fake/league-describe.json", "[]"),
    "cache-entry": lambda b: text(b / "build/fake/league-describe.json", '{"toy.omp": []}'),
    "cache-hash": lambda b: told_by_cache(b, sha256=SHA),
    "cache-classes": lambda b: told_by_cache(b, describe={"classes": [{}], "precisions": []}),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_holds_something_else_is_refused(
    name: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    FOLDERS[name](bundle)
    refused(bundle, capsys)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("executable", one)
          for one in ("../../../../victim", "/bin/true", "kernels/toy/none", ["sh"], "")),
        ("target", "../x"), ("target", ""), ("target", "toy.omp"), ("benchmark", 1),
        ("model", "\x1b[2J"), ("tags", [1]), ("offloads", "yes"), ("unavailable", None),
    ],
)  # fmt: skip
def test_programs_lie_in_the_bundle(
    field: str, value: Any, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = bundle / "build/fake/manifest.json"
    told = json.loads(file.read_text())
    told["variants"][0][field] = value
    file.write_text(json.dumps(told))
    bundles.seal(bundle)
    assert "build/fake/manifest.json of the bundle is damaged" in refused(bundle, capsys)


def test_what_is_whole_and_what_runs_leave_is_accepted(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    accepted(bundle, capsys)
    (bundle / "results/run").mkdir(parents=True)
    for name in ("run.log", "slurm-12.out", "build/fake/league-describe.json.123"):
        text(bundle / name, "half a fi")
    accepted(bundle, capsys)


def test_a_link_to_the_driver_is_left_by_a_run_on_a_gpu(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundles.change(bundle, put(*TOOL, "record", "device", "nvptx"))
    driver = bundle / "build/fake/lib/libcuda.so"
    driver.symlink_to("/usr/lib/libcuda.so.1")
    accepted(bundle, capsys)
    for elsewhere in ("libone.so.1", "../libcuda.so", "/usr/lib/libc.so.6"):
        link(driver, elsewhere)
        refused(bundle, capsys)


@pytest.mark.parametrize("lost", ["copied", "missing"])
def test_links_that_a_copy_lost_are_made_again_by_a_run_alone(
    lost: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = bundle / "build/fake/lib/libone.so"
    one.unlink()
    if lost == "copied":
        shutil.copyfile(one.with_name("libone.so.1"), one)
    accepted(bundle, capsys)
    assert not one.is_symlink()
    contents.mend(contents.verified(bundle))
    assert str(one.readlink()) == "libone.so.1"
    assert contents.verified(bundle).lost_links == ()


def test_results_do_not_go_among_what_is_compared(
    bundle: Path, cli_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bundle)
    for out in (".", "mine", "build/fake", "results/../harness"):
        words = ["run-bundle", str(bundle), "--dry-run", "--out", out]
        assert "lies in the bundle" in cli_says(*words, code=2).err
    for out in ("results/mine", "../mine"):
        assert cli.main(["run-bundle", str(bundle), "--dry-run", "--out", out]) == 0
