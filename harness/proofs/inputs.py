"""Give commands bad files, names, options and surroundings: each is refused in a line that helps.

Files that commands read (records, nights, baselines, toolchains, sites, selections, numbers,
bundles) are damaged, or replaced by pipes, devices, folders and links that lead nowhere; options
get words that nobody means; variables of the environment are odd.  No input may end in a traceback,
hang, or be refused without a word of what to do.
Exit code: 0 nothing was found, 1 an input that is not answered so, 2 usage.
"""

import argparse
import contextlib
import gzip
import io
import os
import random
import re
import shlex
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from league import cli
from league.base import exit_codes
from league.toolchains import discovery, doctor
from proofs.planter import ROOT, flag

#: A run that is small, and what it is read as.
RUN = ROOT / "results/reference/debian12-2core/study-tutorial-heat/records.jsonl.gz"
#: Seconds after which an input is one that hangs.
PATIENCE_S = 120
WORDS = (
    *("*", "[!", "-1", "0", "1e999", "nan", "inf", "99999999999999999999", "a,b,,", "=1", "n="),
    *("n=1,2", "--", "-", "..", "../x", "/dev/full", "latest", "jacobi", "S", "W", "fp64", "quick"),
    *("all", "one", "a:b", "%s", "$(x)", "`x`", ";x", "|"),
)
UNSEEN = ["", " ", "x" * 300, "x" * 5000, "é", "\u202e", "\x1b[2J", "\udcff", "a\nb", "9" * 400]
VARIABLES = ("HOME", "TMPDIR", "PATH", "COLUMNS", "LANG", "MPLBACKEND", "LEAGUE_SITE", "NO_COLOR",
             "LEAGUE_TOOLCHAINS", "LEAGUE_SELECTIONS", "CCACHE_DIR", "OMP_NUM_THREADS")  # fmt: skip
#: Verbs that take no such words: a shell's, and one whose words are a program's.
_LEFT_OUT = ("completion", "emulate")
TOML = {
    "toolchains/one.toml": 'schema = 1\nextends = "gcc"\nversion = "12"\ntitle = "One"\n'
    '[flags]\nhost = ["-O3"]\n[environment]\nA = "1"\n',
    "site.toml": 'schema = 1\nname = "here"\nscheduler = "slurm"\nat_once = 2\nsetup = ["true"]\n'
    '[job]\ntime = "2h"\ncpus = 2\n[node.big]\ncpus = 4\n[toolchain."gcc*"]\nmodules = ["gcc"]\n',
    "selections.toml": 'schema = 1\n[mine]\nbenchmark = ["jacobi"]\nclass = ["W"]\n',
    "numbers.json": '{"schema": "league-metrics-1", "metrics": [{"toolchain": "*", "variant": "*",'
    ' "benchmark": "*", "name": "size", "better": "smaller", "value": 1}]}',
}
#: Command lines about a file; `{}` is that file or the folder it lies in.
READERS: dict[str, tuple[str, ...]] = {
    "runs/one/records.jsonl": (
        "report one --out runs -o page.html", "export csv one --out runs", "matrix one --out runs",
        "compare one one --out runs", "query failures --out runs", "counts one --out runs",
        "figures launches one --out runs --folder f", "import runs/one --out other",
        "merge runs/one runs/two -o merged", "baseline save b one --out runs --baselines bases",
        "history save one --out runs --history nights", "run --resume runs/one",
        "collect one --out runs", "cancel one --out runs", "gate one --out runs --baseline main"
        " --baselines base", "dashboard one --out runs -o site", "portability one --out runs",
    ),
    "history/two.json": ("history --history history --out none", "dashboard --history history --out"
                         " none -o site", "history verify --history history",
                         "gate one --out runs --baseline main --baselines base --history history"),
    "base/main/records.jsonl.gz": ("gate one --out runs --baseline main --baselines base",
                                   "baseline list --baselines base",
                                   "compare main one --out runs --baselines base"),
    "toolchains/one.toml": ("toolchains", "list --why", "doctor", "run -t one --dry-run"),
    "site.toml": ("doctor --site site.toml", "submit --site site.toml --dry-run"),
    "selections.toml": ("run --select mine --dry-run", "report one --out runs --select mine"),
    "numbers.json": ("history add one numbers.json --out runs",),
    "b.tar.gz": ("run-bundle b.tar.gz --dry-run", "import b.tar.gz --out other"),
}  # fmt: skip
OUTPUTS = (
    "report one --out runs -o {}", "export csv one --out runs -o {}", "import runs/one --out {}",
    "compare one one --out runs --markdown {}", "figures launches one --out runs --folder {}",
    "query failures --out runs --csv {}", "dashboard one --out runs -o {}",
    "merge runs/one runs/two -o {}", "history save one --out runs --history {}",
    "export junit one --out runs -o {}",
    "baseline save b one --out runs --baselines {}",
)  # fmt: skip


@dataclass
class Input:
    """A command line, and variables."""

    words: list[str]
    what: str
    environment: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.what}: {shlex.join(self.words)[:300]!r} {self.environment or ''}"


def ground(folder: Path) -> None:
    """Lay out what commands read, all of it as it should be, in a folder."""
    records = gzip.decompress(RUN.read_bytes())
    for name in ("one", "two"):
        (folder / "runs" / name).mkdir(parents=True)
        (folder / "runs" / name / "records.jsonl").write_bytes(records)
    for name, text in TOML.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "b.tar.gz").write_bytes(gzip.compress(b"no archive" * 100))
    with contextlib.chdir(folder):
        for line in ("history save two --out runs --history history",
                     "baseline save main one --out runs --baselines base"):  # fmt: skip
            if answered(Input(line.split(), "ground"))[0] != 0:
                raise RuntimeError(f"the ground cannot be laid: {line}")


# ---- bad things ----------------------------------------------------------------------------------


def replaced(file: Path, dice: random.Random) -> str:
    """Put something else in the place of a file; what it is."""
    kind = dice.choice(("pipe", "folder", "socket", "zero", "full", "loop", "dangling", "empty"))
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    elif kind == "socket":
        with contextlib.chdir(file.parent), socket.socket(socket.AF_UNIX) as made:
            made.bind(file.name)
    elif kind == "empty":
        file.touch()
    else:
        aim = {"zero": "/dev/zero", "full": "/dev/full", "loop": file.name, "dangling": "gone"}
        file.symlink_to(aim[kind])
    return kind


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Return content with something wrong in it: bytes, values, names, lengths, depths."""
    at = dice.randrange(len(data) + 1)
    odd = (b"\0", b"\xff\xfe", b'"', b"{", b"[" * 5000, b"\n", b"1e999", b"-1", b"\x1b[2J", b"=")
    values = (
        "null",
        "NaN",
        "[]",
        "{}",
        '"\\u0000"',
        '"\\ud800"',
        "-1",
        "1e999",
        '"../.."',
        "9" * 40,
    )
    spots = list(re.finditer(rb'(?<=[:=]) ?("[^"\n]*"|[0-9.]+|true|false)', data))
    names = list(re.finditer(rb'"?\b[a-z_]{3,12}"?(?= ?[:=])', data))
    how = dice.randrange(6)
    if how == 0:
        return data[:at]
    if how == 1:
        return data[:at] + dice.choice(odd) + data[at:]
    if how == 2 and data:
        return bytes(byte ^ (dice.random() < 0.002) * dice.randrange(256) for byte in data)
    if how == 3 and names:
        spot = dice.choice(names)
        return data[: spot.start()] + dice.choice((b'"x y"', b"..", b'"A;B"')) + data[spot.end() :]
    if how == 4:
        return data[:at] + data[at - 200 if at > 200 else 0 : at] * 3 + data[at:]
    if spots:
        spot = dice.choice(spots)
        return data[: spot.start()] + dice.choice(values).encode() + data[spot.end() :]
    return data + dice.choice(odd)


def word(dice: random.Random) -> str:
    """Return a word that nobody means."""
    return dice.choice((*WORDS, *UNSEEN))


def of_file(folder: Path, dice: random.Random) -> Input:
    """Read a file that is damaged or is none."""
    name = dice.choice(list(READERS))
    file = folder / name
    if dice.random() < 0.3:
        what = replaced(file, dice)
    else:
        file.write_bytes(damaged(file.read_bytes(), dice))
        what = "damaged"
    environment = {}
    if name.startswith("toolchains"):
        environment = {"LEAGUE_TOOLCHAINS": str(file.parent)}
    elif name.startswith("selections"):
        environment = {"LEAGUE_SELECTIONS": str(file)}
    return Input(dice.choice(READERS[name]).split(), f"{what} {name}", environment)


def of_output(folder: Path, dice: random.Random) -> Input:
    """Write to where nothing can be written."""
    file = folder / "aim.html"
    file.touch()
    kind = replaced(file, dice)
    aim = dice.choice((str(file), str(file / "below"), "/proc/x", "x" * 300, "é\udcff"))
    return Input([one.replace("{}", aim) for one in dice.choice(OUTPUTS).split()], f"output {kind}")


def of_option(folder: Path, dice: random.Random) -> Input:
    """Say words that nobody means, to options that a verb has."""
    verb = dice.choice([one for one in cli.verbs() if one not in _LEFT_OUT])
    flags = sorted(cli.parser_of(verb, cli.load(verb))._option_string_actions)
    said: list[str] = []
    for _ in range(dice.randrange(1, 4)):
        said += [dice.choice(flags)] if dice.random() < 0.8 else []
        said += [word(dice)] if dice.random() < 0.8 else []
    return Input([verb, *said, "--dry-run"], "options")


def of_surroundings(folder: Path, dice: random.Random) -> Input:
    """Ask for what is good, where variables are not."""
    names = dice.sample(VARIABLES, 2)
    odd = ("", "/proc/nowhere/x", "/dev/null", "x" * 3000, "module://evil", ":", "\x1b[2J", "-1")
    lines = [line for some in READERS.values() for line in some]
    values = {one: dice.choice(odd) for one in names}
    return Input(dice.choice(lines).split(), "surroundings", values)


KINDS: tuple[Callable[[Path, random.Random], Input], ...] = (
    *(of_file,) * 5, *(of_option,) * 3, of_output, of_surroundings,
)  # fmt: skip


# ---- what is said --------------------------------------------------------------------------------


def answered(one: Input) -> tuple[int, str, str]:
    """Return exit code and what a command said on stdout and stderr; it is stopped if it hangs."""
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        signal.alarm(PATIENCE_S)
        try:
            code = cli.main(one.words)
        except SystemExit as end:  # --help
            code = int(end.code or 0)
        finally:
            signal.alarm(0)
    return code, said.getvalue(), complained.getvalue()


def fault(code: int, said: str, told: str) -> str:
    """Return what is wrong with an answer; empty if nothing is."""
    errors = [one for one in told.splitlines() if one.startswith("league: error: ")]
    if code == exit_codes.INTERRUPTED:
        return "it hangs"
    if code not in range(7):
        return f"exit code {code}"
    if "a fault of this program" in told or "Traceback" in told:
        return "nobody foresaw it"
    if len(errors) > 1 or (code in (2, 5) and not errors and not said):
        return f"{len(errors)} lines say what is wrong"
    if errors and not re.search(r"; \S.*[a-z]", errors[0]):
        return "it does not say what to do"
    if any(len(line) > 2100 for line in told.splitlines()):
        return "a line is too long"
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said + told):
        return "what cannot be seen is shown as it is"
    return ""


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be in a folder on a machine without a compiler, whatever a command does to that."""
    before = dict(os.environ)
    with contextlib.chdir(folder), contextlib.ExitStack() as patched:
        patched.enter_context(mock.patch.object(discovery, "discover", lambda *_, **__: []))
        patched.enter_context(mock.patch.object(doctor, "surroundings", lambda _: []))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def tried(seed: int, count: int, say: Callable[[str], object] = print) -> list[str]:
    """Try so many inputs; a line for each that is not answered as it should be."""
    found = []
    with tempfile.TemporaryDirectory(prefix="league-inputs-") as place:
        good = Path(place, "good")
        good.mkdir()
        with alone(good):
            ground(good)
        for number in range(count):
            dice = random.Random(f"{seed}-{number}")
            folder = Path(place, "bad")
            shutil.copytree(good, folder)
            one = dice.choice(KINDS)(folder, dice)
            with alone(folder):
                os.environ.update(one.environment)
                code, said, told = answered(one)
            if wrong := fault(code, said, told):
                found.append(f"{number}: {wrong}: {one}\n    {code} {told[-500:]!r}")
                say(found[-1])
            shutil.rmtree(folder)
    return found


OPTIONS = (
    flag("--count", type=int, default=1000, help="how many inputs (default 1000)"),
    flag("--seed", type=int, default=1, help="of what chooses them"),
)


def run(args: argparse.Namespace) -> int:
    """Try them and count."""
    found = tried(args.seed, args.count)
    print(f"{args.count} inputs, {len(found)} not answered as they should be")
    return 1 if found else 0
