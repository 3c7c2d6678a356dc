"""Break results on purpose and demand that every checker says wrong."""

from __future__ import annotations

import argparse

from league.commands._shared import show
from league.run import dry, selftest
from league.run.options import Options


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Break every checker's input, and print which did not notice."""
    if chosen.dry_run:
        return dry.tell(chosen, choose=selftest.chosen, launches=dry.once)
    results, code = selftest.break_all(chosen)
    show(chosen, lambda: selftest.text(results), [one.record() for one in results])
    return code
