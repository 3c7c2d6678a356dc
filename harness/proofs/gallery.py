"""The pictures of harness/docs/gallery.md: which page each shows, and how it is taken.

The nights of three pictures are simulated by harness/tests/simulated.py, and say so.
"""

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.paths import project_root

ROOT = project_root()
FOLDER = ROOT / "harness" / "docs" / "gallery"
REFERENCE = "results/reference/debian12-2core"
#: Bytes of a picture.
MOST = 150_000
_DESK, _PHONE = (1400, 900), (390, 844)
#: Pages by name: the verb that writes them, and its arguments but for the folder.
_NIGHTS = f"{REFERENCE}/nights"
PAGES = {
    "nights": ("dashboard", "--history", f"{_NIGHTS}/tree/history", "--out", _NIGHTS),
    "first": ("report", f"{REFERENCE}/first-report", f"{REFERENCE}/first-report-emulated"),
    "report": ("report", f"{REFERENCE}/quick-fresh-machine"),
    "conformance": (
        "dashboard", f"{REFERENCE}/conformance-clang-14-16", f"{REFERENCE}/conformance",
        f"{REFERENCE}/conformance-libraries",
    ),
}  # fmt: skip
SIMULATED = "simulated"


@dataclass(frozen=True)
class Shot:
    """A picture: a file of some pages, at an anchor, in a window."""

    pages: str
    file: str
    anchor: str = ""
    window: tuple[int, int] = _DESK
    dark: bool = False


SHOTS = {
    "report": Shot("first", "index.html", window=(1400, 1300)),
    "report-matrix": Shot("report", "index.html", "matrix"),
    "report-benchmark": Shot("report", "index.html", "class/jacobi/W/fp64-figure"),
    "report-telephone": Shot("report", "index.html", window=_PHONE, dark=True),
    "conformance": Shot("conformance", "conformance.html"),
    "conformance-clang": Shot("conformance", "conformance/clang-x86_64.html"),
    "conformance-telephone": Shot("conformance", "conformance.html", window=_PHONE),
    "nights": Shot("nights", "index.html"),
    "nights-cell": Shot("nights", "c/jacobi--gcc-12-host.html", "serial-W-fp64"),
    "dashboard": Shot(SIMULATED, "index.html"),
    "dashboard-cell": Shot(SIMULATED, "c/npb-cg--clang-22-x86_64.html", "target-data-W-fp64"),
    "dashboard-dark": Shot(SIMULATED, "compilers.html", dark=True),
}


def write_pages(name: str, folder: Path) -> None:
    """Write pages of that name into a folder."""
    if name == SIMULATED:
        import simulated

        from league.analysis.board import board_of
        from league.show.site.write import write_site

        write_site(board_of(simulated.simulated()), folder)
        return
    verb, *arguments = PAGES[name]
    line = [sys.executable, "scripts/run_all.py", verb, *arguments, "-o", str(folder)]
    subprocess.run(line, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def small(picture: bytes) -> bytes:
    """Return a PNG with as many colours as stay below the limit."""
    from PIL import Image

    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    made = b""
    for colours in (256, 96, 32):
        out = io.BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        made = out.getvalue()
        if len(made) <= MOST:
            break
    return made


def take(browser: Any, shot: Shot, pages: Path) -> bytes:
    """Open a page as a reader does and return what the window shows."""
    context = browser.new_context(
        viewport={"width": shot.window[0], "height": shot.window[1]},
        color_scheme="dark" if shot.dark else "light", offline=True, reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    anchor = f"#{shot.anchor}" if shot.anchor else ""
    page.goto((pages / shot.pages / shot.file).resolve().as_uri() + anchor)
    page.wait_for_timeout(200)
    made: bytes = page.screenshot()
    context.close()
    return made


def make(browser: Any, name: str, pages: Path) -> int:
    """Take a picture and keep it; return its bytes."""
    picture = small(take(browser, SHOTS[name], pages))
    FOLDER.mkdir(exist_ok=True)
    return (FOLDER / f"{name}.png").write_bytes(picture)
