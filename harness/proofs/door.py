"""One door to all proofs: ``scripts/prove.py NAME ...``."""

import argparse
import ast
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from league.base.errors import LeagueError
from league.run import select

#: What can be started, in the order in which help shows it; a module each.
NAMES = (
    *("mutants", "races", "branches", "clauses", "compiles", "plain"),
    *("fuzz", "inputs", "signals"),
    *("faults", "regions", "device-faults", "seeds", "expressions", "device-mutants"),
    "amd-semantics",
    *("counts", "foreign", "libgomp", "llvm-offload"),
    *("nights", "recipes", "aa", "simulate", "levels", "overhead", "textbook"),
)


def question(name: str) -> str:
    """The first line of what a proof says of itself; nothing is imported."""
    file = Path(__file__).with_name(f"{name.replace('-', '_')}.py")
    return (ast.get_docstring(ast.parse(file.read_text())) or "").partition("\n")[0]


def usage() -> str:
    """What the door says of itself, and a line for each proof."""
    head = "usage: scripts/prove.py NAME [OPTIONS]    NAME --help says more"
    return "\n".join([head, "", *(f"  {name:15} {question(name)}" for name in NAMES)])


def proof_of(name: str) -> tuple[ModuleType, argparse.ArgumentParser]:
    """The module of a proof, and what reads its command line."""
    if name not in NAMES:
        raise select.unknown("proof", name, NAMES)
    proof = importlib.import_module(f"proofs.{name.replace('-', '_')}")
    parser = argparse.ArgumentParser(
        prog=f"prove.py {name}", description=proof.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    for names, settings in proof.OPTIONS:
        parser.add_argument(*names, **settings)
    return proof, parser


def main(words: Sequence[str]) -> int:
    """Start the proof that a command line names; its exit code."""
    name, *rest = words or ["--help"]
    if name in ("-h", "--help"):
        print(usage())
        return 0 if words else 2
    try:
        proof, parser = proof_of(name)
        code: int = proof.run(parser.parse_args(rest))
        return code
    except LeagueError as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        return error.exit_code
