#!/usr/bin/env python3
"""Make the pictures of harness/docs/gallery.md: pages from committed records, in a browser.

Usage: scripts/gallery.py [--pages FOLDER] [NAME...]
Writes harness/docs/gallery/NAME.png, all or those named; --pages keeps the pages that are shown,
and takes those that are there.
Needs Chromium (scripts/test_all.sh --setup installs it).  The nights of three pictures are
simulated by harness/tests/simulated.py, and say so.
Exit code: 0 if all were made, 1 if one is too large, 2 for a wrong command line or no Chromium.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "harness"), str(ROOT / "harness" / "tests")]

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


def main() -> int:
    """Make the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", nargs="*", choices=[[], *SHOTS], metavar="NAME")
    parser.add_argument("--pages", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    from browser import CHROMIUM, chromium

    if not CHROMIUM:
        print("gallery: there is no Chromium; scripts/test_all.sh --setup installs it",
              file=sys.stderr)  # fmt: skip
        return 2
    wanted = args.name or list(SHOTS)
    too_large = 0
    with tempfile.TemporaryDirectory() as scratch:
        pages = args.pages or Path(scratch)
        for name in dict.fromkeys(SHOTS[one].pages for one in wanted):
            if not (pages / name).exists():
                write_pages(name, pages / name)
        FOLDER.mkdir(exist_ok=True)
        with chromium() as browser:
            for name in wanted:
                picture = small(take(browser, SHOTS[name], pages))
                (FOLDER / f"{name}.png").write_bytes(picture)
                large = len(picture) > MOST
                too_large += large
                print(f"{name}: {len(picture) / 1000:.0f} kB" + (", too large" if large else ""))
    return 1 if too_large else 0


if __name__ == "__main__":
    sys.exit(main())
