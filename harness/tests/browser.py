"""Pages looked at as a reader does: in a headless Chromium that reaches no network.

The fixtures are in conftest.py; what a page asks for, says on its console or does to a reader of
screens is collected and demanded to be nothing.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
#: Where a page is cut off in a desk's window, and on a telephone.
DESK, PHONE = 1400, 390


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser of the machine."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


class Visit:
    """One window: opens files and keeps what went wrong."""

    def __init__(self, context: Any) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page = context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._request(request.url))

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _request(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "about:")):
            self.requests.append(url)

    def open(self, file: Path, anchor: str = "") -> Any:
        """Go to a file of the disk and return the page."""
        self.page.goto(file.resolve().as_uri() + (f"#{anchor}" if anchor else ""))
        return self.page

    @property
    def complaints(self) -> list[str]:
        """Errors of the console and requests that leave the disk."""
        return self.errors + self.requests

    def axe(self, *rules: str) -> list[str]:
        """What axe-core has against the page, by some rules or all: rule and first element."""
        from axe_playwright_python.sync_playwright import Axe

        options = {"runOnly": list(rules)} if rules else {}
        found = Axe().run(self.page, options=options).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]

    def too_wide(self) -> list[str]:
        """What sticks out of the window to the right and cannot be scrolled to in a box."""
        told: list[str] = self.page.evaluate(
            """() => {
              const wide = document.documentElement.clientWidth + 1;
              const rolls = (one) => {
                for (let at = one; at && at !== document.body; at = at.parentElement) {
                  if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
                }
                return false;
              };
              return [...document.body.querySelectorAll("*")]
                .filter((one) => one.getBoundingClientRect().right > wide && !rolls(one))
                .filter((one) => one.getClientRects().length && !one.closest("svg svg, svg *"))
                .map((one) => one.tagName + " " + one.textContent.trim().slice(0, 40));
            }"""
        )
        return told


@contextmanager
def visit(
    browser: Any, *, width: int = DESK, dark: bool = False, scripts: bool = True
) -> Iterator[Visit]:
    """Open a window of that width, light or dark, with scripts or without."""
    scheme = "dark" if dark else "light"
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts,
        offline=True,
    )  # fmt: skip
    try:
        yield Visit(context)
    finally:
        context.close()
