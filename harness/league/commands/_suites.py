"""What `export lit` and `export dejagnu` do: claims as files of another suite."""

from __future__ import annotations

import argparse
from pathlib import Path

from league.base import paths
from league.base.errors import UsageError
from league.base.scratch import Scratch
from league.claims import build, exported, plan, source
from league.run import select
from league.run.build_folders import find_toolchains
from league.run.options import Options
from league.toolchains import files

FORMATS = ("lit", "dejagnu")


def export(style: str, args: argparse.Namespace) -> int:
    """Write the claims that -b and --tag choose into the folder of -o."""
    if args.output is None:
        raise UsageError(f"{style} is a folder of files; name it with -o")
    if args.run not in ("", "latest"):
        raise UsageError(f"{style} holds claims and no run; choose them with -b and --tag")
    chosen_by = select.Selection(
        benchmarks=select.split(args.benchmark), tags=select.split(args.tag)
    )
    asked = Options(
        paths.project_root(), "export", chosen_by, toolchains=select.split(args.toolchain)
    )
    claims, _ = source.load(asked.project / "validation")
    chosen, cells = plan.choose(claims, asked)
    described = files.load_all(asked.project / "harness" / "toolchains")
    versions = {one.name: one.version for one in described if one.tried and one.flags.get("omp")}
    folder: Path = args.output.absolute()
    if not asked.toolchains:
        print(exported.write(style, chosen, cells, versions, None, asked.project, folder))
        return 0
    found = find_toolchains(asked)
    if len(found) != 1:
        raise UsageError(f"-t names {len(found)} toolchains; a suite has one, or none")
    with Scratch() as scratch:
        kit = build.ready(found[0], asked.project, scratch.path)
        versions[kit.toolchain] = kit.version
        print(exported.write(style, chosen, cells, versions, kit, asked.project, folder))
    return 0
