"""Code that lies in the current folder, or in a bundle that is not whole, is never run."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from saying import RUN_ALL, called
from synthetic import write_run

from league.base import paths
from league.bundle import archive
from league.toolchains import setup
from tests import bundles

ROOT = Path(__file__).resolve().parents[2]
#: What somebody's folder may hold under the names of modules that are imported.
NAMES = (
    "argparse",
    "hashlib",
    "json",
    "league",
    "numpy",
    "pathlib",
    "pip",
    "runpy",
    "shutil",
    "signal",
    "sitecustomize",
    "subprocess",
    "tempfile",
    "typing",
    "venv",
)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder of modules that leave a mark when they are imported."""
    return plant(tmp_path / "hostile", tmp_path / "ran")


def plant(folder: Path, mark: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        text = f"open({str(mark)!r}, 'a').write({name!r})\nraise SystemExit('planted')\n"
        (folder / f"{name}.py").write_text(text)
    (folder / "matplotlibrc").write_text("backend: module://planted\n")
    return folder


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "list": lambda run: [sys.executable, str(RUN_ALL), "list"],
    "report": lambda run: [sys.executable, str(RUN_ALL), "report", str(run)],
    "figures": lambda run: [sys.executable, str(RUN_ALL), "figures", "--list"],
    "a task of a batch": lambda run: paths.interpreter("league.commands._task"),
    "the question of a reducer": lambda run: [
        *paths.interpreter("league.claims.demands"),
        ".",
        "p",
    ],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_of_the_current_folder_is_run(tmp_path: Path, hostile: Path, name: str) -> None:
    line = COMMANDS[name](write_run(tmp_path / "runs"))
    said = called(line, cwd=hostile, timeout=120)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert "planted" not in said.stdout + said.stderr


def test_setting_up_takes_no_module_of_the_current_folder(
    tmp_path: Path, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    (project / "harness").mkdir(parents=True)
    (project / "harness/requirements.lock").write_text("")
    monkeypatch.chdir(hostile)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", str(hostile)]))
    said: list[str] = []
    python = setup.ensure_venv(project, say=said.append)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert python is not None, said


def test_a_claim_of_ctest_takes_no_module_of_the_current_folder() -> None:
    text = (ROOT / "harness/cmake/LeagueClaims.cmake").read_text()
    assert "${Python3_EXECUTABLE} -I -c" in text
    assert "PYTHONPATH" not in text


@pytest.mark.parametrize("where", ["", "harness", "harness/league", "changed"])
def test_a_bundle_is_whole_before_anything_of_it_is_imported(tmp_path: Path, where: str) -> None:
    folder = archive.unpack(bundles.made(tmp_path, "serial"), tmp_path)
    if where == "changed":
        with (folder / "harness/league/cli.py").open("a") as file:
            file.write(f"\nopen({str(tmp_path / 'ran')!r}, 'w')\n")
    else:
        plant(folder / where, tmp_path / "ran")
    said = called([sys.executable, str(folder / "run.py"), "--dry-run"], cwd=folder, timeout=120)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("league: error: ")
    assert said.stderr.endswith("; unpack the archive again\n")
    assert said.stderr.count("\n") == 1
