"""The command line: verbs, common options, one line per error, exit codes."""

import ast
import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import fakes
import pytest
import synthetic
from saying import RUN_ALL, Says, called

from league import cli
from league.base import completed, locks, paths
from league.base.errors import LeagueError, NothingComparable, ToolchainError, UsageError
from league.commands import _measure, default
from league.run import options
from league.run.select import Selection
from league.toolchains import environment

ROOT = Path(__file__).resolve().parents[2]
HARNESS = ROOT / "harness"


def verb_that(monkeypatch: pytest.MonkeyPatch, outcome: object) -> None:
    """Make every verb a module whose main returns or raises something."""
    module = ModuleType("league.commands.fake", "A verb for tests.")

    def main(*_: object) -> object:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    module.__dict__.update(ARGUMENTS=(), main=main)
    monkeypatch.setattr(cli, "load", lambda verb: module)


FULL = OSError(errno.ENOSPC, "No space left on device", "x.json")


@pytest.mark.parametrize(
    ("outcome", "code", "told"),
    [
        (0, 0, ""),
        (3, 3, ""),
        (UsageError("a; b"), 2, "a; b"),
        (LeagueError("first\nsecond; do   this"), 2, "first second; do this"),
        (
            FULL,
            2,
            "cannot write x.json: no space left on device; make room on that disk or go elsewhere"
            " with --out or --build-root",
        ),
        (NothingComparable("a; b"), 4, "a; b"),
        (ToolchainError("a; b"), 5, "a; b"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_a_verb_does_becomes_an_exit_code_and_a_line(
    monkeypatch: pytest.MonkeyPatch, cli_says: Says, outcome: object,
    code: int, told: str,
) -> None:  # fmt: skip
    verb_that(monkeypatch, outcome)
    assert cli_says("run", code=code).err == (f"league: error: {told}\n" if told else "")


def test_the_verbs_are_the_modules_and_each_says_what_it_does() -> None:
    known = cli.verbs()
    assert {"list", "build", "run", "check", "selftest"} <= set(known)
    assert "default" not in known
    assert all(text.endswith(".") for text in known.values())


def test_old_pythons_are_told_in_one_line(monkeypatch: pytest.MonkeyPatch, cli_says: Says) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert "needs Python 3.11 or newer and this is 3.9" in cli_says("report", code=2).err


def parsed(*words: str) -> options.Options:
    return fakes.asked(ROOT, words)


def test_the_common_options_mean_what_they_say() -> None:
    words = "-b a,b -b c -v x -t t -c S -c A -x no --tag g -l 7 -r 2 -w 0 --timeout 9.5 -j 3"
    more = "--device 1 --seed 4 --fail-fast --json --no-color --precision fp32"
    made = parsed(*words.split(), *more.split())
    assert made.selection.benchmarks == ("a", "b", "c")
    assert made.selection.exclude == ("no",)
    assert (made.classes, made.precisions) == (("S", "A"), ("fp32",))
    assert (made.launches, made.repeat, made.warmup, made.seed) == (7, 2, 0, 4)
    assert (made.timeout_s, made.jobs, made.device) == (9.5, 3, 1)
    assert made.fail_fast
    assert made.results == ROOT / "results" / "runs"
    assert parsed("--out", "here").results == Path.cwd() / "here"
    assert len({parsed().new_seed() for _ in range(5)}) > 1
    assert parsed("--seed", "0").new_seed() == 0


def test_the_environment_is_made_for_verbs_that_are_nothing_without_it_and_used_by_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    begun: list[str] = []

    def start_again(project: Path, words: list[str], *further: str, make: bool) -> None:
        asked.extend(words[:make])

    monkeypatch.setattr(environment.os, "execv", lambda python, words: begun.append(words[3]))
    with monkeypatch.context() as patched:
        patched.setattr(environment, "start_again", start_again)
        for words in (["run"], ["list", "--json"], ["report", "--help"], ["--dry-run"]):
            environment.prepare(tmp_path, words)
        assert asked == []
        for words in (["report"], ["compare", "a", "b"], ["-b", "list"]):
            environment.prepare(tmp_path, words)
        assert asked == ["report", "compare", "-b"]
    environment.prepare(tmp_path, ["--setup"])
    assert begun == []
    monkeypatch.setattr(environment, "PACKAGES", ("no_such_package",))
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.symlink_to("gone")
    environment.prepare(tmp_path, ["report", "--help"])
    assert begun == []
    assert "does not start (" in capsys.readouterr().err
    python.unlink()
    fakes.script(python, "#!/bin/sh\n")
    for verb in ("run", "check", "collect", "dashboard", "report"):
        monkeypatch.setenv("LEAGUE_STARTED_AGAIN", "")
        environment.prepare(tmp_path, [verb, "--help"])
    assert begun == ["run", "check", "collect", "dashboard", "report"]


#: These say in one line what they leave out without the packages: no run is lost for want of them.
GOES_ON = {"check", "run", "collect", "run-bundle"}


def imports(file: Path) -> set[str]:
    """Return what a module imports, at its head or within its functions."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def reached(module: str) -> set[str]:
    """Return everything that a module imports, whatever lies between."""
    seen, ahead = {module}, [module]
    while ahead:
        name = HARNESS.joinpath(*ahead.pop().split("."))
        file = name / "__init__.py" if name.is_dir() else name.with_suffix(".py")
        new = (imports(file) if file.is_file() else set()) - seen
        seen |= new
        ahead += [one for one in new if one.startswith("league")]
    return seen


def test_verbs_that_reach_a_package_have_the_environment_made() -> None:
    for verb in cli.verbs():
        needs = reached(f"league.commands.{verb.replace('-', '_')}") & {*environment.PACKAGES}
        assert (verb in {*environment.VERBS, *GOES_ON}) == bool(needs), (verb, needs)


def test_without_an_environment_the_command_goes_on_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from league.toolchains import setup

    monkeypatch.setattr(environment, "PACKAGES", ("no_such_package",))
    monkeypatch.delenv("LEAGUE_STARTED_AGAIN", raising=False)
    monkeypatch.setattr(setup, "ensure_venv", lambda project, say: None)
    environment.start_again(ROOT, [])
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "without a report" in told
    asked = options.Options(tmp_path, "run")
    assert _measure._write_files(asked, [tmp_path], print, True) is None
    assert "no report: the Python package no_such_package is missing" in capsys.readouterr().out


def test_the_default_run_is_checked_on_an_emulated_gpu_where_nothing_is_chosen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here = {"nvcc-13-emulated", "clang-19-emulated"}

    def discover(patterns: list[Any], *, project: Path) -> list[Any]:
        usable = [one for one in patterns if one.name in here]
        return [SimpleNamespace(name=one.name, toolchain=one, state="usable") for one in usable]

    monkeypatch.setattr(default.discovery, "discover", discover)
    monkeypatch.setattr(default.machine, "gpus", list)
    asked = options.Options(ROOT, "", out=tmp_path)
    beside = default._emulated(asked)
    assert beside is not None and {*beside.toolchains} == here
    assert (beside.verb, beside.classes, beside.out) == ("check", ("S",), tmp_path)
    assert beside.selection.suite == "quick" and beside.selection.variants == ("cuda*", "target*")
    assert default._emulated(replace(asked, toolchains=("gcc-12-host",))) is None
    assert default._emulated(replace(asked, selection=Selection(suite="all"))) is None
    assert default._emulated(replace(asked, budget_s=60.0)) is None
    here.remove("nvcc-13-emulated")
    assert default._emulated(asked) is None, "nothing stands beside what counts"
    here.add("nvcc-13-emulated")
    monkeypatch.setattr(default.machine, "gpus", lambda: [{"name": "H100"}])
    assert default._emulated(asked) is None


def test_what_the_emulated_gpu_cannot_do_costs_no_report(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def carry_out(plan: Any) -> Any:
        if plan.options.verb == "check":
            raise LeagueError("the emulated device cannot be built: no compiler")
        return SimpleNamespace(recorded=True, folder=tmp_path, exit_code=0)

    written: list[Path] = []
    monkeypatch.setattr(_measure.session, "carry_out", carry_out)
    monkeypatch.setattr(_measure.store, "read_records", lambda folder: synthetic.records())
    monkeypatch.setattr(_measure, "_write_files", lambda o, folders, s, r: written.extend(folders))
    asked = options.Options(tmp_path, "")
    assert _measure.measure(asked, report=True, beside=replace(asked, verb="check")) == 0
    assert "nothing on an emulated GPU: the emulated device cannot" in capsys.readouterr().out
    assert written == [tmp_path]


def bare(*words: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    # -I -S: no site-packages, no user folder, no PYTHONPATH.
    return called([python, "-I", "-S", *words], cwd="/")


#: What has to run on a bare node, where there is nothing but Python.
BARE = ["cli", "commands.run_bundle", "commands.import", "commands._measure", "run.catalogue",
        "commands._task", "run.compile_times"]  # fmt: skip
IMPORTS = f"""
import importlib, sys
sys.path.insert(0, {str(ROOT / "harness")!r})
for name in {BARE!r}:
    importlib.import_module("league." + name)
foreign = {{"pandas", "numpy", "scipy", "matplotlib", "duckdb", "jinja2"}} & set(sys.modules)
assert not foreign, foreign
print("good")
"""


def test_what_builds_and_launches_needs_only_the_standard_library() -> None:
    result = bare("-c", IMPORTS)
    assert result.stdout == "good\n", result.stderr


def old_python(*names: str) -> str:
    own = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    several = list(own.glob("versions/3.9*/bin"))
    for name in names:
        for folder in (*os.environ["PATH"].split(os.pathsep), *several):
            candidate = Path(folder) / name
            if candidate.is_file() and "3.9" in bare("-V", python=str(candidate)).stdout:
                return str(candidate)
    told = f"no Python 3.9 here: {' or '.join(names)}"
    if os.environ.get("CI") and "pypy3" in names:
        pytest.fail(told)  # what a bare node imports is always tried there
    pytest.skip(told)


def test_what_builds_and_launches_is_imported_by_python_3_9() -> None:
    """By whichever is there; scripts/test_all.sh --setup installs pypy3."""
    result = bare("-c", IMPORTS, python=old_python("python3.9", "pypy3"))
    assert result.stdout == "good\n", result.stderr


@pytest.mark.parametrize("name", ["python3.9", "pypy3"])
def test_what_builds_and_launches_runs_on_python_3_9(tmp_path: Path, name: str) -> None:
    fakes.add_program(tmp_path / "build", "serial")
    fakes.add_program(tmp_path / "build", "serial-hang", "time.sleep(600)")
    script = f"""{IMPORTS}
sys.path.insert(0, {str(ROOT / "harness" / "tests")!r})
import fakes
from league.records import store
from pathlib import Path
made, folder = fakes.run(Path({str(tmp_path)!r}), ["-l", "2", "--timeout", "1"])
print(made.exit_code)
made, folder = fakes.run(Path({str(tmp_path)!r}), ["--resume", str(folder)])
kinds = [one["kind"] for one in store.read_records(folder)]
print(made.exit_code, kinds.count("launch"))
"""
    result = bare("-c", script, python=old_python(name))
    # checks 4, of serial 2 precisions x 2 launches and 2 in the A/A pair, of the other 2 skipped
    assert result.stdout == "good\n1\n1 12\n", result.stderr


def test_what_an_os_module_may_lack_does_what_that_of_cpython_does() -> None:
    child = subprocess.Popen(["sleep", "60"])
    options = os.WEXITED | os.WNOWAIT
    assert completed.waitid(os.P_PID, child.pid, options | os.WNOHANG) is None
    child.kill()
    assert completed.waitid(os.P_PID, child.pid, options) is not None
    assert completed.waitid(os.P_PID, child.pid, options | os.WNOHANG) is not None
    assert child.wait() == -9
    with pytest.raises(ChildProcessError):
        completed.waitid(os.P_PID, child.pid, options)
    every = os.sched_getaffinity(0)
    assert completed.sched_getaffinity(0) == every
    completed.sched_setaffinity(0, [min(every)])
    try:
        assert os.sched_getaffinity(0) == {min(every)}
    finally:
        completed.sched_setaffinity(0, every)
    assert os.sched_getaffinity(0) == every


def test_the_script_works_in_a_bare_interpreter() -> None:
    result = bare(str(RUN_ALL), "--version")
    assert result.stdout.startswith("league "), result.stderr
    assert bare(str(RUN_ALL), "run", "-c", "?").returncode == 2


def test_reading_stdout_only_partly_is_no_error(tmp_path: Path) -> None:
    line = f"{sys.executable} {RUN_ALL} --help | head -n 1; echo ${{PIPESTATUS[0]}}"
    result = called(["bash", "-c", line], check=True)
    assert result.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in result.stderr


def test_json_after_a_run_is_json_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli_says: Says
) -> None:

    from league.run import session, variants

    fakes.add_program(tmp_path / "build", "serial")
    monkeypatch.setattr(locks, "PREFIX", f"league-test-{tmp_path.name}-")
    monkeypatch.setattr(session, "find_toolchains", lambda _: [fakes.FakeFound("fake")])
    monkeypatch.setattr(variants.BenchmarkPlan, "folders", fakes.FakeFolders)
    monkeypatch.setattr(paths, "project_root", lambda: tmp_path)
    junit, markdown = tmp_path / "junit.xml", tmp_path / "summary.md"
    words = ["run", "--json", "-l", "1", "--junit", str(junit), "--markdown", str(markdown)]
    summary = json.loads(cli_says(*words).out)
    assert summary["exit_code"] == 0
    assert Path(summary["records"]).is_file()
    assert {cell["worst"] for cell in summary["cells"]} == {"pass"}
    assert "testsuite" in junit.read_text()
    assert "serial" in markdown.read_text()
