"""Sites: which batch system a cluster has, what to ask it for, what to load for a toolchain."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError, UsageError
from league.batch import flux, lsf, pbs, slurm
from league.batch.scheduler import Resources, Scheduler
from league.run import select
from league.toolchains import files

#: Names the site file when --site does not.
VARIABLE = "LEAGUE_SITE"
#: The batch systems by their names.
SCHEDULERS: Mapping[str, type[Scheduler]] = {
    "slurm": slurm.Slurm, "pbs": pbs.Pbs, "lsf": lsf.Lsf, "flux": flux.Flux
}  # fmt: skip

_NODE = {
    **dict.fromkeys(("partition", "account", "qos", "constraint", "gres", "gpus", "time"), str),
    "cpus": int,
    "options": list,
}
_TOOLCHAIN = {
    **dict.fromkeys(("modules", "spack", "setup"), list),
    **dict.fromkeys(("node", "launcher"), str),
    "environment": {"*": str},
}
_SHAPE = {
    "schema": int,
    "name": str,
    "scheduler": str,
    "python": str,
    "exclusive": bool,
    "at_once": int,
    "setup": list,
    "launcher": str,
    "job": _NODE,
    "node": {"*": _NODE},
    "toolchain": {"*": _TOOLCHAIN},
}


@dataclass(frozen=True)
class Surroundings:
    """What launches of a toolchain want of a job: resources, and lines of shell before them."""

    resources: Resources
    setup: tuple[str, ...] = ()
    #: words before every program that a task launches
    launcher: tuple[str, ...] = ()

    def script(self) -> list[str]:
        """Return `setup` as a shell executes it: the first line that fails is named and ends it."""
        told = []
        for line in self.setup:
            words = shlex.quote(f"{FAILED} {line}")
            told += [line, f'league_code=$?; [ "$league_code" = 0 ] ||'
                           f' {{ echo {words} >&2; exit "$league_code"; }}']  # fmt: skip
        return told


#: Begins what a job or `doctor` says of a line that failed.
FAILED = "league: this line of the set-up failed:"


@dataclass(frozen=True)
class Site:
    """A cluster as its users see it."""

    name: str = "this cluster"
    scheduler: str = "slurm"
    python: str = sys.executable
    #: whether timed launches ask for whole nodes
    exclusive: bool = True
    at_once: int | None = None
    job: Resources = field(default_factory=Resources)
    setup: tuple[str, ...] = ()
    launcher: tuple[str, ...] = ()
    nodes: Mapping[str, Resources] = field(default_factory=dict)
    toolchains: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def surroundings(self, toolchain: str, asked: Resources) -> Surroundings:
        """Return what launches of a toolchain want; what a command line asks for comes first."""
        told = self._of(toolchain)
        node = self.nodes.get(told.get("node", ""), Resources())
        variables = told.get("environment", {})
        setup = (
            *self.setup,
            *told.get("setup", ()),
            *(f"module load {shlex.quote(name)}" for name in told.get("modules", ())),
            *(f"spack load {shlex.quote(name)}" for name in told.get("spack", ())),
            *(f"export {name}={shlex.quote(value)}" for name, value in sorted(variables.items())),
        )
        launcher = told.get("launcher", self.launcher)
        return Surroundings(over(asked, over(node, self.job)), setup, launcher)

    def _of(self, toolchain: str) -> Mapping[str, Any]:
        """Return what the file says of a toolchain, by its name or by the first glob that fits."""
        if toolchain in self.toolchains:
            return self.toolchains[toolchain]
        fitting = (told for name, told in self.toolchains.items() if fnmatchcase(toolchain, name))
        return next(fitting, {})


def over(first: Resources, second: Resources) -> Resources:
    """Return resources with what is left open in the first taken from the second."""
    named = {name: getattr(first, name) or getattr(second, name) for name in vars(second)}
    return replace(first, **{**named, "options": (*second.options, *first.options)})


def by_name(name: str) -> Scheduler:
    """Return the batch system of that name.  Raises UsageError for one that is not known."""
    if name not in SCHEDULERS:
        raise select.unknown("scheduler", name, SCHEDULERS)
    return SCHEDULERS[name]()


def minutes_of(text: str) -> int:
    """Return whole minutes of a time: ``90``, ``90m``, ``2h``, ``1:30:00``.  Raises UsageError."""
    if match := re.fullmatch(r"(\d+)(m|min|h)?", text):
        minutes = int(match.group(1)) * (60 if match.group(2) == "h" else 1)
    elif match := re.fullmatch(r"(\d+):(\d\d):(\d\d)", text):
        hours, rest, seconds = map(int, match.groups())
        minutes = hours * 60 + rest + (seconds > 0)
    else:
        minutes = 0
    if not 0 < minutes < 10**6:
        raise UsageError(
            f"'{text}' is no time for a job; write minutes (90), hours (2h) or 1:30:00"
        )
    return minutes


def load(file: Path) -> Site:
    """Read a site file.  Raises LeagueError with file and line for what is wrong in it."""
    content = files.parsed(file)
    files.check_table(file, content, _SHAPE, "", placeholders=False)
    scheduler = content.get("scheduler", "slurm")
    if scheduler not in SCHEDULERS:
        raise LeagueError(f"{file.name}: {select.unknown('scheduler', scheduler, SCHEDULERS)}")
    nodes = {name: _resources(told) for name, told in content.get("node", {}).items()}
    for toolchain, told in content.get("toolchain", {}).items():
        if "launcher" in told:
            told["launcher"] = files.launcher_words(file, told["launcher"])
        if told.get("node", "") not in ("", *nodes):
            where = f"{file.name}: toolchain {toolchain}: "
            raise LeagueError(f"{where}{select.unknown('node type', told['node'], nodes)}")
    return Site(
        name=content.get("name", file.stem),
        scheduler=scheduler,
        python=content.get("python", sys.executable),
        exclusive=content.get("exclusive", True),
        at_once=content.get("at_once"),
        job=_resources(content.get("job", {})),
        setup=tuple(content.get("setup", ())),
        launcher=files.launcher_words(file, content.get("launcher", "")),
        nodes=nodes,
        toolchains=content.get("toolchain", {}),
    )


def _resources(told: Mapping[str, Any]) -> Resources:
    time = told.get("time")
    return Resources(
        **{key: value for key, value in told.items() if key not in ("time", "options")},
        minutes=minutes_of(time) if time else None,
        options=tuple(told.get("options", ())),
    )


def chosen(named: Path | None, *, shared: bool = False) -> Site:
    """Return the site of ``--site`` or of the variable LEAGUE_SITE, else Slurm with no wishes.

    ``shared``: timed launches do not ask for whole nodes, whatever it says.
    """
    told = named or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    site = Site() if told is None else load(Path.cwd() / told)
    return replace(site, exclusive=False) if shared else site
