"""Build and check: every variant once, small, guarded; nothing is timed."""

from __future__ import annotations

import argparse

from league.commands import _measure
from league.run.options import Options, refuse


def main(chosen: Options, _: argparse.Namespace) -> int:
    """Run everything from building to the last check; --suite validation checks the claims."""
    if chosen.selection.suite == "validation" or _resumes_claims(chosen):
        from league.commands import _claims

        refuse(chosen, "claims")
        return _claims.carry_out(chosen)
    return _measure.measure(chosen, report=False)


def _resumes_claims(chosen: Options) -> bool:
    if chosen.resume is None or chosen.selection.suite:
        return False
    from league.claims.plan import session_of

    return session_of(chosen.resume) is not None
