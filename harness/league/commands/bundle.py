"""Pack prebuilt executables with the runtimes they load into one archive that run-bundle runs."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from league.base.arguments import argument
from league.base.errors import UsageError
from league.bundle import container, pack, shared_objects
from league.claims.plan import Conformance
from league.commands import _claims, _claims_away
from league.profile import tools
from league.run import dry
from league.run.manifest import Variant
from league.run.options import Options, refuse
from league.toolchains import levels

ARGUMENTS = (
    argument("--profile", action="store_true",
             help="also pack the library that run.py --profile records with"),
    argument("-o", "--output", type=Path, required=True, metavar="FILE",
             help="the archive to write; its suffix .tar.xz or .tar.gz decides how it is"
             " compressed"),
    argument("--march", choices=levels.LEVELS, default="",
             help=f"what processor it is for (default {levels.DEFAULT_LEVEL});"
             " native: the toolchains' own flags, for machines like this one"),
    argument("--leave-libstdcxx", action="store_true",
             help="leave libstdc++ and libgcc_s to the other machine, whose glibc may then be"
             " older"),
    argument("--container", choices=container.KINDS, default="",
             help="also write a Dockerfile, which makes an image of it"),
    argument("--base", default="", metavar="IMAGE",
             help="the image that starts from: glibc and Python 3.9 (default: one with that"
             " glibc)"),
)  # fmt: skip


def _library(variants: Sequence[Variant]) -> Path | None:
    """Return the library that records profiles of a toolchain's programs, if it may have one."""
    first = next((one for one in variants if not tools.why_not(one)), None)
    return tools.library(first) if first is not None else None


def main(chosen: Options, args: argparse.Namespace) -> int:
    """Build what is not built yet, and pack it."""
    if args.base and not args.container:
        raise UsageError("--base is what --container starts from; give that, too")
    if args.container:
        container.check(args.output, args.base)
    leave = shared_objects.CXX_RUNTIME if args.leave_libstdcxx else ()
    claims = None
    if chosen.selection.suite == "validation":
        chosen = replace(chosen, verb="check")
        refuse(chosen, "claims")
        claims = functools.partial(_claims_away.pack, Conformance(chosen))
    out = Path.cwd() / args.output
    files = [out, *([container.file_of(out)] if args.container else [])]
    if chosen.dry_run:
        pack.ready(chosen, out)
        if claims is not None:
            return _claims.carry_out(chosen)
        return dry.tell(
            chosen,
            choose=lambda work: work.choose(chosen.selection),
            work=pack.folders(chosen, args.march),
            then="\n".join(f"pack into {one}" if one == out else f"write {one}" for one in files),
        )
    archive = pack.make(chosen, out, args.march, leave=leave, claims=claims,
                        beside=_library if args.profile else None,
                        containerise=bool(args.container), image=args.base)  # fmt: skip
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB")
    for file in files[1:]:
        print(f"{file}: it says how it is built and run")
    return 0
