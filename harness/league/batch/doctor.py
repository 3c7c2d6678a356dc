"""What of a site is there: programs of its batch system, and what it loads for toolchains."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

from league.base import process
from league.base.errors import why
from league.base.scrub import short
from league.batch.scheduler import Resources
from league.batch.site import Site, by_name

_PATIENCE_S = 120.0


def findings(site: Site) -> Iterator[tuple[bool, str]]:
    """Yield what was found and whether it is good, a line each."""
    asked = by_name(site.scheduler)
    absent = [name for name in asked.programs if shutil.which(name) is None]
    if absent:
        yield False, f"{site.name}: {absent[0]} of {site.scheduler} is not here; start this there"
    else:
        yield True, f"{site.name}: {site.scheduler} is here ({', '.join(asked.programs)})"
    if not asked.tried:
        yield True, f"{site.name}: {site.scheduler} was never run on a real one, only on stubs"
    yield _python(site)
    for pattern in site.toolchains:
        yield _setup(site, pattern)


def _python(site: Site) -> tuple[bool, str]:
    code = "import sys; sys.exit(sys.version_info < (3, 9))"
    try:
        said = process.ask([site.python, "-c", code], os.environ, _PATIENCE_S)
    except OSError as error:
        return False, f"{site.name}: {site.python} cannot be started: {why(error)}; mend python ="
    if said.exit_code != 0:
        return False, f"{site.name}: {site.python} is older than 3.9; name another as python"
    return True, f"{site.name}: {site.python} runs tasks, if the nodes have it too"


def _setup(site: Site, pattern: str) -> tuple[bool, str]:
    """Load here what jobs load there."""
    wanted = site.surroundings(pattern, Resources())
    setup = wanted.setup
    if wanted.launcher and shutil.which(wanted.launcher[0]) is None:
        return False, f"{pattern}: {wanted.launcher[0]}, its launcher, is not here"
    if not setup:
        return True, f"{pattern}: nothing to load"
    said = process.ask(["bash", "-l", "-c", "\n".join(wanted.script())], os.environ, _PATIENCE_S)
    if said.exit_code == 0:
        return True, f"{pattern}: {short('; '.join(setup), 200)}: works here"
    last = [line.strip() for line in said.text.splitlines() if line.strip()][-2:]
    told = short(": ".join(last), 300) or f"exit code {said.exit_code}"
    return False, f"{pattern}: {told}; mend the site file"
