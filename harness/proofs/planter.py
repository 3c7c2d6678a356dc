"""Plant a fault: change files, build and run what has to notice it, put back what stood there."""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomllib

from league.base.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
GROUPS = ("kernels", "npb", "miniapps")
RUN_ALL = [sys.executable, str(ROOT / "scripts/run_all.py")]

#: What became of a fault: its "outcome", and what else a proof keeps of it.
End = dict[str, Any]


class Once(argparse.Action):
    """An option of one value: a second one would take the place of the first unseen."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
        option_string: str | None = None,
    ) -> None:  # fmt: skip
        """Keep the value."""
        if self.dest in (told := vars(namespace).setdefault("_told", set())):
            parser.error(f"{option_string} is given twice; write one value")
        told.add(self.dest)
        setattr(namespace, self.dest, values)


def flag(*names: str, **settings: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """An option of a proof's command line, as `argparse` has it; a proof's OPTIONS are some."""
    once: dict[str, Any] = {"action": Once} if names[0].startswith("-") else {}
    return names, {**once, **settings}


def call(
    command: Sequence[str], folder: Path = ROOT, *, check: bool = False, **settings: Any
) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, with what it says."""
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", check=check,
        **settings,
    )  # fmt: skip


def tracked(root: Path, *globs: str) -> list[Path]:
    """The files below some folders, or all, that git tracks or would track, from the root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *globs]
    names = call(command, root, check=True).stdout.split("\0")
    return [Path(name) for name in names if name and (root / name).is_file()]


def output_of(command: Sequence[str], folder: Path = ROOT) -> str:
    """What a program that has to end well prints."""
    return call(command, folder, check=True).stdout


def configured(source: Path, build: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    """Let CMake configure a build of some sources with Ninja."""
    return call(["cmake", "-G", "Ninja", "-B", str(build), *settings], source)


def built(build: Path, targets: Sequence[str], jobs: int) -> subprocess.CompletedProcess[str]:
    """Build targets, or all if none is named."""
    named = ["--target", *targets] if targets else []
    return call(["cmake", "--build", str(build), "-j", str(jobs), *named])


#: Options of several proofs.
OUTPUT = flag("-o", "--output", type=Path, metavar="FILE", help="record, also to resume")
KIND = flag("-k", "--kind", default="*", help="kinds, as a glob")
LIST = flag("--list", action="store_true", help="only say what there is")
JOBS = flag("-j", "--jobs", type=int, default=os.cpu_count() or 1)


@dataclass(frozen=True)
class Edit:
    """A change of a file: what stands there once, or the n-th time, and what is put instead."""

    file: str
    find: str
    put: str
    nth: int = 0

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> "Edit":
        """The change that an entry of a TOML file describes."""
        return cls(entry["file"], entry["find"], entry["put"], entry.get("nth", 0))

    def applied(self, text: str) -> str:
        """The text with the change in it.  Raises UsageError where it does not fit."""
        parts = text.split(self.find)
        if len(parts) < 2 or (self.nth == 0 and len(parts) != 2) or self.nth >= len(parts):
            times = f"'{self.find.strip()}' is there {len(parts) - 1} times"
            raise UsageError(f"{self.file}: {times}; mend the entry")
        at = max(self.nth, 1)
        return self.find.join(parts[:at]) + self.put + self.find.join(parts[at:])


def edits_of(fault: Mapping[str, Any]) -> list[Edit]:
    """The changes of a fault, an entry of a TOML file, all of one file."""
    file = {"file": fault["file"]}
    return [Edit.of_entry({**file, **one}) for one in (fault, *fault.get("more", ()))]


def entries(name: str, table: str) -> list[dict[str, Any]]:
    """The entries of a table of a TOML file beside this one."""
    text = Path(__file__).with_name(f"{name}.toml").read_text()
    found: list[dict[str, Any]] = tomllib.loads(text).get(table, [])
    return found


@contextmanager
def planted(tree: Path, edits: Iterable[Edit]) -> Iterator[None]:
    """A tree with changes in it; afterwards it is as before."""
    texts: dict[Path, str] = {}
    for edit in edits:
        file = Path(edit.file)
        texts[file] = edit.applied(texts.get(file) or (tree / file).read_text())
    with replaced(tree, texts):
        yield


@contextmanager
def replaced(tree: Path, texts: Mapping[Path, str]) -> Iterator[None]:
    """A tree in which files, named from its root, hold other texts; afterwards it is as before."""
    before = {tree / file: (tree / file).read_text() for file in texts}
    try:
        for file, text in texts.items():
            (tree / file).write_text(text)
        yield
    finally:
        for path, text in before.items():
            path.write_text(text)


def copy_tree(target: Path, *below: str) -> Path:
    """Bring a copy of the project's files up to date: those below some folders, or all.

    Files that did not change keep their times, so that a build of the copy goes on where it was.
    Recorded results stay behind.
    """
    names = {name for name in tracked(ROOT, *below) if name.parts[0] != "results"}
    for file in [path for path in target.rglob("*") if path.is_file() and not path.is_symlink()]:
        if file.relative_to(target) not in names:
            file.unlink()
    for name in sorted(names):
        source, copy = ROOT / name, target / name
        if not (copy.is_file() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, copy)  # of now: a build older than that is not up to date
    link_environment(target)
    return target


def link_environment(tree: Path) -> None:
    """Let a copy use what was installed, what compilers are known to do, the emulated device."""
    for name in (".deps", ".venv", "build/.probes", "build/emulated-device"):
        if (ROOT / name).exists() and not (tree / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).symlink_to((ROOT / name).resolve())


def environment_of(tree: Path) -> dict[str, str]:
    """The environment of a build of a copy: ccache knows what was compiled elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
    return {**kept, "CCACHE_BASEDIR": str(tree), "CCACHE_NOHASHDIR": "1"}


def lines_of(file: Path) -> list[dict[str, Any]]:
    """What was appended to a file; nothing if there is none."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return [json.loads(line) for line in lines]


def append(file: Path, *told: Mapping[str, Any]) -> None:
    """Append to a file, a line each."""
    with file.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in told)


@dataclass
class Record:
    """What became of each thing that was tried, in a file from which the same command goes on."""

    file: Path | None = None
    done: dict[str, End] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.file and self.file.exists():
            self.done = json.loads(self.file.read_text())

    def try_each(
        self, jobs: Mapping[str, Callable[[], End]], *, most: float = math.inf, workers: int = 1
    ) -> bool:
        """Do what is not done yet, a line and a write each; False if `most` seconds were over."""
        deadline = time.monotonic() + most
        left = [name for name in jobs if name not in self.done]
        with ThreadPoolExecutor(workers) as pool:
            return self._take(left, pool.map(lambda name: _within(deadline, jobs[name]), left))

    def _take(self, names: Iterable[str], ends: Iterable[End | None]) -> bool:
        for name, end in zip(names, ends):
            if end is None:
                return False
            self.done[name] = end
            found = ", ".join(end.get("found") or end.get("findings") or [])
            how = end.get("how") or end.get("said") or found
            print(f"{end['outcome']:9} {name:70.70} {how[:90]}".rstrip(), flush=True)
            if self.file:
                self.file.write_text(json.dumps(self.done, indent=1) + "\n")
        return True

    def outcomes(self, names: Iterable[str], what: str) -> Counter[str]:
        """How many of these came to which end, which is printed."""
        found = Counter(self.done[name]["outcome"] for name in names)
        print(f"{what}: {counts(found)}")
        return found


def _within(deadline: float, job: Callable[[], End]) -> End | None:
    return None if time.monotonic() > deadline else job()


def counts(outcomes: Mapping[str, int]) -> str:
    """Outcomes in a sentence."""
    return ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
