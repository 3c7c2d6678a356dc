"""A machine made of shell scripts: compilers that say and do what a test wants."""

from pathlib import Path

import pytest
from fakes import script

from league.toolchains import compilers
from league.toolchains.discovery import Found, discover
from league.toolchains.files import Toolchain, load

OFFLOADING = """
schema = 1
title = "A compiler"
device = "{device}"
arch = "{arch}"
version = "19"
[compiler]
family = "Clang"
cxx = ["fakecxx"]
[packages]
debian = ["clang-19", "clang-tools-19"]
[flags]
host = ["-O3"]
omp = ["-fopenmp"]
offload = ["-fopenmp-targets=somewhere"]
[why_not]
acc = "no OpenACC here"
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def offloading(folder: Path, device: str = "x86_64", arch: str = "") -> Toolchain:
    text = OFFLOADING.replace("{device}", device).replace("{arch}", arch)
    return load(write(folder, "fake", text))


def empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with no compiler; returns its bin folder, which is first on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr(compilers, "USUAL_PLACES", {make: () for make in compilers.USUAL_PLACES})
    for variable in ("CUDA_HOME", "CUDA_PATH", "ROCM_PATH"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(compilers, "gpus", lambda device: [])
    return folder


def fake_compiler(
    folder: Path,
    *,
    name: str = "fakecxx",
    says: str = "Debian clang version 19.1.7 (3)",
    compiling: str = "",
    program: str = "exit 0",
) -> Path:
    """A script that answers --version, runs `compiling` and writes `program` as its output."""
    path = script(
        folder / name,
        "#!/bin/sh\n"
        f'case "$*" in *--version*) echo "{says}"; exit 0;; esac\n'
        f'echo "$*" >> "{folder}/calls"\n'
        f"{compiling}\n"
        'while [ $# -gt 0 ]; do [ "$1" = -o ] && out=$2; shift; done\n'
        f"printf '#!/bin/sh\\n%s\\n' '{program}' > \"$out\"\nchmod +x \"$out\"\n",
    )
    return path


def calls(folder: Path) -> list[str]:
    log = folder / "calls"
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def find_one(one: Toolchain, project: Path) -> Found:
    return discover([one], project=project)[0]
