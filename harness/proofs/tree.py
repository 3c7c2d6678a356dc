"""What the tree promises about itself: READMEs, names, variants, generated files, sizes."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from league.base import models
from league.base.errors import LeagueError
from league.run import catalogue
from proofs import documents, generated
from proofs.planter import GROUPS, ROOT, call, tracked

TOP_LEVEL = {
    "CMakeLists.txt", "npb", "kernels", "miniapps", "validation", "harness", "results", "scripts",
    "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "CMakePresets.json",
    "CTestConfig.cmake",
}  # fmt: skip
HEADINGS = ["Problem", "What is timed", "Classes", "Check", "Variants", "Seen so far", "Origin"]
#: The second word in the name of a file that variants share: <benchmark>_<role>[_<topic>].
ROLES = ["parts", "body", "fields", "rows", "steps", "deck", "setup", "check", "reference",
         "published", "fortran"]  # fmt: skip
SOURCES = {".c", ".cc", ".cpp", ".cu", ".cuh", ".f90", ".h", ".hpp"}
CUDA = re.compile(r"__(?:global|device|shared)__|<cuda_runtime\.h>|league/cuda\.hpp")
#: Lines of the skeleton that may stay true when a benchmark is its own.
KEPT = {
    "- `omp`: the same on host threads.", "- `serial`: the definition.",
    "Exact arithmetic: nothing is rounded, so nothing is tolerated.",
    "What the host does with the same source: elements are shared among threads.", "n; input",
    "n; the answer, starts poisoned", "Written for League; Apache-2.0.", "x is read, y is written",
}  # fmt: skip
#: Digits of a number of bytes as a README has it, and its unit.
BYTES = re.compile(r"([\d.]+) (bytes|B|kB|MB|GB|TB)")
UNITS = {"bytes": 1.0, "B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
CALL_KEYWORDS = ("VARIANTS", "PARTS", "BASED_ON", "PROBLEM", "SIMD", "SHAPE", "CHECKPOINTS")
LONGEST_VARIANT = 150
LONGEST_SOURCE = 500
LARGEST_FILE = 500_000
# Absolute paths of somebody's machine; the tools' usual places are not meant.
MACHINE_PATH = re.compile(r"(?<![\w.}$])/(?:home|Users|root|work|farm)/(?!me\b|somebody\b)\w")
BENCHMARKS_PAGE = Path("harness/docs/benchmarks.md")
CATALOGUE = Path("harness/league/run/catalogue.json")
BENCHMARKS_HEAD = """# Benchmarks

Written by `scripts/check_tree.py --fix` from the CMake calls and the READMEs. A variant is one
source file, or one folder of parts; CMake reports which cannot be built with a toolchain, and why.

"""


def benchmarks() -> Iterator[tuple[Path, str, list[str], list[str]]]:
    """Folder, name, variants and parts of every league_add_benchmark call that is reached."""
    for group in GROUPS:
        listing = ROOT / group / "CMakeLists.txt"
        built = listing.read_text() if listing.exists() else ""
        for cmake in sorted((ROOT / group).glob("*/CMakeLists.txt")):
            listed = not built or "file(GLOB" in built
            if not listed and f"add_subdirectory({cmake.parent.name})" not in built:
                continue  # under way
            for listed_words in re.findall(r"league_add_benchmark\(([^)]*)\)", cmake.read_text()):
                name, *words = re.sub(r"#[^\n]*", "", listed_words).split()
                lists: dict[str, list[str]] = {keyword: [] for keyword in CALL_KEYWORDS}
                keyword = ""
                for word in words:
                    if word in lists:
                        keyword = word
                    elif keyword:
                        lists[keyword].append(word)
                yield cmake.parent, name, lists["VARIANTS"], lists["PARTS"]


def folders() -> Iterator[tuple[Path, list[str], list[str]]]:
    """Each folder, with the variants and parts of all its benchmarks: operators may share one."""
    found: dict[Path, tuple[dict[str, None], dict[str, None]]] = {}
    for folder, _, variants, parts in benchmarks():
        known = found.setdefault(folder, ({}, {}))
        known[0].update(dict.fromkeys(variants))
        known[1].update(dict.fromkeys(parts))
    for folder, (of_all, parts_of_all) in found.items():
        yield folder, list(of_all), list(parts_of_all)


def base_of(folder: Path, variant: str) -> str:
    """The variant that this one takes parts from, as BASED_ON in CMakeLists.txt has it, or ""."""
    listing = folder / "CMakeLists.txt"
    text = listing.read_text() if listing.exists() else ""
    pairs = re.search(r"BASED_ON((?:\s+[\w-]+=[\w-]+)+)", text)
    return dict(pair.split("=") for pair in pairs[1].split()).get(variant, "") if pairs else ""


def part_file(folder: Path, variant: str, name: str) -> Path:
    """The file of a part: the variant's own, or that of the variant it is based on."""
    own = folder / variant / name
    base = base_of(folder, variant)
    return part_file(folder, base, name) if base and not own.exists() else own


def variant_files(folder: Path, variant: str, parts: list[str]) -> list[Path]:
    """Source files of one variant, whether they exist or not."""
    suffix = models.source_suffix(variant)
    if parts:
        return [part_file(folder, variant, f"{part}{suffix}") for part in parts]
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
    if not lines or not lines[0].startswith(("// ", "! ")):
        yield f"{where}:1: the first line is not a comment that states the question"
    if len(lines) > LONGEST_VARIANT:
        yield f"{where}: {len(lines)} lines, at most {LONGEST_VARIANT}"
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*(if|ifdef|ifndef|define)\b", line):
            yield f"{where}:{number}: a variant has no #if and no #define"


def name_complaints(folder: Path, variants: list[str], parts: list[str]) -> Iterator[str]:
    """Source files of a benchmark whose names do not tell their role."""
    name = folder.name
    roles = "|".join(ROLES)
    of_variants = {path for one in variants for path in variant_files(folder, one, parts)}
    for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
        place = path.relative_to(folder).parts[:-1]
        where = path.relative_to(ROOT)
        if path.suffix in {".hpp", ".h"} and CUDA.search(path.read_text()):
            yield f"{where}: a header of CUDA code ends in .cuh"
        if path in of_variants or (place == ("fuzz",) and path.stem.endswith("_fuzz")):
            continue
        if not place:
            wanted = rf"{name}\.[ch]pp|{name}_({roles})(_[a-z0-9_]+)?\.([ch]pp|cuh)"
            told = f"{name}.hpp, {name}.cpp or {name}_<role>[_<topic>]"
        elif parts and len(place) == 1 and place[0] in variants:
            wanted = rf"({roles})(_[a-z0-9_]+)?\.(hpp|cuh)|launch\.cuh"
            told = "one of PARTS, launch.cuh or <role>[_<topic>].hpp"
        else:
            yield f"{where}: the folder belongs to no variant"
            continue
        if not re.fullmatch(wanted, path.name):
            yield f"{where}: is no variant's, hence {told}; roles: {' '.join(ROLES)}"


def remarks(path: Path) -> Iterator[tuple[int, str]]:
    """Line numbers and text of what is said in a file: lines of a README, comments of a source."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mark = "!" if path.suffix == ".f90" else "//"
        said = line if ".md" in path.name else line.partition(mark)[2].lstrip("/!<")
        if len(said.split()) > 1 and not said.startswith(("#", "|")):
            yield number, said.strip()


def skeleton_complaints(folder: Path) -> Iterator[str]:
    """Sentences of the skeleton that nobody made the benchmark's own."""
    templates = sorted((ROOT / "harness/skeleton").glob("*.in"))
    left = {said for template in templates for _, said in remarks(template)} - KEPT
    for path in sorted(folder.iterdir()):
        if path.suffix in {*SOURCES, ".md"}:
            for number, said in remarks(path):
                if said in left:
                    yield f"{path.relative_to(ROOT)}:{number}: a sentence of the skeleton: {said}"


def benchmark_table() -> str:
    """The table of benchmarks, linked from their page."""
    rows = ["| benchmark | what it is | variants |", "|---|---|---|"]
    up = "../" * (len(BENCHMARKS_PAGE.parts) - 1)
    for folder, name, variants, _ in benchmarks():
        link = f"[`{name}`]({up}{folder.relative_to(ROOT)}/README.md)"
        named = " ".join(f"`{variant}`" for variant in variants)
        rows.append(f"| {link} | {summary_of(folder)} | {named} |")
    return "\n".join(rows)


def summary_of(folder: Path) -> str:
    """The first paragraph of a benchmark's README."""
    readme = folder / "README.md"
    text = readme.read_text() if readme.exists() else ""
    first = re.search(r"^# [^\n]*\n+((?:[^\n#][^\n]*\n)+)", text, flags=re.MULTILINE)
    return " ".join(first.group(1).split()) if first else ""


def catalogue_text(build: Path | None = None) -> str:
    """What the catalogue has to hold; what only programs know as before, or as a build tells."""
    file = ROOT / CATALOGUE
    before = catalogue.entries(file) if file.exists() else []
    known = {one["benchmark"]: one for one in before}
    told = dict(described(build)) if build else {}
    found = []
    for folder, name, variants, _ in benchmarks():
        answer = told.get(name) or known.get(name) or {}
        found.append({
            "group": folder.parent.name, "benchmark": name, "summary": summary_of(folder),
            "classes": answer.get("classes", []), "precisions": answer.get("precisions", []),
            "variants": variants,
        })  # fmt: skip
    return catalogue.as_text(found)


def catalogue_complaints(fix: bool, build: Path | None = None) -> Iterator[str]:
    """A catalogue that is not what the tree, or a build, says; letters are those of the READMEs."""
    wanted = catalogue_text(build)
    yield from stale({str(CATALOGUE): wanted}, fix, " --build build/<toolchain>")
    home = {name: folder for folder, name, _, _ in benchmarks()}
    for one in json.loads(wanted)["benchmarks"]:
        readme = home[one["benchmark"]] / "README.md"
        rows = class_table(readme.read_text()) if readme.exists() else []
        letters = [row.get("class") for row in rows]
        if [entry["letter"] for entry in one["classes"]] != letters:
            name = one["benchmark"]
            yield f"{CATALOGUE}: classes of {name} are not {letters}; --fix --build them"


def generated_complaints(fix: bool) -> Iterator[str]:
    """Generated parts that are not what their generators write."""
    wanted = {str(BENCHMARKS_PAGE): f"{BENCHMARKS_HEAD}{benchmark_table()}\n"}
    try:
        wanted.update(generated.texts())
    except LeagueError as error:  # a toolchain file is wrong
        yield str(error)
    yield from stale(wanted, fix)


def stale(wanted: dict[str, str], fix: bool, more: str = "") -> Iterator[str]:
    """Files of the tree that do not hold what they have to, unless that is written."""
    for name, text in wanted.items():
        file = ROOT / name
        if file.exists() and file.read_text() == text:
            continue
        if fix:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        else:
            yield f"{name}: is stale; run scripts/check_tree.py --fix{more}"


def pragma_complaints(path: Path, lines: list[str]) -> Iterator[str]:
    """Directives that do not stand where the loop or block below them does."""
    above: list[int] = []  # numbers of the directives in front of the next statement
    continues = False
    for number, line in enumerate(lines, 1):
        text, was_continued = line.lstrip(), continues
        continues = line.endswith("\\")
        if was_continued or not text or text.startswith("//"):
            continue
        if text.startswith(("#pragma omp", "#pragma acc")):
            above.append(number)
            continue
        for directive in above if text.startswith(("for (", "{")) else ():
            indent = len(lines[directive - 1]) - len(lines[directive - 1].lstrip())
            if indent != len(line) - len(text):
                yield f"{path}:{directive}: a directive is indented like its loop"
        above = []


def file_complaints() -> Iterator[str]:
    """Sizes, lengths, names and paths of tracked files."""
    for path in tracked(ROOT):
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
        by_hand = not (lines and lines[0].startswith("# Generated by "))
        if by_hand and path.suffix in {*SOURCES, ".py", ".cmake"} and len(lines) > LONGEST_SOURCE:
            yield f"{path}: {len(lines)} lines, at most {LONGEST_SOURCE}"
        if path.suffix in SOURCES:
            yield from pragma_complaints(path, lines)
        for number, line in enumerate(lines, 1):
            if MACHINE_PATH.search(line) and path.name != "tree.py":
                yield f"{path}:{number}: an absolute path of somebody's machine"


def complaints(fix: bool) -> Iterator[str]:
    """Everything that is wrong with the tree, one line each."""
    for folder, variants, parts in folders():
        yield from readme_complaints(folder, variants)
        yield from name_complaints(folder, variants, parts)
        yield from skeleton_complaints(folder)
    for folder, _, variants, parts in benchmarks():
        for variant in variants:
            for path in variant_files(folder, variant, parts):
                yield from variant_complaints(path)
    yield from file_complaints()
    yield from generated_complaints(fix)


def class_table(text: str) -> list[dict[str, str]]:
    """The table below "Classes", a row per class, its cells by the names of the columns."""
    section = text.partition("## Classes\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [dict(zip(cells[0], row)) for row in cells[2:]]


def told_bytes(cell: str) -> tuple[float, float]:
    """A number of bytes as a README has it, and half a unit of its last digit; nothing is NaN."""
    match = BYTES.fullmatch(cell.replace(",", ""))
    if match is None:
        return float("nan"), 0.0
    digits, unit = match.groups()
    decimals = len(digits.partition(".")[2])
    return float(digits) * UNITS[unit], 0.5 * 10**-decimals * UNITS[unit]


def class_complaints(where: str, text: str, told: dict[str, Any]) -> Iterator[str]:
    """Where the table of classes in a README differs from what an executable describes."""
    classes = told["classes"]
    rows = class_table(text)
    found = [row.get("class") for row in rows]
    letters = [one["letter"] for one in classes]
    if found != letters:
        yield f"{where}: has the classes {found}, --describe has {letters}"
        return
    for key in classes[0]:
        if key in {"letter", "resident_bytes"}:
            continue
        if key not in rows[0] and len({one[key] for one in classes}) > 1:
            yield f"{where}: the classes differ in '{key}', and the table has no such column"
        for row, one in zip(rows, classes):
            if key in row and row[key].replace(",", "") != str(one[key]):
                yield f"{where}: class {one['letter']}: {key} is {one[key]}, not {row[key]}"
    # "resident" stands for the only precision, or the largest of several.
    for precision in told["precisions"]:
        last = precision == told["precisions"][-1]
        for column in (f"bytes, {precision}", *(["resident"] if last else [])):
            for row, one in zip(rows, classes):
                wanted = one["resident_bytes"][precision]
                value, half = told_bytes(row[column]) if column in row else (wanted, 0.0)
                if not abs(value - wanted) <= half:
                    where_to = f"class {one['letter']}: {column}"
                    yield f"{where}: {where_to} is {wanted:.0f} bytes, not {row[column]}"


def described(build: Path) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Benchmarks of a build folder, and what one executable of each says about its classes."""
    executables: dict[str, list[Path]] = {}
    for entry in json.loads((build / "manifest.json").read_text())["variants"]:
        paths = executables.setdefault(entry["benchmark"], [])
        if entry["executable"] and os.access(build / entry["executable"], os.X_OK):
            paths.append(build / entry["executable"])
    for name, paths in executables.items():
        if not paths:
            yield name, None
            continue
        run = call([str(paths[0]), "--describe"])
        yield name, json.loads(run.stdout) if run.returncode == 0 else None


def build_complaints(build: Path, fix: bool = False) -> Iterator[str]:
    """READMEs whose classes are not those of the executables in a build folder."""
    if not (build / "manifest.json").is_file():
        yield f"{build}: there is no manifest.json; configure and build it first"
        return
    home = {name: folder for folder, name, _, _ in benchmarks()}
    whole = True
    for name, told in described(build):
        if name not in home:
            continue  # of a folder outside the tree
        if told is None:
            whole = False
            yield f"{name}: {build} has no executable that answers --describe; build it first"
            continue
        readme = home[name] / "README.md"
        yield from class_complaints(str(readme.relative_to(ROOT)), readme.read_text(), told)
    if whole:
        yield from catalogue_complaints(fix, build)


def wrong(*, fix: bool = False, build: Path | None = None) -> Iterator[str]:
    """What is wrong, one line each: with the tree, or where a build is named, with its classes.

    To fix is to write all that is generated, whether or not a build is named.
    """
    if build:
        yield from build_complaints(build, fix)
        yield from generated_complaints(fix) if fix else ()
    else:
        yield from complaints(fix)
        yield from catalogue_complaints(fix)
        yield from documents.complaints()
