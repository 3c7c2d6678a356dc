"""The committed catalogue of benchmarks: what there is to ask for, without a compiler.

`scripts/check_tree.py --fix --build FOLDER` writes it from the CMake calls, the READMEs and what
the executables of a build folder answer to --describe; check_tree holds it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from league.base import models
from league.base.errors import UsageError
from league.base.words import table_width
from league.run import select
from league.run.manifest import Variant

FILE = Path(__file__).with_name("catalogue.json")


def entries(file: Path = FILE) -> list[dict[str, Any]]:
    """Return the benchmarks: group, name, summary, classes, precisions, variants."""
    known: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]
    return known


def as_text(known: Sequence[dict[str, Any]]) -> str:
    """Return the file that holds these benchmarks, a line each."""
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in known)
    return f'{{"schema": 1, "benchmarks": [\n{lines}\n]}}\n'


def variants(known: Iterable[dict[str, Any]]) -> list[Variant]:
    """Return the variants as a selection takes them; of no toolchain and not built."""
    return [
        Variant(
            toolchain="",
            device="",
            group=one["group"],
            benchmark=one["benchmark"],
            variant=name,
            model=models.of_variant(name).name,
            offloads=models.of_variant(name).offloads,
            target="",
            executable=None,
            unavailable="",
            build=Path(),
        )
        for one in known
        for name in one["variants"]
    ]


def chosen(
    selection: select.Selection, classes: Sequence[str] = (), precisions: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what fits a selection, as ``list --json`` prints it.

    Raises UsageError for names that nothing has.
    """
    everything = variants(entries())
    picked = select.select(everything, selection)
    found = []
    for one in entries():
        mine = [v for v in picked if v.benchmark == one["benchmark"]]
        letters = [c for c in one["classes"] if not classes or c["letter"] in classes]
        reals = [name for name in one["precisions"] if not precisions or name in precisions]
        if mine and letters and reals:
            named = {v.variant: {"model": v.model, "offloads": v.offloads} for v in mine}
            found.append({**one, "classes": letters, "precisions": reals, "variants": named})
    if not found:
        raise UsageError("nothing fits all of what was asked for; drop an option")
    return {
        "suites": select.suites(everything),
        "tags": sorted({label for variant in everything for label in select.labels(variant)}),
        "benchmarks": found,
    }


def text(content: dict[str, Any], *, detailed: bool = False) -> str:
    """Return the catalogue for people: a line per benchmark; in detail also its variants."""
    width = table_width()
    found = content["benchmarks"]
    names = [f"{one['group']}/{one['benchmark']}" for one in found]
    longest = max(map(len, names))
    lines = []
    for name, one in zip(names, found):
        letters = "".join(str(c["letter"]) for c in one["classes"])
        head = f"{name:{longest}}  {letters:6} {len(one['variants']):2} variants  "
        lines.append(_cut(head + one["summary"], width))
        if detailed:
            told = f"{' '.join(one['precisions'])}; {' '.join(one['variants'])}"
            lines += textwrap.wrap(told, width, initial_indent="  ", subsequent_indent="  ",
                                   break_on_hyphens=False)  # fmt: skip
    suites = ", ".join(f"{name} ({len(members)})" for name, members in content["suites"].items())
    for line in (f"suites: {suites}", f"tags: {', '.join(content['tags'])}"):
        lines += textwrap.wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([*lines, "list --why tells what cannot be built here and why (slow)"])


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"
