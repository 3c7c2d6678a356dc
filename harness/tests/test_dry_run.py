"""A dry run of every verb: it says what would be done, in all how much, and does nothing."""

import argparse
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from fakes import add_program, run
from saying import Says

from league import cli
from league.base import locks, process, reaper
from league.run import launch
from league.toolchains import discovery, environment, packages, setup
from league.toolchains.discovery import Found
from league.toolchains.files import Toolchain
from league.toolchains.probes import Capability

from . import bundles

#: Verbs that make nothing but the files that are named on their command line, from records; and
#: that do the one thing that their command line names: a run, a job, a program.
WITHOUT = {
    "compare", "completion", "counts", "dashboard", "export", "figures", "matrix", "portability",
    "report", "baseline", "cancel", "collect", "emulate", "gate", "history", "query",
}  # fmt: skip
#: Verbs that look at the machine and print; they take the option and have nothing to leave out.
LOOK = {"doctor", "toolchains"}
#: Says what a run says, and the line that would submit it; tried where there is a batch system.
SUBMITTED = {"submit"}

#: A command line of every other verb, and the last line it has to print.
COMMANDS: dict[str, tuple[list[str], str]] = {
    # Each of three programs in two precisions: a check (of omp one more), and five launches.
    "": ([], "dry run: 2 toolchains, 3 programs, 38 launches"),
    "run": (["-l", "2"], "dry run: 2 toolchains, 3 programs, 20 launches"),
    "check": (["-v", "omp"], "dry run: 2 toolchains, 1 program, 4 launches"),
    "build": ([], "dry run: 2 toolchains, 3 programs, 0 launches"),
    "list": (["--why"], "dry run: 2 toolchains, 2 programs, 0 launches"),
    "selftest": ([], "dry run: 2 toolchains, 2 programs, 2 launches"),
    "probe": ([], "dry run: 2 toolchains, 1 program, 1 launch"),
    "bundle": (["-o", "b.tar.gz", "--march", "native"],
               "dry run: 2 toolchains, 3 programs, 0 launches"),
    "conformance": (["-b", "map.to", "--mutants"], "dry run: 2 toolchains, 6 trials"),
    "sweep": (
        ["-v", "omp", "--size", "n=8,9", "--precision", "fp64", "-l", "3"],
        "dry run: 2 toolchains, 1 program, 6 launches",
    ),
    "run-bundle": (
        ["-l", "2", "--precision", "fp64"], "dry run: 1 toolchain, 1 program, 4 launches"
    ),
    "import": ([], "dry run: 9 records to copy"),
    "merge": ([], "dry run: 9 records to add"),
}  # fmt: skip


def takes_dry_run(verb: str) -> bool:
    actions: Iterable[argparse.Action] = cli.parser_of(verb, cli.load(verb))._actions
    return any("--dry-run" in one.option_strings for one in actions)


def test_every_verb_that_does_something_has_the_option() -> None:
    every = {"", *cli.verbs()}
    assert every == WITHOUT | LOOK | SUBMITTED | set(COMMANDS)
    assert {verb for verb in every if not takes_dry_run(verb)} == WITHOUT


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs in build folders, a bundle and results; nothing may be started."""
    builds = tmp_path / "builds"
    add_program(builds, "serial", toolchain="gcc-12-host")
    add_program(builds, "omp", toolchain="gcc-12-host")
    add_program(builds, "target-data", toolchain="clang-22-x86_64", device="x86_64")
    add_program(tmp_path / "project" / "build", "omp")
    monkeypatch.setattr(locks, "PREFIX", f"league-test-dry-{os.getpid()}-")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setup, "find_patchelf", lambda project: "patchelf")
        bundles.packed(tmp_path / "project", tmp_path / "bundle.tar.gz")
    done, folder = run(tmp_path / "project", ["-l", "1", "--precision", "fp64", "-c", "S"])
    assert done.exit_code == 0
    folder.rename(tmp_path / "results")

    def discover(described: Iterable[Toolchain], **_: Any) -> list[Found]:
        able = {"omp": Capability(True), "target": Capability(True)}
        return [
            Found(one, "usable", Path("/usr/bin/c++"), None, "12.2.0", able)
            for one in described
            if one.name in ("gcc-12-host", "clang-22-x86_64")
        ]

    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a dry run starts nothing")

    monkeypatch.setattr(discovery, "discover", discover)
    monkeypatch.setattr(setup, "find_patchelf", lambda project: "patchelf")
    for module, name in (
        (launch.Launcher, "start"), (reaper, "start"), (process, "ask"), (setup, "setup"),
        (environment, "start_again"), (packages.Apt, "install"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, refuse)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words_of(verb: str, place: Path) -> list[str]:
    words = [*filter(None, [verb]), "--dry-run", *COMMANDS[verb][0]]
    if verb == "run-bundle":
        return [*words, str(place / "bundle.tar.gz")]
    if verb == "import":
        return [*words, str(place / "results"), "--out", str(place / "runs")]
    if verb == "merge":
        return [*words, str(place / "results"), "-o", str(place / "runs")]
    if verb != "conformance":
        words += ["-b", "toy"]
    return [*words, "--build-root", str(place / "builds"), "--out", str(place / "runs")]


@pytest.mark.parametrize("verb", COMMANDS)
def test_a_dry_run_tells_totals_and_does_nothing(verb: str, place: Path, cli_says: Says) -> None:
    before = bundles.seen(place)
    told = cli_says(*words_of(verb, place))
    assert told.out.splitlines()[-1] == COMMANDS[verb][1]
    assert bundles.seen(place) == before


@pytest.mark.parametrize("verb", ["", "build", "selftest", "bundle", "conformance"])
def test_a_dry_run_tells_totals_as_json(verb: str, place: Path, cli_says: Says) -> None:
    told = cli_says(*words_of(verb, place), "--json")
    assert told.err.splitlines()[-1] == COMMANDS[verb][1]
    totals = json.loads(told.out)["totals"]
    assert [int(one) for one in re.findall(r"\d+", COMMANDS[verb][1])] == list(totals.values())


def test_setting_up_dry_says_what_it_would_install(
    place: Path, cli_says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "packages_wanted", lambda toolchains, tests: ["clang-99"])
    lines = cli_says("--setup", *words_of("", place)).out.splitlines()
    assert lines[0] == "install the package clang-99"
    assert any(line.startswith("dry run: ") and line.endswith(" to set up") for line in lines)
    assert lines[-1] == COMMANDS[""][1]


def test_what_is_not_configured_is_named_in_the_totals(place: Path, cli_says: Says) -> None:
    (place / "builds" / "gcc-12-host" / "manifest.json").unlink()
    before = bundles.seen(place)
    last = cli_says(*words_of("build", place)).out.splitlines()[-1]
    assert last.endswith("1 program, 0 launches, and what is not known yet of gcc-12-host")
    assert bundles.seen(place) == before


def test_a_run_that_goes_on_until_times_are_near_tells_least_and_most(
    place: Path, cli_says: Says
) -> None:
    words = [*words_of("run", place), "--within", "2%", "--most", "14", "--json"]
    told = cli_says(*words)
    # Two are asked for, and no interval is made of fewer than three.
    assert "3 to 14 x toy.omp W fp64 gcc-12-host" in told.err
    checks, cells = 8, 6
    least, most = checks + 3 * cells, checks + 14 * cells
    assert told.err.splitlines()[-1].endswith(f"{least} launches at least, {most} at most")
    totals = json.loads(told.out)["totals"]
    assert (totals["launches"], totals["most_launches"]) == (least, most)
