"""The page of the studies' figures from kept runs: a block of scripts/render.py for each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from league.records import store
from league.studies import catalogue, published
from league.studies.sessions import KEPT, SESSIONS, Session

#: The page, below the folder of the kept runs of all machines.
NAME = "studies.md"
_HEAD = """# Figures of the studies

What the five published studies showed, from records made here with `scripts/studies.py --keep`:
host and plug-in device, no GPU. Each figure names machine, compilers and launches and says what is
missing; its numbers lie beside it as CSV. Which variant stands for which item is told
[elsewhere](../../harness/docs/studies.md).
"""


def folder_of(session: Session) -> str:
    """Return how the folder of a session's kept run is called."""
    return f"study-{session.name}"


def runs_of(figure: str) -> list[str]:
    """Return the folders of kept runs that a figure is drawn from."""
    own = [folder_of(one) for one in SESSIONS if figure in one.figures]
    return [*own, *KEPT.get(figure, ())]


def page(machine: Path) -> str:
    """Return the page; figures without a kept run of this machine are left out."""
    parts = [_HEAD]
    for study in catalogue.STUDIES.values():
        blocks = [_block(machine, chart.id) for chart in study.charts([])]
        shown = [block for block in blocks if block]
        if shown:
            told: Mapping[str, str] = published.of(study.ID)
            parts.append(f"## {study.ID}\n\nFrom {told['source']}.\n")
            parts += shown
    return "\n".join(parts)


def _block(machine: Path, figure: str) -> str:
    there = [name for name in runs_of(figure) if store.records_in(machine / name) is not None]
    if not there:
        return ""
    runs = " ".join(f"{machine.name}/{name}" for name in there)
    file = f"{machine.name}/studies/{figure}.svg"
    return f"<!-- rendered: picture {file} {figure} {runs} -->\n<!-- end rendered -->\n"
