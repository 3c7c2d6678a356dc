"""What compilers remark on a variant: which commands are asked, and what is kept of the answer."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from league.run import remarks
from league.run.manifest import Variant

SAID = {
    "clang++-19": (
        "{source}:18:7: remark: Transformed generic-mode kernel to SPMD-mode. [OMP120]"
        " [-Rpass=openmp-opt]\n"
        "{source}:18:7: remark: Transformed generic-mode kernel to SPMD-mode. [OMP120]"
        " [-Rpass=openmp-opt]\n"
        "{source}:3:1: warning: no remark\n"
    ),
    "g++-12": "/usr/x.h:2:2: optimized:  loop vectorized\n{source}:9:5: missed:  it is not\n",
    "nvc++": "{source}:1:1: remark: never asked\n",
}


@pytest.mark.parametrize(
    ("compiler", "told"),
    [
        ("clang++-19", ["kernels/jacobi/omp.cpp:18: Transformed generic-mode kernel to SPMD-mode."
                        " [OMP120]"]),
        ("g++-12", ["kernels/jacobi/omp.cpp:9: it is not"]),
        ("nvc++", []),
    ],
)  # fmt: skip
def test_remarks_are_those_on_the_suites_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str, told: list[str]
) -> None:
    source = tmp_path / "kernels/jacobi/omp.cpp"
    problem = tmp_path / "kernels/jacobi/jacobi.cpp"
    asked: list[list[str]] = []

    def quietly(command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[str]:
        if command[0] == "ninja":
            line = f"ccache /usr/bin/{compiler} -MF {{0}}.d -o dir/{{1}}.dir/{{0}}.o -c {{2}}\n"
            out = line.format("omp.cpp", "jacobi.omp", source)
            out += line.format("jacobi.cpp", "jacobi.problem", problem)
            return subprocess.CompletedProcess(command, 0, out, "")
        asked.append(list(command))
        return subprocess.CompletedProcess(command, 0, "", SAID[compiler].format(source=source))

    monkeypatch.setattr("league.base.process.quietly", quietly)
    variant = Variant("kernels", "jacobi", "omp", "omp", offloads=False, target="jacobi.omp")
    assert remarks.of(variant, tmp_path) == told
    assert len(asked) == (compiler != "nvc++")
    assert all("/dev/null" in one and str(source) in one and "ccache" not in one for one in asked)
