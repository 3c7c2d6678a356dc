"""One claim from source to verdict: built, run where that is wanted, judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from league.claims import build, judge
from league.claims.build import Kit, Outcome
from league.claims.judge import Judged
from league.claims.source import Claim
from league.run.launch import Launcher


def carry_out(
    kit: Kit, claim: Claim, folder: Path, launcher: Launcher, variables: Mapping[str, str],
    *, source: Path | None = None, extra: Sequence[str] = (), directives: bool = True,
    environment: Mapping[str, str] | None = None, runs_here: bool = True,
) -> list[Judged]:  # fmt: skip
    """Build, run and judge a claim in a folder of its own.

    ``source``, ``extra`` and ``directives`` are those of `build.build`; the variables in
    ``environment`` win over all others.  Without ``runs_here`` the program is only built.
    """
    outcome = build.build(kit, claim, folder, source=source, extra=extra, directives=directives)
    if outcome.verdict != "ok" or claim.expect == "rejected" or outcome.program is None:
        mended: Outcome | None = None
        if outcome.verdict != "ok" and claim.mended is not None and source is None and directives:
            mended = build.beside(kit, claim, claim.mended, folder / "mended")
        return judge.unbuilt(claim, outcome, mended)
    if claim.contrast is not None and source is None:
        change, place = claim.contrast, folder / "contrast"
        if build.beside(kit, claim, change, place, directives=directives).verdict == "ok":
            what = f"the compiler accepts {change.new!r} in place of {change.old!r} as well"
            return judge.indifferent(claim, outcome, what)
    if not runs_here:
        return [judge.not_run(one) for one in claim.ids]
    ended = judge.launch(launcher, claim, outcome.program, variables, environment)
    return judge.judge(claim, outcome, ended, folder=folder, offload=kit.offload)
