"""Stop a session of claims by ten signals at ten moments each: one ending for all of them.

It has to end with 130 and without a traceback, record that it ended so, and leave nothing running,
no compiler either; killed, too, what it had started ends with it.
Exit code: 0 each time so, 1 not so, 2 usage.
"""

import argparse
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from league.base import exit_codes, process, reaper
from league.records import store
from proofs.planter import RUN_ALL, flag

#: Name -> signal and how often it comes.
SIGNALS = {
    **{one.name: (one, 1) for one in process.STOPPING},
    "SIGTERM, 20 times": (signal.SIGTERM, 20),
    "SIGKILL": (signal.SIGKILL, 1),
}
#: Seconds in which what was started has to be gone.
PATIENCE_S = 10.0


def begun(out: Path, toolchain: str, claims: str) -> subprocess.Popen[str]:
    """Start the session."""
    words = ["conformance", "-t", toolchain, "-b", claims, "--out", str(out)]
    return subprocess.Popen(
        [*RUN_ALL, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def left(pid: int) -> list[int]:
    """Return what a process started and what still runs."""
    mark = f"{reaper.MARK}={pid}-".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if any(one.startswith(mark) for one in (folder / "environ").read_bytes().split(b"\0")):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def fault(made: subprocess.Popen[str], number: int, out: Path) -> str:
    """Return what is wrong with how a session ended; empty if nothing is."""
    _, told = made.communicate()
    if "Traceback" in told or "Exception ignored" in told or "a fault of" in told:
        return f"it says {told[-400:]!r}"
    end = time.monotonic() + PATIENCE_S
    while left(made.pid):
        if time.monotonic() > end:
            return f"processes are left: {left(made.pid)}"
        time.sleep(0.1)
    if number == signal.SIGKILL:
        return "" if made.returncode in (-number, 0, 1) else f"exit code {made.returncode}"
    if made.returncode not in (exit_codes.INTERRUPTED, 0, 1):
        return f"exit code {made.returncode}"
    for folder in store.runs_in(out):
        last = [one for one in store.read_records(folder) if one["kind"] == "session"][-1]
        if (last["state"], last["exit_code"]) != ("finished", made.returncode):
            return f"its records end with {last['state']}, {last['exit_code']}"
    return ""


OPTIONS = (
    flag("--moments", type=int, default=10, help="of each signal (default 10)"),
    flag("-t", dest="toolchain", default="gcc-12-host", metavar="TOOLCHAIN"),
    flag("-b", dest="claims", default="interop", metavar="CLAIMS", help="default interop"),
)


def run(args: argparse.Namespace) -> int:
    """Learn how long it takes, then stop it at moments that divide that evenly."""
    found, stopped = 0, 0
    with tempfile.TemporaryDirectory(prefix="league-signals-") as place:
        began = time.monotonic()
        begun(Path(place, "whole"), args.toolchain, args.claims).communicate()
        whole_s = time.monotonic() - began
        for name, (number, times) in SIGNALS.items():
            for moment in range(args.moments):
                out = Path(place, f"{name}-{moment}")
                made = begun(out, args.toolchain, args.claims)
                time.sleep(whole_s * (moment + 0.5) / args.moments)
                for _ in range(times):
                    made.send_signal(number)
                    time.sleep(0.01 if times > 1 else 0.0)
                wrong = fault(made, number, out)
                stopped += made.returncode not in (0, 1)
                if wrong:
                    found += 1
                    print(f"{name} at moment {moment} of {args.moments}: {wrong}", flush=True)
    total = len(SIGNALS) * args.moments
    print(f"{total} signals, {stopped} before the end, {found} ended otherwise")
    return 1 if found else 0
