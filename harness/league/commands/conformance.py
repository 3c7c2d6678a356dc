"""Run the conformance claims with more than one look: mutants, controls, settings."""

from __future__ import annotations

import argparse

from league.base.arguments import argument
from league.run.options import Options

_ALONE = "looks (without any of these, every claim runs as it is)"
ARGUMENTS = (
    argument("--mutants", action="store_true", group=_ALONE,
             help="change every claim so that it must fail"),
    argument("--controls", action="store_true", group=_ALONE,
             help="directives ignored, and offload disabled"),
    argument("--settings", action="store_true", group=_ALONE,
             help="three settings of teams and threads"),
    argument("--sanitize", action="store_true", group=_ALONE,
             help="under AddressSanitizer and UBSan (host toolchains)"),
    argument("--coverage", action="store_true", group=_ALONE,
             help="no run: every feature with its claim, as Markdown"),
    argument("--reduce", metavar="CLAIM", default="", group=_ALONE,
             help="make the program of a claim that fails with -t as small as the defect, by"
             " C-Vise; another -t may say that it is right; --budget ends it"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Run the claims, and say which mutants and controls passed although they must not."""
    from league.commands import _claims

    if args.coverage:
        return _claims.coverage(chosen.project, chosen.markdown)
    if args.reduce:
        from league.commands import _reduce

        return _reduce.reduce(chosen, args.reduce)
    from league.claims.plan import LOOKS

    return _claims.carry_out(chosen, [name for name in LOOKS if getattr(args, name)])
