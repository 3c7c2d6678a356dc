#!/usr/bin/env python3
"""Check what the tree promises about itself: READMEs, variants, generated files, sizes, paths.

Usage: scripts/check_tree.py [--fix]     exit code 0 clean, 1 something is wrong (one line each)
--fix rewrites what is generated (harness/docs/benchmarks.md).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GROUPS = ("kernels", "npb", "miniapps")
TOP_LEVEL = {
    *(
        "CMakeLists.txt",
        "npb",
        "kernels",
        "miniapps",
        "validation",
        "harness",
        "results",
        "scripts",
    ),
    *(
        "README.md",
        "LICENSE",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "CMakePresets.json",
    ),
}
HEADINGS = [
    *(
        "Problem",
        "What is timed",
        "Classes",
        "Check",
        "Variants",
        "Seen so far",
        "Origin",
    ),
]
CALL_KEYWORDS = ("VARIANTS", "PARTS", "PROBLEM", "CHECKPOINTS")
LONGEST_VARIANT = 150
LONGEST_SOURCE = 500
LARGEST_FILE = 500_000
# Absolute paths of somebody's machine; the tools' usual places are not meant.
MACHINE_PATH = re.compile(r"(?<![\w.}$])/(?:home|Users|root|work|farm)/(?!me\b|somebody\b)\w")
BENCHMARKS_PAGE = Path("harness/docs/benchmarks.md")
BENCHMARKS_HEAD = """# Benchmarks

Written by `scripts/check_tree.py --fix` from the CMake calls and the READMEs. A variant is one
source file, or one folder of parts; CMake reports which cannot be built with a toolchain, and why.

"""


def tracked_files() -> list[Path]:
    """Files git tracks or would track, relative to the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in listing.split("\0") if name and (ROOT / name).is_file()]


def benchmarks() -> Iterator[tuple[Path, str, list[str], list[str]]]:
    """Folder, name, variants and parts of every league_add_benchmark call that is reached."""
    for group in GROUPS:
        listing = ROOT / group / "CMakeLists.txt"
        built = listing.read_text() if listing.exists() else ""
        for cmake in sorted((ROOT / group).glob("*/CMakeLists.txt")):
            if built and f"add_subdirectory({cmake.parent.name})" not in built:
                continue  # under way
            for call in re.findall(r"league_add_benchmark\(([^)]*)\)", cmake.read_text()):
                name, *words = re.sub(r"#[^\n]*", "", call).split()
                lists: dict[str, list[str]] = {keyword: [] for keyword in CALL_KEYWORDS}
                keyword = ""
                for word in words:
                    if word in lists:
                        keyword = word
                    elif keyword:
                        lists[keyword].append(word)
                yield cmake.parent, name, lists["VARIANTS"], lists["PARTS"]


def variant_files(folder: Path, variant: str, parts: list[str]) -> list[Path]:
    """Source files of one variant, whether they exist or not."""
    suffix = ".cu" if variant.startswith("cu") else ".cpp"
    if parts:
        return [folder / variant / f"{part}{suffix}" for part in parts]
    return [folder / f"{variant}{suffix}"]


def readme_complaints(folder: Path, variants: list[str]) -> Iterator[str]:
    """What is wrong with a benchmark's README: headings, or variants it does not list."""
    readme = folder / "README.md"
    if not readme.exists():
        yield f"{folder.relative_to(ROOT)}: README.md is missing"
        return
    text = readme.read_text()
    where = readme.relative_to(ROOT)
    found = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    if found != HEADINGS:
        yield f"{where}: headings are {found}, not {HEADINGS}"
        return
    section = text.split("## Variants", 1)[1].split("\n## ", 1)[0]
    listed = re.findall(r"^(?:\| ?|[-*] )`([\w-]+)`", section, flags=re.MULTILINE)
    if listed != variants:
        yield f"{where}: lists the variants {listed}, CMakeLists.txt has {variants}"


def variant_complaints(path: Path) -> Iterator[str]:
    """What is wrong with a variant file."""
    where = path.relative_to(ROOT)
    if not path.exists():
        yield f"{where}: is named in CMakeLists.txt and missing"
        return
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("// "):
        yield f"{where}:1: the first line is not a comment that states the question"
    if len(lines) > LONGEST_VARIANT:
        yield f"{where}: {len(lines)} lines, at most {LONGEST_VARIANT}"
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*(if|ifdef|ifndef|define)\b", line):
            yield f"{where}:{number}: a variant has no #if and no #define"


def benchmark_table() -> str:
    """The table of benchmarks, linked from their page."""
    rows = ["| benchmark | what it is | variants |", "|---|---|---|"]
    up = "../" * (len(BENCHMARKS_PAGE.parts) - 1)
    for folder, name, variants, _ in benchmarks():
        readme = folder / "README.md"
        text = readme.read_text() if readme.exists() else ""
        first = re.search(r"^# [^\n]*\n+((?:[^\n#][^\n]*\n)+)", text, flags=re.MULTILINE)
        what = " ".join(first.group(1).split()) if first else ""
        link = f"[`{name}`]({up}{folder.relative_to(ROOT)}/README.md)"
        rows.append(f"| {link} | {what} | {' '.join(f'`{variant}`' for variant in variants)} |")
    return "\n".join(rows)


def document_complaints() -> Iterator[str]:
    """What scripts/check_documents.py says."""
    command = [sys.executable, str(ROOT / "scripts/check_documents.py")]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    yield from told.stdout.splitlines()
    if told.returncode not in (0, 1):
        yield f"scripts/check_documents.py failed: {told.stderr.strip()}"


def generated_complaints(fix: bool) -> Iterator[str]:
    """Generated parts that are not what their generators write."""
    page = ROOT / BENCHMARKS_PAGE
    text = page.read_text() if page.exists() else ""
    wanted = f"{BENCHMARKS_HEAD}{benchmark_table()}\n"
    if text != wanted and fix:
        page.write_text(wanted)
    elif text != wanted:
        yield f"{BENCHMARKS_PAGE}: is stale; run scripts/check_tree.py --fix"
    presets = [
        sys.executable,
        str(ROOT / "scripts/make_presets.py"),
        *([] if fix else ["--check"]),
    ]
    if subprocess.run(presets, cwd=ROOT, capture_output=True, check=False).returncode != 0:
        yield "CMakePresets.json is stale; run scripts/make_presets.py"


def file_complaints() -> Iterator[str]:
    """Sizes, lengths, names and paths of tracked files."""
    for path in tracked_files():
        if not path.parts[0].startswith(".") and path.parts[0] not in TOP_LEVEL:
            yield f"{path}: the top level is fixed; find a place inside it"
        full = ROOT / path
        if full.stat().st_size > LARGEST_FILE and path.parts[0] != "results":
            yield f"{path}: {full.stat().st_size // 1000} kB, at most {LARGEST_FILE // 1000}"
        if path.suffix in {".svg", ".png", ".gz", ".parquet"}:
            continue
        lines = full.read_text(errors="replace").splitlines()
        if lines[:1] and lines[0].startswith("#!") and not os.access(full, os.X_OK):
            yield f"{path}: begins with #! and is not executable; chmod +x"
        if path.suffix in {".cpp", ".hpp", ".cu", ".py", ".cmake"} and len(lines) > LONGEST_SOURCE:
            yield f"{path}: {len(lines)} lines, at most {LONGEST_SOURCE}"
        for number, line in enumerate(lines, 1):
            if MACHINE_PATH.search(line) and path.name != "check_tree.py":
                yield f"{path}:{number}: an absolute path of somebody's machine"


def complaints(fix: bool) -> Iterator[str]:
    """Everything that is wrong with the tree, one line each."""
    for folder, _, variants, parts in benchmarks():
        yield from readme_complaints(folder, variants)
        for variant in variants:
            for path in variant_files(folder, variant, parts):
                yield from variant_complaints(path)
    yield from file_complaints()
    yield from generated_complaints(fix)
    yield from document_complaints()


def main(arguments: list[str]) -> int:
    """Print what is wrong; the exit code tells whether anything is."""
    if arguments not in ([], ["--fix"]):
        print(__doc__, file=sys.stderr)
        return 2
    found = list(complaints(fix=bool(arguments)))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
