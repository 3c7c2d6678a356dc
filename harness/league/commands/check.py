"""Build and check: every variant once, small, guarded; nothing is timed."""

from __future__ import annotations

import argparse

from league.base import paths
from league.commands import _measure
from league.run import options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the common options; ``-c`` checks other classes than S."""
    options.add_budget(parser)
    options.add_common(parser)
    options.add_again(parser)


def main(args: argparse.Namespace) -> int:
    """Run everything from building to the last check; --suite validation checks the claims."""
    chosen = options.from_arguments(args, project=paths.project_root(), verb="check")
    if chosen.selection.suite == "validation" or _resumes_claims(chosen):
        from league.commands import _claims

        if chosen.all_devices:
            raise options.refuse_all("claims")
        return _claims.check(chosen)
    return _measure.measure(chosen, report=False)


def _resumes_claims(chosen: options.Options) -> bool:
    if chosen.resume is None or chosen.selection.suite:
        return False
    from league.claims import asked

    return asked.session_of(chosen.resume) is not None
