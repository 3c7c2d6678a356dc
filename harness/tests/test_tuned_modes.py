"""No tuned variant has a kernel whose work one thread hands out, as Clang 19 compiles it.

In generic mode one thread of a team runs what stands outside of ``parallel`` and wakes the others
by way of shared memory, which costs more than what tuning gains. Clang tells the mode in a variable
beside each kernel: 1 is generic, 2 is SPMD, 3 is a generic source that became SPMD.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from league.toolchains import compilers

from .saying import called

ROOT = Path(__file__).resolve().parents[2]
GENERIC = 1
_KERNEL = re.compile(
    r"^@(\w+)_kernel_environment = .*ConfigurationEnvironmentTy \{ i8 \d+, i8 \d+, i8 (\d+)", re.M
)
#: One thread of each team begins these; what is combined with ``parallel`` all of them begin.
_BEGUN_BY_ONE = re.compile(
    r"^ *#pragma omp target(?! (?:data|update|enter|exit) )(?!.*(?:parallel|loop))", re.M
)
_MINE = """\
void note(double*);
void k(int n, double* a) {
  #pragma omp target teams distribute
  for (int i = 0; i < n; ++i) {
    LINE
    #pragma omp parallel for
    for (int j = 0; j < n; ++j) a[i * n + j] += i;
  }
}
"""


def sources() -> list[Path]:
    """The sources of tuned variants with kernels that one thread of a team begins."""
    tuned = [
        file
        for group in ("kernels", "npb", "miniapps")
        for file in ROOT.glob(f"{group}/*/target-tuned*")
    ]
    files = sorted(
        file for one in tuned for file in ([one] if one.is_file() else one.glob("*.cpp"))
    )
    return [file for file in files if _BEGUN_BY_ONE.search(file.read_text().replace("\\\n", " "))]


def variant(file: Path) -> Path:
    """The folder or the file of the variant that a source belongs to."""
    return file if file.parent.parent.parent == ROOT else file.parent


@pytest.fixture(scope="module")
def command() -> list[str | Path]:
    """Clang 19, told to write what it makes for a GPU as text."""
    compiler = compilers.find("Clang", ["clang++-19", "clang++"], "19").compiler
    runtime = compiler and compilers.llvm_runtime(ROOT, 19, compiler.path)
    if not compiler or not runtime:
        pytest.skip("Clang 19 or its OpenMP runtime is not here")
    words = "-std=c++17 -O3 -fopenmp --offload-arch=sm_90 --offload-device-only -nocudalib"
    return [
        compiler.path,
        *words.split(),
        *("-S", "-emit-llvm"),
        "-I",
        ROOT / "harness/core/include",
        "-I",
        runtime / "include",
    ]


def modes(command: list[str | Path], file: Path, out: Path) -> dict[str, int]:
    """The mode of each kernel of a source."""
    folders = [file.parents[1], file.parent, file.parents[1] / "target-data"]
    include = [word for folder in folders for word in ("-I", folder)]
    done = called([*command, *include, file, "-o", out])
    assert done.returncode == 0, done.stderr
    return {name: int(mode) for name, mode in _KERNEL.findall(out.read_text())}


def test_the_mode_of_a_kernel_is_read(command: list[str | Path], tmp_path: Path) -> None:
    told = {}
    for name, line in {"plain": "", "calls": "note(a + i);"}.items():
        file = tmp_path / f"{name}.cpp"
        file.write_text(_MINE.replace("LINE", line))
        [told[name]] = modes(command, file, tmp_path / "out.ll").values()
    assert told == {"plain": 3, "calls": GENERIC}


@pytest.mark.slow
@pytest.mark.parametrize("file", sources(), ids=lambda file: str(file.relative_to(ROOT)))
def test_tuned_kernels_are_not_generic(
    command: list[str | Path], file: Path, tmp_path: Path
) -> None:
    found = modes(command, file, tmp_path / "out.ll")
    assert found
    generic = [name for name, mode in found.items() if mode == GENERIC]
    folder = variant(file).parent
    said = (folder / "README.md").read_text() + (folder / "NOTES.md").read_text()
    excused = re.search(rf"`{variant(file).stem}`[^.]*generic mode", said)
    assert bool(generic) == bool(excused), generic
