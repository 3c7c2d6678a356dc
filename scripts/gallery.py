#!/usr/bin/env python3
"""Make the pictures of harness/docs/gallery.md: pages from committed records, in a browser.

Usage: scripts/gallery.py [--pages FOLDER] [NAME...]
Writes harness/docs/gallery/NAME.png, all or those named; --pages keeps the pages that are shown,
and takes those that are there.
Needs Chromium (scripts/test_all.sh --setup installs it).
Exit code: 0 if all were made, 1 if one is too large, 2 for a wrong command line or no Chromium.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "harness"), str(ROOT / "harness" / "tests")]

from proofs.gallery import MOST, SHOTS, make, write_pages  # noqa: E402


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
    with tempfile.TemporaryDirectory() as scratch:
        pages = args.pages or Path(scratch)
        for name in dict.fromkeys(SHOTS[one].pages for one in wanted):
            if not (pages / name).exists():
                write_pages(name, pages / name)
        with chromium() as browser:
            sizes = {name: make(browser, name, pages) for name in wanted}
    for name, size in sizes.items():
        print(f"{name}: {size / 1000:.0f} kB" + (", too large" if size > MOST else ""))
    return 1 if max(sizes.values()) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
