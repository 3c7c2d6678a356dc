"""Break results on purpose and demand that every checker says wrong."""

from __future__ import annotations

import argparse
import json

from league.run import dry, selftest
from league.run.options import Options

ARGUMENTS = ()


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Break every checker's input, and print which did not notice."""
    if chosen.dry_run:
        return dry.tell(chosen, choose=selftest.chosen(chosen), launches=selftest.launches)
    results, code = selftest.break_all(chosen)
    if chosen.json:
        print(json.dumps([result.record() for result in results], indent=1))
    else:
        print(selftest.text(results))
    return code
