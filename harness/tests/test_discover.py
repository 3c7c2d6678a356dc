"""Variants from manifests, classes and precisions from programs."""

from pathlib import Path

import pytest
from fakes import add_program

from league.base.errors import LeagueError
from league.run import manifest


def only(tmp_path: Path) -> manifest.Variant:
    return manifest.variants(tmp_path / "fake")[0]


def test_the_manifest_lists_variants(tmp_path: Path) -> None:
    program = add_program(tmp_path, "target-data")
    found = only(tmp_path)
    assert found.name == "toy.target-data"
    assert (found.model, found.offloads, found.executable) == ("target", True, program)


def test_a_program_is_asked_once_until_it_changes(tmp_path: Path) -> None:
    log = tmp_path / "asked"
    remember = f"open({str(log)!r}, 'a').write('x')"
    add_program(tmp_path, "serial", before_describe=remember)
    variant = only(tmp_path)
    for _ in range(3):
        told = manifest.describe(variant)
    assert [one["letter"] for one in told["classes"]] == ["S", "W"]
    assert told["precisions"] == ["fp32", "fp64"]
    assert log.read_text() == "x"
    digest = manifest.executable_sha256(variant)
    assert variant.executable is not None
    variant.executable.write_text(variant.executable.read_text().replace('"fp64"]', '"fp16"]'))
    assert manifest.describe(variant)["precisions"] == ["fp32", "fp16"]
    assert log.read_text() == "xx"
    assert manifest.executable_sha256(variant) != digest


@pytest.mark.parametrize("mishap", ["print('{')", "sys.exit(3)", "os.kill(os.getpid(), 11)"])
def test_a_program_that_does_not_answer_is_an_error(tmp_path: Path, mishap: str) -> None:
    add_program(tmp_path, "serial", before_describe=mishap)
    with pytest.raises(LeagueError, match=r"toy\.serial of fake does not answer --describe"):
        manifest.describe(only(tmp_path))


def test_a_missing_or_damaged_manifest_is_told(tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match="has no manifest"):
        manifest.variants(tmp_path)
    for text in ("", "{", "[]", '{"schema": "x"}', '{"schema": "league-manifest-1"}'):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(LeagueError, match="damaged"):
            manifest.variants(tmp_path)


def test_an_unbuilt_program_has_no_classes_and_no_hash(tmp_path: Path) -> None:
    add_program(tmp_path, "serial").unlink()
    variant = only(tmp_path)
    assert manifest.executable_sha256(variant) == ""
    with pytest.raises(LeagueError, match="not built"):
        manifest.describe(variant)


def test_a_folder_without_git_has_no_revision(tmp_path: Path) -> None:
    assert manifest.revision(tmp_path) == ("", False)
