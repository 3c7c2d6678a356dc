"""Stand-ins for toolchains and builds: programs that are scripts, in a workspace nobody compiles.

Run as a program it is ``run_all.py run`` over such a workspace, for tests that kill it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace
from typing import Any, TypeVar

from league import cli
from league.base import locks
from league.base.arguments import add
from league.base.progress import Progress
from league.commands import _measure
from league.records import store
from league.run import again, options, session
from league.run.build import Built
from league.run.build_folders import BuildFolders
from league.run.manifest import Variant, variants
from league.run.timing import Timing
from league.run.variants import BenchmarkPlan

PROGRAM = """#!{python} -IS
import json, os, signal, sys, time
words = sys.argv[1:]
value = lambda name, default: words[words.index(name) + 1] if name in words else default
benchmark, variant, model = {benchmark!r}, {variant!r}, {model!r}
if "--describe" in words:
    {before_describe}
    print(json.dumps({{"schema": "league-describe-1", "benchmark": benchmark, "variant": variant,
        "model": model, "classes": [{{"letter": "S", "n": 1}}, {{"letter": "W", "n": 2}}],
        "precisions": ["fp32", "fp64"],
        "parameters": [{{"name": "n", "low": 3, "high": 100, "step": 1}}]}}))
    sys.exit(0)
offloads = model not in ("serial", "omp")
record = {{"schema": "league-record-1", "group": "kernels", "benchmark": benchmark,
    "variant": variant, "model": model, "class": {{"letter": value("--class", "S"), "n": 1}},
    "precision": value("--precision", "fp64"),
    "build": {{"compiler": "GNU", "version": "12", "flags": "", "toolchain": {toolchain!r},
              "source": "abc", "dirty": False}},
    "place": "device" if offloads else "host",
    "device": {{"kind": "host", "count": 0, "threads": 1, "name": ""}},
    "guard": "--guard" in words,
    "samples": [{{"warmup": False, "setup": 1, "h2d": 1, "compute": 50000, "d2h": 1, "total": 50002,
                 "laps": {{}}, "compute_motion": None}}],
    "checks": [{{"name": "max_error", "error": 0.0, "tolerance": 0.0, "passed": True}}],
    "work": {{"flops": 1.0, "bytes": 1.0, "resident": 1.0}}, "answer": "pass"}}
code = 0
{body}
if record is not None and "--repeat" in words and len(record.get("samples", "")) == 1:
    (one,), asked = record["samples"], int(value("--repeat", ""))
    warmups = [{{**one, "warmup": True}}] * int(value("--warmup", "0"))
    record["samples"] = [*warmups, *[one] * asked]
if record is not None:
    with open(value("--record", "/dev/null"), "a") as out:
        out.write(json.dumps(record) + "\\n")
sys.exit(code)
"""


@dataclass(frozen=True)
class FakeFound:
    """A toolchain that is said to be there."""

    name: str
    state: str = "usable"
    version: str = "12.2.0"
    reason: str = ""
    remedy: str = ""
    toolchain: Any = field(
        default_factory=lambda: SimpleNamespace(
            environment={}, emulated=False, flags={}, launcher=()
        )
    )
    launcher: tuple[str, ...] = ()
    places: dict[str, str] = field(default_factory=dict)
    capabilities: dict[str, Any] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        return {
            "kind": "toolchain", "toolchain": self.name, "title": self.name, "device": "host",
            "arch": "", "tried": True, "state": self.state, "compiler": "GNU",
            "version": self.version, "flags": {}, "capabilities": {}, "reason": self.reason,
            "remedy": self.remedy,
        }  # fmt: skip


def script(file: Path, text: str) -> Path:
    """Write a program that is a script, and its folder where there is none."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return file


def mounted(where: Path, options: str, command: str, after: str = "") -> CompletedProcess[str]:
    """Run a command of the shell with a small file system of its own mounted at a folder."""
    where.mkdir(exist_ok=True)
    mount = f"mount -t tmpfs -o {options} tmpfs {where} || exit 99"
    line = ["unshare", "-m", "sh", "-c", f"{mount}; {command}; code=$?; {after or ':'}; exit $code"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    made = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    if made.returncode == 99 or "unshare" in made.stderr:
        import pytest

        pytest.skip(f"no file systems can be mounted here: {made.stderr.strip()}")
    return made


P = TypeVar("P", bound=BenchmarkPlan)


def over_fakes(plan: P) -> P:
    """A plan whose build folders are made by hand."""
    plan.folders = FakeFolders
    return plan


class FakeFolders(BuildFolders):
    """Build folders that hold a manifest and programs and are never built."""

    def configure(self) -> None:
        for one in self.usable:
            self.known[one.name] = variants(self.folder(one.name))

    def build(self, toolchain: str, chosen: Sequence[Variant]) -> list[Built]:
        return [
            Built(one, "ok") if one.executable else Built(one, "unavailable", one.unavailable)
            for one in chosen
        ]


def two_programs(project: Path) -> Path:
    """Put two good programs into the build folder of a project, and return it."""
    for variant in ("serial", "omp"):
        add_program(project / "build", variant)
    return project


def add_program(
    builds: Path,
    variant: str,
    body: str = "",
    *,
    toolchain: str = "fake",
    benchmark: str = "toy",
    model: str = "",
    before_describe: str = "pass",
    device: str = "host",
    **declared: Any,
) -> Path:
    """Put a program into a build folder, with its line in the manifest.

    `declared` are further fields of that line: `shape`, `without_simd`, `small`, `cases`.
    """
    model = model or variant.partition("-")[0]
    folder = builds / toolchain
    place = Path("kernels") / benchmark / f"{benchmark}.{variant}"
    program = folder / place
    script(program, PROGRAM.format(
        python=sys.executable, benchmark=benchmark, variant=variant, model=model,
        toolchain=toolchain, body=body, before_describe=before_describe,
    ))  # fmt: skip
    file = folder / "manifest.json"
    manifest: dict[str, Any] = {
        "schema": "league-manifest-1",
        "toolchain": toolchain,
        "device": device,
        "variants": [],
    }
    if file.is_file():
        manifest = json.loads(file.read_text())
    manifest["variants"].append(
        {
            "group": "kernels", "benchmark": benchmark, "variant": variant, "model": model,
            "offloads": model not in ("serial", "omp"), "target": f"{benchmark}.{variant}",
            "executable": str(place), "unavailable": "", "without_simd": "",
            "shape": "", "small": "", "cases": [], **declared,
        }
    )  # fmt: skip
    file.write_text(json.dumps(manifest))
    return program


def asked(project: Path, words: Sequence[str], verb: str = "run") -> options.Options:
    """Return the options that a command line means for a verb."""
    parser = cli._Parser(prog="fake")
    add(parser, options.arguments(verb))
    return options.from_arguments(parser.parse_args(words), project=project, verb=verb)


def variant(name: str, **changes: Any) -> Variant:
    """Return a variant that nobody built, of benchmark ``toy``, with some of its fields changed."""
    model = name.partition("-")[0]
    usual = Variant(
        toolchain="fake", device="x86_64", group="kernels", benchmark="toy", variant=name,
        model=model, offloads=model not in ("serial", "omp"), target=f"toy.{name}",
        executable=Path("build") / name, unavailable="", build=Path("build"),
    )  # fmt: skip
    return replace(usual, **changes)


def launches(folder: Path, **wanted: Any) -> list[dict[str, Any]]:
    """Return the launch records of a run whose fields are as wanted."""
    return [
        one
        for one in store.read_records(folder)
        if one["kind"] == "launch" and all(one[name] == value for name, value in wanted.items())
    ]


def run(
    project: Path,
    words: Sequence[str],
    verb: str = "run",
    others: Sequence[FakeFound] = (),
    emulated: Sequence[FakeFound] = (),
) -> tuple[session.Done, Path]:
    """Make a run over the build folders of a project, as the command line would.

    Its locks are the project's own, so that nothing waits for what else runs on the machine.
    `others` are toolchains that are found beside those it has build folders of, `emulated` those of
    emulated GPUs, which are not of the run.
    """
    locks.PREFIX = f"league-test-{zlib.crc32(str(project).encode()):08x}-"
    chosen = asked(project, words, verb)
    if chosen.failed:
        chosen = again.only_failed(chosen)
    names = {one.name for one in (project / "build").iterdir()}
    plan = over_fakes(Timing(chosen, _measure.wished_precision(chosen)))
    plan.find_emulated = lambda _: emulated
    done = session.carry_out(
        plan,
        Progress(sys.stderr),
        find=lambda _: [
            *map(FakeFound, sorted(names - {one.name for one in emulated})),
            *others,
        ],
    )
    return done, done.folder


def command(project: Path, *words: str) -> list[str]:
    """Return the command line that makes such a run in a process of its own."""
    return [sys.executable, __file__, str(project), *words]


def main() -> int:
    """Make a run and turn errors into exit codes, as ``run_all.py`` does."""

    def fake(arguments: Sequence[str]) -> int:
        made, folder = run(Path(arguments[0]), arguments[1:])
        print(folder)
        return made.exit_code

    cli.run = fake
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
