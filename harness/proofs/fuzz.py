"""Feed every reader of outside bytes with what fuzzers come up with, for longer than the tests do.

The readers of decks are C++: libFuzzer looks for inputs that crash them for N seconds each (default
60), beginning with the corpora of miniapps/*/fuzz and with what it kept below build/fuzz the last
time.  The readers of records, manifests, bundles and TOML are Python: Hypothesis tries N examples
of each (default 2000).  `ctest -L fuzz` does the former for seconds.
Exit code: 0 nothing was found, 1 an input that a reader does not stand, 2 usage, 5 no Clang
that has the runtime of its fuzzer.
"""

import argparse
import os
import shutil
import subprocess
import sys

from league.base.errors import ToolchainError
from proofs.planter import ROOT, built, call, configured, flag

BUILD = ROOT / "build" / "fuzz"
CLANG = "clang-19"


def look_in_decks(seconds: int, jobs: int) -> int:
    """Build the fuzzers and let them look; an exit code."""
    settings = [f"--preset={CLANG}-host", "-DLEAGUE_OMP_FLAGS=", f"-DLEAGUE_FUZZ_SECONDS={seconds}"]
    if configured(ROOT, BUILD, *settings).returncode != 0 or "deck_fuzz" not in targets():
        missing = f"{CLANG} or its fuzzer is not here"
        raise ToolchainError(f"{missing}; run scripts/test_all.sh --setup")
    fuzzers = [name for name in targets() if name.endswith("_fuzz")]
    if (done := built(BUILD, fuzzers, jobs)).returncode != 0:
        print(done.stderr, file=sys.stderr)
        return 1
    test = ["ctest", "--test-dir", str(BUILD), "-L", "^fuzz$", "-j", str(jobs)]
    return 1 if subprocess.run([*test, "--output-on-failure"], check=False).returncode else 0


def targets() -> list[str]:
    """The targets of the build, as ninja knows them."""
    if not shutil.which("ninja"):
        return []
    line = ["ninja", "-C", str(BUILD), "-t", "targets", "all"]
    told = call(line).stdout.splitlines()
    return sorted({name.split(":")[0] for name in told if ": phony" in name})


def look_in_records(examples: int, jobs: int) -> int:
    """Let Hypothesis try other examples than the tests always try; an exit code."""
    line = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs)]
    line += ["tests/test_fuzz.py", "tests/test_fuzz_cli.py"]
    environment = {**os.environ, "LEAGUE_FUZZ": str(examples)}
    done = subprocess.run(line, cwd=ROOT / "harness", env=environment, check=False)
    return 1 if done.returncode else 0


def natural(text: str) -> int:
    """A number of at least one."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


OPTIONS = (
    flag("--seconds", type=natural, default=60, help="for each reader of decks"),
    flag("--examples", type=natural, default=2000, help="for each Python reader"),
    flag("-j", "--jobs", type=natural, default=os.cpu_count() or 1),
)


def run(args: argparse.Namespace) -> int:
    """Run both kinds."""
    return look_in_decks(args.seconds, args.jobs) or look_in_records(args.examples, args.jobs)
