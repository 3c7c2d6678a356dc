"""What all pages are made with: templates, style and the one script, for report and dashboard."""

from __future__ import annotations

import functools
from pathlib import Path

import jinja2
from markupsafe import Markup

from league.analysis import stats
from league.base.words import WORDS, percent
from league.claims.source import EDITION
from league.show.league import LEAGUE
from league.show.model import MOST_FAILURES, Report
from league.show.site.links import slug

_TEMPLATES = Path(__file__).parent / "templates"


@functools.cache
def environment() -> jinja2.Environment:
    """Return the templates: everything is escaped, an unknown name is an error.

    A page includes `style.css` in its `<style>` and `page.js` at the end of its body; what a table
    or a list says to the script is told at the top of `page.js`.
    """
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["figure"] = _figure
    made.globals.update(
        level=percent(stats.LEVEL), smallest=percent(stats.SMALLEST_CHANGE),
        fewest=stats.FEWEST_LAUNCHES, edition=EDITION, most_failures=MOST_FAILURES,
    )  # fmt: skip
    return made


def report(told: Report, *, claim_pages: str = "") -> str:
    """Return a report's page; the same report gives the same bytes.

    ``claim_pages`` is the folder beside it that holds a page for each claim, if there is one.
    """
    glossary = [w for w in WORDS.values() if w.symbol]
    return (
        environment()
        .get_template("report.html")
        .render(
            report=told,
            glossary=glossary,
            claim_pages=claim_pages,
            slug=slug,
            league=[one for one in LEAGUE if one.id != "device"],  # which stands with the name
        )
    )


def _figure(svg: str) -> Markup:
    """Let a figure through unescaped; Matplotlib has escaped the names in it."""
    return Markup(svg)
