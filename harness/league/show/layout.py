"""What all pages are made with: templates, style and the one script, for report and dashboard."""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from league.analysis import stats
from league.base.words import percent
from league.claims.source import EDITION
from league.records.reading import write_text
from league.show import anchors
from league.show.league import LEAGUE
from league.show.links import slug
from league.show.model import MOST_FAILURES, Report
from league.verdicts import glossary, legend
from league.verdicts.table import RIGHT, SILENT, WRONG

_TEMPLATES = Path(__file__).parent / "templates"
_SCRIPT = (_TEMPLATES / "page.js").read_text(encoding="utf-8")
_DIGEST = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
#: A page loads nothing and runs the one script alone, whatever a record says.  Figures have styles.
_POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self' file: data:;"
    f" style-src 'self' file: 'unsafe-inline'; script-src 'self' file: 'sha256-{_DIGEST}'"
)


@functools.cache
def environment() -> jinja2.Environment:
    """Return the templates: everything is escaped, an unknown name is an error.

    A page includes `style.css` in its `<style>` and `script` at the end of its body; what a table
    or a list says to the script is told at the top of `page.js`.
    """
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["figure"] = Markup  # Matplotlib has escaped the names in it
    made.globals.update(
        level=percent(stats.LEVEL), smallest=percent(stats.SMALLEST_CHANGE),
        noise=percent(stats.MUCH_NOISE), fewest=stats.FEWEST_LAUNCHES, edition=EDITION,
        most_failures=MOST_FAILURES, toolchain_anchor=anchors.toolchain,
        right=RIGHT, wrong=WRONG, silent=SILENT, script=Markup(_SCRIPT), policy=Markup(_POLICY),
    )  # fmt: skip
    return made


class Folder:
    """A folder of pages, which share their style and their script; ``common`` is told to all."""

    def __init__(self, folder: Path, **common: Any) -> None:
        self.folder = folder
        self.pages = 0
        self._common = {"slug": slug, **common}
        style = [_TEMPLATES / name for name in ("style.css", "site/site.css")]
        self.keep("style.css", "".join(one.read_text(encoding="utf-8") for one in style))
        self.keep("page.js", _SCRIPT)

    def write(self, file: str, template: str, **told: Any) -> None:
        """Write a page."""
        told = {**self._common, "root": "../" * file.count("/"), **told}
        self.keep(file, environment().get_template(template).render(**told))
        self.pages += 1

    def keep(self, file: str, text: str) -> None:
        """Write what is no page."""
        write_text(self.folder / file, text)


def report(told: Report, *, claim_pages: str = "") -> str:
    """Return a report's page; the same report gives the same bytes.

    ``claim_pages`` is the folder beside it that holds a page for each claim, if there is one.
    """
    # device and rank stand with the name, the reference below the table
    league = [one for one in LEAGUE if one.id not in ("device", "rank", "reference")]
    page = environment().get_template("report.html")
    return page.render(report=told, glossary=glossary(), legend=legend(), slug=slug, league=league,
                       claim_pages=claim_pages)  # fmt: skip
