"""What the verbs that call something slower do before: launch it again."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from league.base import exit_codes, paths
from league.base.arguments import argument
from league.base.errors import LeagueError
from league.base.progress import Progress
from league.base.words import plural
from league.records import reading
from league.records.launches import Key
from league.records.view import RunView
from league.run import manifest, select, session
from league.run.beside import Beside
from league.run.options import Options, from_arguments, written

LAUNCHES = 8
#: Toolchain, benchmark and variant.
Program = tuple[str, str, str]


ARGUMENTS = (
    argument("--fresh", action="append", default=[], metavar="RUN", group="how", fits="runs",
             help="a further run of the same programs; repeatable"),
    argument("--no-confirm", action="store_true", group="how",
             help="launch nothing: what is slower is told and does not fail"),
    *written("build-root", "compiler", "extra-dir"),
)  # fmt: skip


def fresh_runs(args: argparse.Namespace) -> list[RunView]:
    """Return the runs that were named as further launches."""
    return [reading.read_run(reading.find_run(name, args.out)) for name in args.fresh]


def launch_again(
    keys: Sequence[Key], run: RunView, args: argparse.Namespace,
    before: Mapping[Program, Path] | None = None,
) -> tuple[list[RunView], str]:  # fmt: skip
    """Launch cells of a run again, those of each benchmark in a session of their own.

    The programs of `before` take turns with them.  Returns the sessions, and why some were not
    made.
    """
    made: list[RunView] = []
    there = [key for key in keys if program_here(key.program, run, args)]
    why = f"{plural(len(keys) - len(there), 'program')} not here as in {run.name}"
    groups: dict[str, list[Key]] = {}
    for key in there:
        groups.setdefault(key.benchmark, []).append(key)
    for benchmark, some in groups.items():
        options = _options(benchmark, some, run, args)
        if not options.compiler and any(_pattern(run, key) for key in some):
            return made, "the run was made with --compiler; name it again"
        try:
            done = session.carry_out(Beside(options, before or {}), Progress())
        except LeagueError as error:
            return made, str(error)
        if done.exit_code == exit_codes.INTERRUPTED:
            raise KeyboardInterrupt
        if done.recorded:
            made.append(reading.read_run(done.folder))
    return made, why if len(there) < len(keys) else ""


def program_here(names: Program, run: RunView, args: argparse.Namespace) -> Path | None:
    """Return the very program that a run was measured with, if a build folder holds it."""
    wanted = run.builds.get(names, {}).get("executable_sha256")
    folder = (args.build_root or paths.project_root() / "build") / names[0]
    try:
        for one in manifest.variants(folder) if wanted else ():
            if one.names == names and manifest.executable_sha256(one) == wanted:
                return one.executable
    except (LeagueError, OSError):
        pass
    return None


def _options(
    benchmark: str, keys: Sequence[Key], run: RunView, args: argparse.Namespace
) -> Options:
    return replace(
        from_arguments(args, project=paths.project_root(), verb="run"),
        selection=select.Selection((benchmark,), _each(key.variant for key in keys)),
        toolchains=_each(_pattern(run, key) or key.toolchain for key in keys),
        classes=_each(key.letter.split()[0] for key in keys),
        sets=_each(text for key in keys for text in key.letter.split()[1:]),
        precisions=_each(key.precision for key in keys),
        launches=LAUNCHES,
        repeat=run.session.get("repeat"),
        warmup=run.session.get("warmup"),
        markdown=None,
        json=False,
    )


def _pattern(run: RunView, key: Key) -> str:
    """Return the toolchain whose compiler was replaced, an empty text if none was."""
    return str(run.toolchains.get(key.toolchain, {}).get("pattern") or "")


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
