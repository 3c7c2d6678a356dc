"""Run the recipes of harness/docs/ci.md as scripts, three nights, with a slow-down planted.

Each service of the page, in a copy of the committed tree, for one toolchain and two programs: a
night that makes the baseline, a night in which nothing changed, a proposed change that makes one
program twice as slow, and the night that has it.  `gh` and `glab` are stand-ins that note what is
posted.  The first two nights end with 0, the others with 3 and name the program, and the files that
the service publishes are there.
Exit code: 0 if it is so, 1 if not, 2 for a wrong command line.
"""

import argparse
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import yaml

from proofs.planter import ROOT, Edit, flag, link_environment

PAGE = ROOT / "harness/docs/ci.md"
#: What is measured in place of what the page has: it says so behind the script and its STORE.
CHOICE = [
    *("-t", "gcc-12-host", "-b", "jacobi,vadd", "-v", "serial,omp", "-c", "W"),
    *("--precision", "fp64", "-l", "8", "-j", "1"),
]
SLOWED = "jacobi.serial"
WAITS = (
    Edit("kernels/jacobi/serial.cpp", "watch.start();",
         "watch.start(); const auto planted = __builtin_ia32_rdtsc();"),
    Edit("kernels/jacobi/serial.cpp", "watch.stop();",
         "for (const auto end = __builtin_ia32_rdtsc();"
         " __builtin_ia32_rdtsc() - end < end - planted;) {} watch.stop();"),
)  # fmt: skip
PUBLISHED = ("comment.md", "history.md", "junit.xml", "failures.sarif", "site/index.html")


def recipes() -> dict[str, Any]:
    """Return what the page has for each service."""
    text = PAGE.read_text(encoding="utf-8")
    github, gitlab = map(yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```", text, re.S | re.M))
    return {"github": github, "gitlab": gitlab}


def lines(service: str, told: Any, event: str) -> list[str]:
    """Return the lines of shell that a service carries out for an event, schedule or change."""
    if service == "github":
        event = "schedule" if event == "schedule" else "pull_request"
        steps = told["jobs"]["offload"]["steps"]
        return [
            one["run"].replace("${{ github.event.number }}", "1") for one in steps
            if "run" in one and ("event_name" not in one.get("if", "") or f"'{event}'" in one["if"])
        ]  # fmt: skip
    save = "" if event == "schedule" else "--no-save"
    job = told["offload"]
    after = told["pages"]["script"] if event == "schedule" else job["after_script"]
    return [one.replace("$SAVE", save) for one in (*job["script"], *after)]


def measured(line: str) -> str:
    """Return a line with what is measured here in place of what is measured there."""
    words = shlex.split(line)
    if words[0] != "scripts/nightly.sh":
        return line
    kept = [one for one in words[1:] if one in ("store", "--no-save")]
    return shlex.join([words[0], *kept, *CHOICE])


def night(tree: Path, service: str, told: Any, event: str) -> tuple[int, str]:
    """Carry a recipe out; return the exit code of the script in it, and all that was said."""
    stubs = tree.parent / "stubs"
    stubs.mkdir(exist_ok=True)
    for name in ("gh", "glab"):
        (stubs / name).write_text(f'#!/bin/sh\necho "$@" >> {tree.parent}/posted\n')
        (stubs / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{stubs}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    code, said = 0, ""
    for line in lines(service, told, event):
        done = subprocess.run(["bash", "-ec", measured(line)], cwd=tree, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)  # fmt: skip
        said += done.stdout
        if done.returncode and line.startswith("scripts/nightly.sh"):
            code = done.returncode
        elif done.returncode:
            said += f"{line}: exit code {done.returncode}\n"
            code = code or 99
    return code, said


def faults(service: str, told: Any, place: Path) -> list[str]:
    """Go through the nights of a service; return what is not as it has to be."""
    tree = place / service / "tree"
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(tree)], check=True)
    link_environment(tree)
    found = []
    for number, (event, wanted) in enumerate(
        [("schedule", 0), ("schedule", 0), ("change", 3), ("schedule", 3)], start=1
    ):
        if number == 3:
            for edit in WAITS:
                file = tree / edit.file
                file.write_text(edit.applied(file.read_text(encoding="utf-8")), encoding="utf-8")
        code, said = night(tree, service, told, event)
        print(f"{service} {number}, {event}: exit code {code}", flush=True)
        if code != wanted:
            found.append(f"{service} {number}, {event}: {code} instead of {wanted}: {said[-1500:]}")
    posted = place / service / "posted"
    if not posted.is_file():
        found.append(f"{service}: nothing was posted")
    comment = tree / "store/comment.md"
    if not comment.is_file() or SLOWED not in comment.read_text(encoding="utf-8"):
        found.append(f"{service}: the comment does not name {SLOWED}")
    found += [f"{service}: no {one}" for one in PUBLISHED if not (tree / "store" / one).is_file()]
    return found


OPTIONS = (flag("-s", "--service", choices=("github", "gitlab"), help="one of them only"),)


def run(args: argparse.Namespace) -> int:
    """Go through both, or one."""
    found = []
    with tempfile.TemporaryDirectory(prefix="league-recipes-") as place:
        for service, told in recipes().items():
            if args.service in (None, service):
                found += faults(service, told, Path(place))
    print("\n".join(found) or "all nights answered as planted")
    return 1 if found else 0
