"""A bundle carried to another machine, run there call by call, and its results brought home.

The other machine is where a command leads that takes one more word, a line for a shell there, and
passes the streams on: ``ssh node``, ``docker exec -i box sh -c``, or ``sh -c`` for this machine.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.base.errors import LeagueError, UsageError, guarding
from league.bundle import archive
from league.records import reading
from league.records.schema import parse_object

#: Bytes of a bundle that is carried, and of the results that come back.
MOST_BUNDLE = 40_000_000
MOST_RESULTS = 16_000_000
#: Exit codes of a call that are no accident: what it said holds for the next one, too.
_REFUSED = (2, 5)
#: Calls in a row that may end without a word.
_LOST = 2
#: Seconds that a call may take beyond its own: it verifies the bundle and packs.
_BESIDE_S = 120.0

_UNPACK = """\
set -e
rm -rf {top}.part
mkdir {top}.part
cat > {top}.part/{name}
cd {top}.part
python3 -I -m tarfile -e {name} .
cd ..
mv {top}.part/{top} {top}
rm -rf {top}.part
"""


@dataclass(frozen=True)
class Machine:
    """Another machine, by the words of the command that leads there."""

    words: tuple[str, ...]

    def told(self, line: str, source: Path | None = None, limit_s: float | None = None) -> Answer:
        """Have a line carried out by a shell there; a file may be its standard input.

        What it says to stderr is shown.  Raises LeagueError if the command cannot be started.
        """
        try:
            with (
                guarding(f"start {self.words[0]}", "mend --on"),
                (
                    source.open("rb") if source else open("/dev/null", "rb")  # noqa: PTH123
                ) as given,
            ):
                done = subprocess.run(
                    [*self.words, line], stdin=given, stdout=subprocess.PIPE, timeout=limit_s,
                    check=False,
                )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Answer(124, b"")
        return Answer(done.returncode, done.stdout)


@dataclass(frozen=True)
class Answer:
    """How a line ended, and what it wrote to stdout."""

    code: int
    data: bytes

    def told(self) -> Mapping[str, Any] | None:
        """Return what a call tells of itself, None if it ended without a word."""
        try:
            said = parse_object(self.data)
            return said if isinstance(said["left"], bool) and str(said["results"]) else None
        except (ValueError, TypeError, KeyError):
            return None


def machine(on: str) -> Machine:
    """Return the machine that ``--on`` means.  Raises UsageError if that is no command."""
    try:
        words = tuple(shlex.split(on))
    except ValueError:
        words = ()
    if not words:
        raise UsageError(f"--on {on} is no command; write one such as 'ssh node'")
    return Machine(words)


def carry(
    bundle: Path, to: Machine, words: Sequence[str], call_s: float, say: Callable[[str], None]
) -> Path:
    """Bring a bundle to a machine, call it until nothing is left, and return the results' archive.

    The results come home after each call.  What is there already is not brought again, and a run
    that was begun there goes on.  ``words`` are those of each call.  Raises LeagueError for a
    bundle or results that are too large, and for calls that end without a word or refuse.
    """
    size = bundle.stat().st_size
    if size > MOST_BUNDLE:
        raise UsageError(
            f"{bundle.name} has {size / 1e6:.1f} MB and {MOST_BUNDLE / 1e6:.0f} may travel; pack"
            " fewer toolchains or benchmarks, or as .tar.xz"
        )
    top = archive.top_of(bundle)
    if to.told(f"test -f {top}/run.py").code:
        say(f"carrying {bundle.name}, {size / 1e6:.1f} MB")
        line = _UNPACK.format(top=top, name=shlex.quote(bundle.name))
        if to.told(line, bundle).code:
            raise LeagueError("the bundle could not be unpacked there; see what was said above")
    line = shlex.join(["python3", f"{top}/run.py", "--json", *words])
    return _called(to, line, bundle.parent, call_s, say)


def _called(to: Machine, line: str, home: Path, call_s: float, say: Callable[[str], None]) -> Path:
    lost = number = 0
    while True:
        number += 1
        say(f"call {number}")
        answer = to.told(line, limit_s=call_s + _BESIDE_S)
        told = answer.told()
        if told is not None:
            lost = 0
            file = _fetched(to, str(told["results"]), home)
            say(f"call {number} ended: {told['standing']}; {file.stat().st_size / 1e6:.2f} MB home")
            if not told["left"]:
                return file
        elif answer.code in _REFUSED:
            raise LeagueError(f"the call ended with {answer.code}; see what was said above")
        else:
            lost += 1
            say(f"call {number} ended without a word (exit code {answer.code})")
            if lost == _LOST:
                raise LeagueError(
                    f"{_LOST} calls in a row ended without a word; the same command goes on"
                )


def _fetched(to: Machine, results: str, home: Path) -> Path:
    """Bring an archive of results home, beside the bundle."""
    most = f"head -c {MOST_RESULTS + 1} {shlex.quote(results)}"
    answer = to.told(most)
    if answer.code or not answer.data:
        raise LeagueError(f"{results} could not be read there; the same command goes on")
    if len(answer.data) > MOST_RESULTS:
        raise LeagueError(f"{results} is larger than {MOST_RESULTS / 1e6:.0f} MB; it stays there")
    return reading.write_whole(home / Path(results).name, answer.data)
