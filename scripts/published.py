#!/usr/bin/env python3
"""Run the published test problems of the mini-apps and tell which results come out again.

Usage: scripts/published.py -t TOOLCHAIN ... [-b BENCHMARK ...] [-v VARIANT ...] [-p PROBLEM ...]
                            [--most MINUTES] [--decks FOLDER] [-o RECORDS.jsonl]
Toolchains that are not built (scripts/run_all.py build -t TOOLCHAIN --suite miniapps) are left out.
The problems are in miniapps/published.toml, -p chooses by name or glob; those that are said to take
longer than --most minutes (default 1) are left out, and so are those of public decks that are not
part of the project unless --decks names the folder that holds them.  Every program checks its
answer itself; a published number enters with the tolerance that the README of its folder gives.
-o appends one record per run; a table is printed.
Exit code: 0 all pass, 1 one does not, 2 usage, or nothing to run.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "harness"))

from league.base.errors import LeagueError, UsageError  # noqa: E402
from league.records import schema  # noqa: E402
from league.run import launch, manifest  # noqa: E402
from league.show import tables  # noqa: E402
from league.toolchains import discovery, files  # noqa: E402

PROBLEMS = ROOT / "miniapps/published.toml"
VARIANTS = ("serial", "omp", "target-data")
KEYS = {"name", "benchmark", "arguments", "minutes", "variants"}


def load(file: Path) -> list[dict[str, Any]]:
    """Read the list of problems.  Raises UsageError for what is missing or unknown in it."""
    try:
        problems: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["problem"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise UsageError(f"{file.name} cannot be read ({error}); it lists [[problem]]") from error
    for problem in problems:
        name = problem.get("name", "?")
        if missing := {"name", "benchmark", "arguments", "minutes"} - problem.keys():
            raise UsageError(f"{file.name}: problem {name} has no {', '.join(sorted(missing))}")
        if unknown := problem.keys() - KEYS:
            raise UsageError(f"{file.name}: problem {name}: unknown {', '.join(sorted(unknown))}")
    return problems


def filled(arguments: list[str], decks: Path | None) -> list[str]:
    """Return the arguments with their folders put in."""
    places = {"miniapps": str(ROOT / "miniapps"), "decks": str(decks)}
    return [argument.format(**places) for argument in arguments]


def reason_to_skip(problem: dict[str, Any], most: float, decks: Path | None) -> str:
    """Why a problem is not run; empty if it is."""
    if problem["minutes"] > most:
        return f"takes {problem['minutes']:g} min, more than --most"
    text = " ".join(problem["arguments"])
    if "{decks}" not in text:
        return ""
    if decks is None:
        return "its deck is not part of the project: --decks"
    path = next(one for one in filled(problem["arguments"], decks) if one.startswith(str(decks)))
    return "" if Path(path).exists() else f"--decks has no {Path(path).name}"


def run_one(
    launcher: launch.Launcher, problem: dict[str, Any], variant: manifest.Variant,
    variables: dict[str, str], decks: Path | None,
) -> dict[str, Any]:  # fmt: skip
    """Run a problem once and return its record: the answer, the checks and the time."""
    command = [str(variant.executable), *filled(problem["arguments"], decks)]
    command += ["--precision", "all", "--repeat", "1", "--warmup", "0"]
    settings = launch.settings_of(variant, variables, launch.Settings(), {})
    outcome = launcher.run(command, settings, timeout_s=120 + problem["minutes"] * 60 * 20)
    lines = [json.loads(line) for line in outcome.record_text.splitlines()]
    last = outcome.output.strip().splitlines()[-1:] or [""]
    return {
        "schema": "league-published-1", "time": schema.now(), "problem": problem["name"],
        "toolchain": variant.toolchain,
        "benchmark": problem["benchmark"], "variant": variant.variant,
        "arguments": problem["arguments"], "exit_code": outcome.exit_code,
        "reason": "" if outcome.exit_code == 0
        else (outcome.cannot_start or last[0]).replace(f"{ROOT}/", ""),
        "wall_s": round(outcome.wall_ns / 1e9, 2), "records": lines,
    }  # fmt: skip


def told(record: dict[str, Any]) -> str:
    """Return the line of one run: verdict, time, rate, and the check nearest to its limit."""
    return tables.table(tables.PUBLISHED_HEAD, [tables.published_row(record)])[-1]


def chosen_problems(
    problems: list[dict[str, Any]], names: list[str] | None, benchmarks: list[str] | None
) -> list[dict[str, Any]]:
    """Return the problems of these names (or globs) and benchmarks.  Raises UsageError if none."""
    chosen = [
        one for one in problems
        if any(fnmatch.fnmatch(one["name"], name) for name in names or ["*"])
        and (not benchmarks or one["benchmark"] in benchmarks)
    ]  # fmt: skip
    if not chosen:
        known = ", ".join(one["name"] for one in problems)
        raise UsageError(f"no problem has that name and benchmark; there are {known}")
    return chosen


def chosen_variants(
    arguments: argparse.Namespace,
) -> tuple[list[manifest.Variant], dict[str, dict[str, str]]]:
    """Return the built variants asked for and each toolchain's variables."""
    known = files.load_all(ROOT / "harness/toolchains")
    wanted = [one for one in known if any(fnmatch.fnmatch(one.name, p) for p in arguments.t)]
    if not wanted:
        raise UsageError("no toolchain has that name; scripts/run_all.py toolchains lists them")
    variables = {}
    found: list[manifest.Variant] = []
    for one in discovery.discover(wanted, project=ROOT):
        if not (ROOT / "build" / one.name / "manifest.json").is_file():
            if one.state == "usable":
                print(f"published: {one.name} is not built, so it is left out", file=sys.stderr)
            continue
        variables[one.name] = discovery.launch_environment(one)
        found += manifest.variants(ROOT / "build" / one.name)
    return found, variables


def main() -> int:
    """Run every problem that was chosen, in the order of the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-t", action="append", metavar="TOOLCHAIN", required=True)
    parser.add_argument("-b", action="append", metavar="BENCHMARK")
    parser.add_argument("-v", action="append", metavar="VARIANT",
                        help=f"default {' '.join(VARIANTS)}")  # fmt: skip
    parser.add_argument("-p", action="append", metavar="PROBLEM", help="default: all")
    parser.add_argument("--most", type=float, default=1, metavar="MINUTES")
    parser.add_argument("--decks", type=Path, metavar="FOLDER")
    parser.add_argument("-o", "--output", type=Path, metavar="RECORDS.jsonl")
    arguments = parser.parse_args()
    try:
        variants, variables = chosen_variants(arguments)
        problems = chosen_problems(load(PROBLEMS), arguments.p, arguments.b)
        return run_all(arguments, problems, variants, variables)
    except LeagueError as error:
        print(f"published: error: {error}", file=sys.stderr)
        return 2


def run_all(
    arguments: argparse.Namespace, problems: list[dict[str, Any]],
    variants: list[manifest.Variant], variables: dict[str, dict[str, str]],
) -> int:  # fmt: skip
    """Run the chosen problems, print the table and append the records."""
    ran = 0
    failed = 0
    print("\n".join(tables.table(tables.PUBLISHED_HEAD, [])))
    with launch.Launcher() as launcher:
        for problem in problems:
            if reason := reason_to_skip(problem, arguments.most, arguments.decks):
                print(f"| {problem['name']} | {problem['benchmark']} | | not run | | | {reason} |")
                continue
            names = arguments.v or problem.get("variants", VARIANTS)
            for variant in variants:
                if variant.benchmark != problem["benchmark"] or variant.variant not in names:
                    continue
                if variant.executable is None or not variant.executable.exists():
                    continue
                record = run_one(launcher, problem, variant, variables[variant.toolchain],
                                 arguments.decks)  # fmt: skip
                ran += 1
                failed += record["exit_code"] != 0
                print(told(record), flush=True)
                if arguments.output:
                    with arguments.output.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(record) + "\n")
    if ran == 0:
        raise UsageError("nothing was run: build the variants (run_all.py build), or raise --most")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
