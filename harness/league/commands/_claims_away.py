"""Claims that are built here and carried out by a batch system, or packed into a bundle."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path

from league.base.scratch import Scratch
from league.batch import files, submit
from league.batch.files import Batch, PlannedClaim, Programs
from league.claims import away
from league.claims.plan import Conformance, able
from league.run import manifest
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.toolchains import discovery
from league.toolchains.discovery import Found


def foretold(plan: Conformance, wishes: submit.Wishes) -> list[str]:
    """Return the commands that would submit claims, were all built."""
    every = [
        PlannedClaim({"kit": {"toolchain": name}, "seconds": one.claim.seconds})
        for name, some in plan.trials(find_toolchains(plan.options)).items()
        for one in some
    ]
    return submit.commands(submit.apart(every, wishes), wishes, plan.options)


class Submitted(Conformance):
    """The plan over claims, carried out elsewhere; or what is missing of one that was."""

    def __init__(
        self, options: Options, wishes: submit.Wishes, lost: Sequence[PlannedClaim] = ()
    ) -> None:
        """Take the options, and of a run that is resumed the programs that were lost."""
        super().__init__(options)
        self._wishes, self._lost = wishes, lost

    def stages(self) -> None:
        """Build, record what building told, and submit the others."""
        context = self.context
        folder = context.run.path / files.FOLDER
        if self._lost:
            divided = submit.apart(self._lost, self._wishes)
            submit.hand_on(folder, files.read(folder), divided, self._wishes, context)
        submit.make_folder(folder)
        claims: list[PlannedClaim] = []
        programs: dict[str, Programs] = {}
        with Scratch() as scratch:
            for found in able(context.found.values()):
                place = folder / manifest.CLAIM_PROGRAMS / found.name
                made = away.build_all(self, found, place, scratch.path, context.progress)
                for record in made.records:
                    context.run.append(record)
                launcher = submit.launcher_of(found, self._wishes)
                for one in made.claims:
                    one["kit"]["launcher"] = launcher
                claims += map(PlannedClaim, made.claims)
                environment = discovery.launch_environment(found)
                programs[found.name] = Programs(
                    str(found.version), environment, offloads=made.offloads
                )
        batch = Batch(
            run=context.run.name,
            scheduler=self._wishes.site.scheduler,
            mode=files.CLAIMS,
            allow_host=True,
            device=None,
            timeout_s=self.options.timeout_s,
            folders=[str(one) for one in context.folders],
            programs=programs,
            launches=sum(len(one.record_keys()) for one in claims),
            secret=secrets.token_hex(16),
        )
        submit.hand_on(folder, batch, submit.apart(claims, self._wishes), self._wishes, context)


def pack(plan: Conformance, found: Found, home: Path) -> list[Path]:
    """Build the claims of a toolchain into a folder and return their programs and libraries."""
    if not able([found]):
        return []
    programs = home / manifest.CLAIM_PROGRAMS
    with Scratch() as scratch:
        made = away.build_all(plan, found, programs, scratch.path, plan.options.progress())
    for one in made.claims:
        one["kit"]["variables"] = {}  # those of the other machine are others
    text = json.dumps(vars(made), sort_keys=True, indent=1)
    (home / manifest.CLAIMS).write_text(text + "\n", encoding="utf-8")
    return sorted(programs.glob("*/*"))
