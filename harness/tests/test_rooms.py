"""The plan of the packages: who may import whom, and what runs on a bare node."""

import subprocess
import sys
from pathlib import Path

from saying import called

HARNESS = Path(__file__).resolve().parents[1]
PACKAGE = HARNESS / "league"
#: The half that runs there; what else the runner imports is asked.
BARE = ("base", "verdicts", "records", "device_code", "toolchains", "run", "bundle")
#: The only module of that half that needs a newer Python: it reads TOML, where there is any.
READS_TOML = "toolchains/files.py"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    config = HARNESS / "pyproject.toml"
    command = [str(program), "--config", str(config), "--no-cache"]
    return called(command, cwd=folder)


def test_packages_import_only_what_stands_below_them() -> None:
    result = lint(HARNESS)
    assert result.returncode == 0, result.stdout + result.stderr


def test_an_import_that_runs_upwards_or_in_a_circle_is_noticed(tmp_path: Path) -> None:
    """The contract is not an empty one: a module that breaks it is named."""
    for package in (PACKAGE, HARNESS / "proofs"):
        for file in package.rglob("*.py"):
            copy = tmp_path / file.relative_to(HARNESS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    guilty = tmp_path / "league" / "records" / "store.py"
    guilty.write_text(guilty.read_text() + "\nfrom league.run import plan\n")
    circle = tmp_path / "league" / "records" / "schema.py"
    circle.write_text(
        circle.read_text() + "\n\ndef late():\n    from league.records import store\n"
    )
    result = lint(tmp_path)
    assert result.returncode == 1
    assert "No cycles are allowed in league.records" in result.stdout
    assert "league.records is not allowed to import league.run" in result.stdout


def minimum(*files: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("vermin")
    command = [str(program), "-t=3.9-", "--violations", "--no-tips", "--eval-annotations"]
    return called([*command, *map(str, files)])


def imported(module: str) -> set[Path]:
    """Return the files of ours that importing a module of ours reads."""
    told = "*(one.__file__ for name, one in sys.modules.items() if name.startswith('league'))"
    code = f"import sys, {module}; print({told}, sep='\\n')"
    command = [sys.executable, "-c", code]
    done = called(command, cwd=HARNESS, check=True)
    return set(map(Path, done.stdout.split()))


def test_what_runs_on_a_bare_node_keeps_to_python_3_9() -> None:
    files = {file for room in BARE for file in (PACKAGE / room).glob("*.py")}
    files |= imported("league.commands.run_bundle") | imported("league.commands._task")
    assert len(files) > 30
    result = minimum(*(files - {PACKAGE / READS_TOML}))
    assert result.returncode == 0, result.stdout


def test_a_newer_python_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "new.py"
    file.write_text("import tomllib\n")
    assert minimum(file).returncode != 0
