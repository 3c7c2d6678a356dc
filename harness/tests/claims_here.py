"""Claims tried with the compilers of this machine, on the host."""

import shutil
from dataclasses import replace
from pathlib import Path

from league.claims import build, source, trial
from league.claims.build import Change, Kit
from league.run.launch import Launcher

ROOT = Path(__file__).resolve().parents[2]
GXX = shutil.which("g++-12") or shutil.which("g++")
GFORTRAN = shutil.which("gfortran-12") or shutil.which("gfortran")


def a_kit(
    compiler: str | None, *flags: str, links: tuple[str, ...] = (), runs: bool = False
) -> Kit:
    """Return what a compiler of GCC's make needs, with every region on the host."""
    given = flags or ("-fopenmp", "-foffload=disable")
    core = ROOT / "harness" / "core"
    kit = Kit("gcc", "GNU", Path(compiler or ""), runs, given, links, core)
    return replace(kit, variables=build.ON_HOST)


def tried(kit: Kit, file: str, folder: Path, change: Change = build.PLAIN) -> str:
    """Return the verdict of a file of validation, as it is or changed."""
    claim = source.read(ROOT / "validation" / file)
    with Launcher() as launcher:
        [one] = trial.carry_out(kit, claim, folder, launcher, change)
    return one.worst
