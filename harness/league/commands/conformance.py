"""Run the conformance claims with more than one look: mutants, controls, settings."""

from __future__ import annotations

import argparse

from league.base import paths
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options and the looks."""
    options.add_budget(parser)
    options.add_common(parser)
    looks = parser.add_argument_group("looks", "without any of these, every claim runs as it is")
    looks.add_argument(
        "--mutants", action="store_true", help="change every claim so that it must fail"
    )
    looks.add_argument(
        "--controls", action="store_true", help="directives ignored, and offload disabled"
    )
    looks.add_argument(
        "--settings", action="store_true", help="three settings of teams and threads"
    )
    looks.add_argument(
        "--coverage", action="store_true", help="no run: every feature with its claim, as Markdown"
    )
    looks.add_argument(
        "--sanitize", action="store_true", help="under AddressSanitizer and UBSan (host toolchains)"
    )
    looks.add_argument(
        "--reduce", metavar="CLAIM", default="",
        help="make the program of a claim that fails with -t as small as the defect, by C-Vise;"
        " another -t may say that it is right; --budget ends it",
    )  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Run the claims, and say which mutants and controls passed although they must not."""
    from league.commands import _claims

    if args.coverage:
        return _claims.coverage(paths.project_root(), args.markdown)
    chosen = options.from_arguments(args, project=paths.project_root(), verb="conformance")
    if args.reduce:
        from league.commands import _reduce

        return _reduce.reduce(chosen, args.reduce)
    return _claims.conformance(chosen, [name for name in _claims.LOOKS if getattr(args, name)])
