"""Show the conformance matrix of one or more runs, by default of the newest."""

from __future__ import annotations

import argparse

from league.analysis import agreement
from league.base import exit_codes
from league.base.arguments import argument
from league.base.columns import blocks
from league.base.errors import NothingComparable, UsageError
from league.claims import matrix
from league.claims.source import edition
from league.commands._shared import CSV, JSON, MARKDOWN, RUNS, RUNS_FOLDER, folders, show, write
from league.records import reading, store

ARGUMENTS = (
    RUNS,
    MARKDOWN,
    CSV,
    JSON,
    argument("--agree", action="store_true", alone="what",
             help="which toolchains agree instead, on claims and on variants of benchmarks"),
    argument("--diff", alone="what", nargs=2, metavar=("OLD", "NEW"),
             help="what the second toolchain fixed and broke"),
    RUNS_FOLDER,
)  # fmt: skip


def _agree(args: argparse.Namespace) -> int:
    if args.csv:
        raise UsageError("--agree is two tables; take --json or --markdown instead of --csv")
    runs = reading.read_runs(folders(args, ()) or [reading.newest_run(args.out)])
    judged = {
        "Claims": agreement.of_claims(matrix.matrix_of(one for run in runs for one in run.claims)),
        "Variants": agreement.of_variants(runs),
    }
    judged = {what: one for what, one in judged.items() if agreement.pairs(one)}
    if not judged:
        raise NothingComparable("no two toolchains were judged by the same; name other runs")
    show(
        args, lambda: "\n\n".join(agreement.to_text(*one) for one in judged.items()),
        lambda: {what.lower(): agreement.to_json(one) for what, one in judged.items()},
    )  # fmt: skip
    write(args, lambda: "\n".join(agreement.to_markdown(*one) for one in judged.items()))
    return exit_codes.GOOD


def main(args: argparse.Namespace) -> int:
    """Print scores or differences, and write the files asked for."""
    if args.agree:
        return _agree(args)
    runs = folders(args, ()) or [reading.newest_that(
        args.out, lambda one: any(x["kind"] == "claim" for x in store.read_records(one)), "claims"
    )]  # fmt: skip
    found = matrix.matrix_of(one for folder in runs for one in store.read_records(folder))
    if not found.features:
        raise NothingComparable(
            "these runs hold no claims; run_all.py check --suite validation makes some"
        )
    writers = ((args.markdown, matrix.as_markdown), (args.csv, matrix.as_csv))
    for file, writer in writers:
        if file is not None:
            reading.write_text(file, writer(found))
    if args.json:
        print(matrix.as_json(found), end="")
        return 0
    if args.diff:
        for name in args.diff:
            if name not in found.toolchains:
                known = ", ".join(found.toolchains)
                raise UsageError(f"toolchain {name} is not in these runs; they have {known}")
        for kind, lines in matrix.changes(found, *args.diff).items():
            print(f"{kind}: {len(lines)}")
            print("".join(f"  {line}\n" for line in lines), end="")
        return 0
    head = ["", *(edition(version) for version in found.versions())]
    rows = [
        [name, *(found.score(name, version).text for version in found.versions())]
        for name in found.toolchains
    ]
    print("\n\n".join(blocks([head, *rows])))
    return 0
