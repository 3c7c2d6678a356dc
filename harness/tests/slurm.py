"""A real Slurm on this machine, without root: some pretend nodes of one processor and one GPU each.

Everything lies in one private folder; the daemons are started and stopped by their own process ids.
"""

import contextlib
import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")

_CONFIGURATION = """ClusterName=onebox
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={prefix}/munge/sock
CredType=cred/munge
SlurmctldPort={port}
SlurmctldPidFile={prefix}/slurmctld.pid
SlurmdPidFile={prefix}/slurmd.%n.pid
StateSaveLocation={prefix}/state
SlurmdSpoolDir={prefix}/spool/%n
SlurmctldLogFile={prefix}/log/slurmctld.log
SlurmdLogFile={prefix}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,bf_interval=1,batch_sched_delay=0
ReturnToService=2
MinJobAge=300
KillWait=3
SlurmctldTimeout=30
SlurmdTimeout=5
GresTypes=gpu
NodeName=n[0-{most}] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=1 \
RealMemory=500 Gres=gpu:1 State=UNKNOWN
PartitionName=debug Nodes=n[0-{most}] Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Return a program that a Slurm needs and this machine lacks; empty if it has all."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return next((name for name in PROGRAMS if shutil.which(name, path=path) is None), "")


def _free_ports(count: int) -> int:
    """Return the first of ``count`` adjacent ports that nobody listens on."""
    for first in range(17000 + os.getpid() % 1000 * 10, 60000, count):
        with contextlib.ExitStack() as held, contextlib.suppress(OSError):
            for port in range(first, first + count):
                one = held.enter_context(socket.socket())
                one.bind(("127.0.0.1", port))
            return first
    raise OSError("no free ports")


def _name(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def _status(pid: int) -> list[str]:
    """Return state, parent and more of a process; nothing if there is none."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return []


def _parent(pid: int) -> int:
    return int(([*_status(pid)[1:2], "0"])[0])


def _runs(pid: int) -> bool:
    """Whether a process has not ended; one that nobody has reaped has."""
    return _status(pid)[:1] not in ([], ["Z"])


class Cluster:
    """A running Slurm."""

    def __init__(self, prefix: Path, nodes: int = 2) -> None:
        self.prefix = prefix
        self.nodes = [f"n{number}" for number in range(nodes)]
        self.conf = prefix / "slurm.conf"
        self.environment = {
            **os.environ,
            "SLURM_CONF": str(self.conf),
            "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin",
        }

    def start(self) -> None:
        """Write the configuration and start every daemon; returns when all nodes are idle."""
        for name in ("state", "spool", "log", "munge"):
            (self.prefix / name).mkdir()
        self.prefix.chmod(0o755)
        (self.prefix / "munge").chmod(0o711)
        port = _free_ports(1 + len(self.nodes))
        host = socket.gethostname().partition(".")[0]
        self.conf.write_text(
            _CONFIGURATION.format(
                host=host, user=getpass.getuser(), prefix=self.prefix,
                port=port, first=port + 1, last=port + len(self.nodes),
                most=len(self.nodes) - 1,
            )
        )  # fmt: skip
        (self.prefix / "gres.conf").write_text("Name=gpu File=/dev/null\n")
        munge = self.prefix / "munge"
        (munge / "key").write_bytes(os.urandom(128))
        (munge / "key").chmod(0o400)
        options = {"key-file": "key", "socket": "sock", "pid-file": "pid", "log-file": "log",
                   "seed-file": "seed"}  # fmt: skip
        self.call("munged", *(f"--{name}={munge / file}" for name, file in options.items()))
        self.call("slurmctld", "-f", str(self.conf))
        for node in self.nodes:
            self.start_node(node)
        self.wait_idle()

    def start_node(self, node: str) -> None:
        """Start the daemon of a node."""
        self.call("slurmd", "-f", str(self.conf), "-N", node)

    def kill_node(self, node: str, *, keeps_scripts: bool = False) -> None:
        """Kill the daemon of a node and every job step it started, as a power cut would.

        The node has no disk: what its daemon had written is gone.  A node that keeps it cannot
        start a job that comes back: its script is there already, or is purged as a stray one while
        it is being started (seen with Slurm 22.05); with ``keeps_scripts`` it is that node.
        """
        os.kill(int((self.prefix / f"slurmd.{node}.pid").read_text()), signal.SIGKILL)
        jobs = self._jobs(node)
        # Who looks after a job would tell of its end.
        keepers = {pid for pid in map(_parent, jobs) if _name(pid) == "slurmstepd"}
        for pid in (*keepers, *jobs):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for path in (self.prefix / "spool" / node).iterdir():
            if path.is_dir() and not keeps_scripts:
                shutil.rmtree(path, ignore_errors=True)
            elif not path.is_dir():
                path.unlink()

    def _jobs(self, node: str) -> list[int]:
        """Return the processes of jobs on a node."""
        found = []
        wanted = f"SLURMD_NODENAME={node}".encode()
        conf = f"SLURM_CONF={self.conf}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                variables = (folder / "environ").read_bytes().split(b"\0")
                if wanted in variables and conf in variables and int(folder.name) != os.getpid():
                    found.append(int(folder.name))
        return found

    def call(self, *command: str) -> str:
        """Run one of Slurm's programs and return what it says."""
        made = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=60
        )
        assert made.returncode == 0, (command, made.stdout, made.stderr)
        return made.stdout

    def wait_idle(self, nodes: int = 0, patience_s: float = 60.0) -> None:
        """Wait until so many nodes are idle, all of them if none is said."""
        nodes = nodes or len(self.nodes)
        end = time.monotonic() + patience_s
        while len(self.call("sinfo", "-h", "-N", "-t", "idle", "-o", "%N").split()) < nodes:
            assert time.monotonic() < end, self.call("sinfo", "-N", "-l")
            time.sleep(0.2)

    def stop(self) -> None:
        """Cancel every job and end the daemons."""
        with contextlib.suppress(AssertionError, subprocess.TimeoutExpired):
            self.call("scancel", "--user", getpass.getuser())
            end = time.monotonic() + 15.0
            while self.call("squeue", "-h", "-t", "R,CG").strip() and time.monotonic() < end:
                time.sleep(0.2)
        daemons = [f"slurmd.{node}.pid" for node in self.nodes]
        for name in (*daemons, "slurmctld.pid", "munge/pid"):
            with contextlib.suppress(OSError, ValueError):
                pid = int((self.prefix / name).read_text())
                os.kill(pid, signal.SIGTERM)
                end = time.monotonic() + 10.0
                while _runs(pid) and time.monotonic() < end:
                    time.sleep(0.1)


@contextlib.contextmanager
def cluster(nodes: int = 2) -> Iterator[Cluster]:
    """Have a Slurm of so many nodes, and its variables, as long as the context lasts."""
    # Not below pytest's folder: everybody must be able to pass through to MUNGE's socket.
    prefix = Path(tempfile.mkdtemp(prefix="slurm-"))
    made = Cluster(prefix, nodes)
    try:
        made.start()
        with mock.patch.dict(os.environ, made.environment):
            yield made
    finally:
        made.stop()
        shutil.rmtree(prefix, ignore_errors=True)
