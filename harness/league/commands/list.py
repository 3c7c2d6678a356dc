"""List benchmarks, variants, classes and tags, and with --why what is unavailable and why."""

from __future__ import annotations

import argparse

from league.base.arguments import argument
from league.commands._shared import show
from league.run import catalogue, dry, selftest
from league.run.options import Options

ARGUMENTS = (
    argument("--why", action="store_true",
             help="ask every toolchain what it cannot build, and why; configures, may take"
             " minutes"),
)  # fmt: skip


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Print the catalogue."""
    # Only CMake knows of folders outside the tree, and of toolchains.
    if args.why or chosen.toolchains or chosen.extra_dirs:
        if chosen.dry_run:
            # It builds a program of each benchmark, where none is there that could be asked.
            return dry.tell(chosen, choose=selftest.chosen)
        content = catalogue.with_reasons(chosen)
        show(chosen, lambda: catalogue.text_with_reasons(content), content)
        return 0
    content = catalogue.chosen(chosen.selection, chosen.classes, chosen.precisions)
    asked = bool(chosen.selection.benchmarks or chosen.selection.variants)
    show(chosen, lambda: catalogue.text(content, detailed=asked), content)
    return 0
