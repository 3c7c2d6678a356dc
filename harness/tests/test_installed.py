"""An installation that users cannot write: results in their folder, builds in their cache."""

import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from league import cli
from league.base import paths
from league.base.paths import project_root
from league.base.version import __version__
from league.records import store

ROOT = project_root()


def test_where_results_and_builds_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "league"
    project.mkdir()
    assert paths.results(project) == project / "results"
    assert paths.builds(project) == project / "build"
    assert paths.elsewhere(project) == ""
    access = os.access
    monkeypatch.setattr(paths.os, "access", lambda at, mode: at != project and access(at, mode))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert paths.results(project) == tmp_path / "league-results"
    assert paths.builds(project).parent == tmp_path / "cache" / "league"
    assert paths.builds(project) != paths.builds(tmp_path / "another" / ".." / "other")
    assert paths.elsewhere(project) == (
        f"{project} cannot be written: results go below {tmp_path}/league-results,"
        f" builds go below {paths.builds(project)}"
    )


@pytest.mark.slow
def test_a_user_checks_with_an_installation_that_is_read_only(tmp_path: Path) -> None:
    """The whole project, mounted read-only at its own place."""
    run = [sys.executable, str(ROOT / "scripts/run_all.py"), "check", "-b", "vadd", "-v", "serial",
           "-t", "gcc-12-host", "--precision", "fp64"]  # fmt: skip
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit 99; exec "$@"'
    made = subprocess.run(
        ["unshare", "-m", "sh", "-c", mount, str(ROOT), *run], cwd=tmp_path, check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"),
             "CCACHE_DIR": str(tmp_path / "ccache")}, capture_output=True,
        text=True,
    )  # fmt: skip
    if made.returncode == 99 or "unshare" in made.stderr:
        pytest.skip(f"nothing can be mounted here: {made.stderr.strip()}")
    assert made.returncode == 0, (made.stdout, made.stderr)
    assert "cannot be written: results go below" in made.stderr
    (folder,) = store.runs_in(tmp_path / "league-results" / "runs")
    assert [one["worst"] for one in store.read_records(folder) if one["kind"] == "launch"]
    (builds,) = (tmp_path / "cache" / "league").iterdir()
    assert (builds / "gcc-12-host" / "manifest.json").is_file()


def test_the_recipe_of_spack_names_this_version_and_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spack itself was not at hand: stand-ins of what it gives a recipe note what that does."""
    noted: list[Any] = []

    def note(*told: Any, **more: Any) -> Any:
        noted.append(told)
        return note

    given = {"Package": object, "version": note, "depends_on": note, "install_tree": note,
             "Executable": note, "join_path": os.path.join}  # fmt: skip
    module = types.ModuleType("spack.package")
    vars(module).update(given)
    monkeypatch.setitem(sys.modules, "spack", types.ModuleType("spack"))
    monkeypatch.setitem(sys.modules, "spack.package", module)
    made: dict[str, Any] = {}
    exec(compile((ROOT / "harness/install/package.py").read_text(), "package.py", "exec"), made)
    assert (__version__,) in noted and __version__ in made["League"].url
    noted.clear()
    made["League"]().install(None, str(ROOT))
    copied, (program,), (verb,) = noted
    assert copied == (".", str(ROOT)) and Path(program).is_file() and verb in cli.verbs()


def test_the_easyconfig_names_this_version_and_what_is_there() -> None:
    """It was built with EasyBuild itself by hand; this holds what changes beside it."""
    (file,) = (ROOT / "harness" / "install").glob("*.eb")
    told: dict[str, Any] = {"SYSTEM": "system", "SOURCE_TAR_GZ": "%(name)s-%(version)s.tar.gz"}
    exec(compile(file.read_text(encoding="utf-8"), file.name, "exec"), told)
    assert told["version"] == __version__
    assert file.stem == f"{told['name']}-{told['version']}"
    made = {".venv/bin/python"}  # by the command after the installation
    wanted = {*told["sanity_check_paths"]["files"], *told["sanity_check_paths"]["dirs"]} - made
    assert [name for name in wanted if not (ROOT / name).exists()] == []
    assert (ROOT / told["modextrapaths"]["PATH"] / "run_all.py").exists()
    commands = [*told["sanity_check_commands"], *told["postinstallcmds"]]
    verbs = {one.partition("run_all.py ")[2].split()[0] for one in commands}
    assert verbs <= set(cli.verbs())
