"""What Debian's package tools know and can fetch: candidates, installed packages, downloads.

Nothing here raises when the machine is not a Debian or has no network: the answer is then "no",
and the caller decides what to say.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from league.base import process


def is_debian() -> bool:
    """Whether apt and dpkg are here to be asked."""
    return all(shutil.which(tool) for tool in ("apt-get", "apt-cache", "dpkg-deb", "dpkg-query"))


def is_root() -> bool:
    """Whether packages may be installed into the system."""
    return os.geteuid() == 0


def _run(command: Sequence[str], cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a package tool, which may take half an hour."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return process.quietly(command, environment=quiet, cwd=cwd, timeout_s=1800)


def _trouble(command: Sequence[str], cwd: Path | None = None) -> str:
    """Run a package tool; empty when it worked, else the last line it said."""
    done = _run(command, cwd)
    return "" if done.returncode == 0 else last_line(done.stderr) or f"{command[0]} failed"


def missing(packages: Iterable[str]) -> list[str]:
    """Those of `packages` that dpkg does not hold as installed, in the given order."""
    wanted = list(dict.fromkeys(packages))
    if not wanted:
        return []
    listing = _run(["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *wanted])
    there = {line.split()[0] for line in listing.stdout.splitlines() if line.endswith(" installed")}
    return [package for package in wanted if package not in there]


class Apt:
    """Ask and download through apt, on request with package lists in a folder of our own.

    `private` is that folder; it lets a user who is not root refresh the lists.
    """

    def __init__(self, private: Path | None = None) -> None:
        self.options = ["-oAPT::Sandbox::User=root"] if is_root() else []
        if private is not None:
            (private / "lists" / "partial").mkdir(parents=True, exist_ok=True)
            (private / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
            self.options += [
                f"-oDir::State::lists={private}/lists",
                f"-oDir::Cache={private}/cache",
            ]

    def candidates(self, packages: Iterable[str]) -> dict[str, str]:
        """The version apt would install, for each package apt knows."""
        found: dict[str, str] = {}
        policy = _run(["apt-cache", *self.options, "policy", *packages])
        package = ""
        for line in policy.stdout.splitlines():
            if line and not line.startswith(" "):
                package = line.rstrip(":")
            elif line.strip().startswith("Candidate:"):
                version = line.split(":", 1)[1].strip()
                if version != "(none)":
                    found[package] = version
        return found

    def update(self) -> str:
        """Refresh the package lists; empty when it worked, else the last line apt said."""
        return _trouble(["apt-get", *self.options, "-qq", "update"])

    def download(self, package: str, version: str, folder: Path) -> str:
        """Put the package file into `folder`; empty when it worked, else why not."""
        return _trouble(
            ["apt-get", *self.options, "-qq", "download", f"{package}={version}"], folder
        )

    def install(self, packages: Sequence[str]) -> str:
        """Install into the system (root only); empty when it worked, else why not."""
        quiet = ("-qq", "-y", "--no-install-recommends")
        return _trouble(["apt-get", *self.options, *quiet, "install", *packages])


def unpack(deb: Path, root: Path) -> bool:
    """Lay the files of a package file under `root`, without touching the system."""
    return _run(["dpkg-deb", "-x", str(deb), str(root)]).returncode == 0


def is_sound(deb: Path) -> bool:
    """Whether a package file is there and whole enough to be read."""
    return deb.is_file() and _run(["dpkg-deb", "--info", str(deb)]).returncode == 0


def last_line(text: str) -> str:
    """The last line that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
