"""The command line: finds the verbs in ``commands/``; an error is one line and an exit code."""

from __future__ import annotations

import argparse
import ast
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from league.base import process
from league.base.errors import LeagueError, UsageError
from league.run import select

EXIT_INTERRUPTED = 130
COMMANDS = Path(__file__).parent / "commands"
#: The verb of a command line that names none; its module is ``commands/default.py``.
DEFAULT = ""
_DEFAULT_MODULE = "default"

_ABOUT = """Build, run, check, record and report OpenMP offload benchmarks.

Without a verb: the suite quick on every toolchain found, from building to the report."""
_CODES = """exit codes: 0 good, 1 wrong answer, crash or unexpected fallback, 2 usage or
surroundings, 3 confirmed slower, 4 nothing comparable was measured, 5 no toolchain or device
although one was required, 130 interrupted (results kept)"""

_SURROUNDINGS = {
    errno.ENOSPC: "make room on that disk",
    errno.EDQUOT: "make room on that disk",
    errno.EROFS: "that disk is read-only; use --out and --build-root to go elsewhere",
    errno.EACCES: "you may not write there; use --out and --build-root to go elsewhere",
}


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line as the one line all errors have."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; {self.prog} --help lists what there is")


def verbs() -> dict[str, str]:
    """Return the verbs and the first line of what each says about itself; imports none."""
    found = {}
    for verb, file in _modules().items():
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        found[verb] = text.partition("\n")[0]
    return found


def _modules() -> dict[str, Path]:
    files = (file for file in sorted(COMMANDS.glob("*.py")) if file.stem != "__init__")
    return {file.stem.replace("_", "-"): file for file in files if file.stem != _DEFAULT_MODULE}


def load(verb: str) -> ModuleType:
    """Import the module of a verb; of ``""`` the default command."""
    name = verb.replace("-", "_") if verb else _DEFAULT_MODULE
    try:
        return importlib.import_module(f"league.commands.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("league"):
            raise
        raise LeagueError(
            f"{verb or 'this command'} needs the Python package {error.name};"
            " run_all.py --setup installs it"
        ) from error


def _without_analysis(verb: str) -> bool:
    """Whether a verb runs on a bare node, on any Python from 3.9 on."""
    return verb in ("run-bundle", "import")


def split_verb(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the verb, which can only come first, and the rest.  Raises UsageError if unknown."""
    if not arguments or arguments[0].startswith("-"):
        return DEFAULT, list(arguments)
    verb, known = arguments[0], _modules()
    if verb not in known:
        raise select.unknown("verb", verb, known)
    return verb, list(arguments[1:])


def _help() -> str:
    lines = [_ABOUT, "", "verbs:"]
    known = verbs()
    width = max(map(len, known), default=0)
    lines += [f"  {verb:{width}}  {text}" for verb, text in known.items()]
    return "\n".join(lines)


def parser_of(verb: str, module: ModuleType) -> argparse.ArgumentParser:
    """Return the parser of a verb, with the options its module adds."""
    parser = _Parser(
        prog=f"run_all.py {verb}".strip(),
        description=(module.__doc__ or "") if verb else _help(),
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code.  Raises LeagueError."""
    verb, rest = split_verb(arguments)
    if sys.version_info < (3, 11) and not _without_analysis(verb):
        version = ".".join(map(str, sys.version_info[:2]))
        raise UsageError(
            f"{verb or 'run_all.py'} needs Python 3.11 or newer and this is {version};"
            " start it with a newer python3"
        )
    module = load(verb)
    args = parser_of(verb, module).parse_args(rest)
    args.verb = verb
    code: int = module.main(args)
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; every error becomes one line on stderr and an exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a log shows lines when they are said
    process.handle_stop_signals()
    try:
        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except LeagueError as error:
        return _report(str(error), error.exit_code)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read stdout has gone (for instance head); that is no error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno not in _SURROUNDINGS:
            raise
        where = f" {error.filename}" if error.filename else ""
        reason = (error.strerror or "").lower()
        return _report(f"cannot write{where}: {reason}; {_SURROUNDINGS[error.errno]}", 2)


def _report(message: str, code: int) -> int:
    line = " ".join(message.split())
    print(f"league: error: {line}", file=sys.stderr)
    return code
