"""The command line: finds the verbs in ``commands/``; an error is one line and an exit code."""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from league.base import exit_codes, paths, process
from league.base.arguments import Argument, add
from league.base.errors import FULL, REMEDIES, LeagueError, UsageError, why
from league.base.scrub import short
from league.run import options, select

#: Variable with which an error nobody foresaw shows the whole way to it.
TRACEBACK = "LEAGUE_TRACEBACK"
_LONGEST_MESSAGE = 2000
COMMANDS = Path(__file__).parent / "commands"
#: The verb of a command line that names none; its module is ``commands/default.py``.
DEFAULT = ""
_DEFAULT_MODULE = "default"
#: Verbs that run on any Python from 3.9 on, without packages.
_ON_BARE_NODES = ("run-bundle", "import")

_ABOUT = """Build, run, check, record and report OpenMP offload benchmarks.

Without a verb: the suite quick on every toolchain found, from building to the report."""
_CODES = """exit codes: 0 good, 1 wrong answer, crash or unexpected fallback, 2 usage or
surroundings, 3 confirmed slower, 4 nothing comparable was measured, 5 no toolchain or device
although one was required, 130 interrupted (results kept)"""


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
    files = (file for file in sorted(COMMANDS.glob("*.py")) if not file.stem.startswith("_"))
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
        prog=getattr(module, "PROGRAM", f"run_all.py {verb}".strip()),
        description=(module.__doc__ or "") if verb else _help(),
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add(parser, _arguments(verb, module))
    return parser


def _arguments(verb: str, module: ModuleType) -> list[Argument]:
    """Return what a verb takes: its share of the table of options, and what is its own."""
    return [*options.arguments(verb), *getattr(module, "ARGUMENTS", ())]


def complete() -> None:
    """Answer a shell that asks which words fit at its cursor; nothing is configured or run.

    Ends the process.  Without argcomplete, or where something is wrong, nothing fits.
    """
    with contextlib.suppress(Exception):
        from league.commands import _complete

        words, whole = _complete.words_before(os.environ)
        verb = words[0] if words and (whole or len(words) > 1) else DEFAULT
        known = _modules()
        parser: argparse.ArgumentParser = _Parser(add_help=False)
        if verb in known:
            inner = parser.add_subparsers().add_parser(verb, allow_abbrev=False)
            add(inner, _arguments(verb, load(verb)))
        elif verb == DEFAULT or verb.startswith("-"):
            parser = parser_of(DEFAULT, load(DEFAULT))
            if verb == DEFAULT:
                parser.add_argument("verb", nargs="?", choices=[*known])
        _complete.answer(parser)


def _refuse_empty(arguments: Sequence[str]) -> None:
    """Raise UsageError for an empty word: it would mean everything, or the folder one is in."""
    for number, word in enumerate(arguments):
        if not word.strip() or (word.startswith("--") and word.endswith("=")):
            before = short(arguments[number - 1]) if number and not word.strip() else ""
            where = f" after {before}" if before else f" ({word})" if word.strip() else ""
            raise UsageError(f"an argument is empty{where}; write a name or leave it out")


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code.  Raises LeagueError."""
    _refuse_empty(arguments)
    verb, rest = split_verb(arguments)
    if sys.version_info < (3, 11) and verb not in _ON_BARE_NODES:
        version = ".".join(map(str, sys.version_info[:2]))
        raise UsageError(
            f"{verb or 'run_all.py'} needs Python 3.11 or newer and this is {version};"
            " start it with a newer python3"
        )
    module = load(verb)
    args = parser_of(verb, module).parse_args(rest)
    if verb in options.VERBS and (told := paths.elsewhere(paths.project_root())):
        print(f"league: {told}", file=sys.stderr)
    code: int = (
        module.main(options.from_arguments(args, project=paths.project_root(), verb=verb), args)
        if verb in options.VERBS
        else module.main(args)
    )
    return code


def main(arguments: Sequence[str] | None = None, prepare: Callable[[], None] = lambda: None) -> int:
    """Run a command line; every error becomes one line on stderr and an exit code.

    Without ``arguments`` they are those of the process, which ends after this.  ``prepare`` comes
    before anything else, and is guarded, too.
    """
    if arguments is None:
        _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A log shows lines when they are said; what it cannot show must not stop the run.
            stream.reconfigure(line_buffering=True, errors="replace")
    process.handle_stop_signals()
    # Records by the hundred thousand stay: the collector would walk through them again and again.
    if hasattr(gc, "set_threshold"):  # PyPy's has nothing to set
        gc.set_threshold(100_000, 50, 50)
    code = _guarded(sys.argv[1:] if arguments is None else arguments, prepare)
    if arguments is None:
        process.nothing_to_stop()
    return code


def _open_closed_streams() -> None:
    """Give closed standard streams a place to go, so that no file of a run takes their number."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
            if getattr(sys, name) is None:
                setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))


def _guarded(arguments: Sequence[str], prepare: Callable[[], None]) -> int:
    try:
        try:
            Path.cwd()
        except OSError:
            raise UsageError("the working directory is gone; change to one that exists") from None
        prepare()
        code = run(arguments)
        sys.stdout.flush()
        return code
    except LeagueError as error:
        return _report(str(error), error.exit_code)
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        # Whoever read stdout has gone (for instance head); that is no error.
        _forget_stdout()
        return 0
    except OSError as error:
        return _report_surroundings(error)
    except RecursionError:
        return _report("something is nested too deeply; look at the files that were read", 2)
    except RuntimeError as error:
        if "Symlink loop" not in str(error):
            return _unforeseen(error)
        return _report(f"{short(str(error), 300)}; mend that link", 2)
    except MemoryError:
        return _report("there is not enough memory; give it less to read", 2)
    except Exception as error:
        return _unforeseen(error)


def _unforeseen(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        raise error
    return _report(f"{_place_of(error)}; set {TRACEBACK}=1 to see more, and report it", 2)


def _report_surroundings(error: OSError) -> int:
    """Tell of a disk, a file or a name with which nothing can be done."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _forget_stdout()
    where = f" {short(str(error.filename), 200)}" if error.filename else ""
    remedy = REMEDIES.get(error.errno or 0)
    what = "write" if error.errno in FULL else "use"
    return _report(f"cannot {what}{where}: {why(error)}; {remedy or 'check that name'}", 2)


def _forget_stdout() -> None:
    """Let what is still to be written to stdout go nowhere, when nobody can have it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _place_of(error: Exception) -> str:
    """Return an error that nobody foresaw, with the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name} line {last.lineno}"
    return f"a fault of this program in {place}: {type(error).__name__}: {short(str(error), 200)}"


def _report(message: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError):
        told = short(message, len(message) + 1)
        if len(told) > _LONGEST_MESSAGE:  # what to do stands at the end
            told = f"{told[: _LONGEST_MESSAGE // 2]}...{told[-_LONGEST_MESSAGE // 4 :]}"
        print(f"league: error: {told}", file=sys.stderr)
    return code
