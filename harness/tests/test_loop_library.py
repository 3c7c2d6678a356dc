"""CMake and loop libraries: which Kokkos a build takes, and what is said of one it does not."""

import json
import shutil
from pathlib import Path

import pytest
from saying import called

ROOT = Path(__file__).resolve().parents[2]
COMPILER = shutil.which("g++-12") or shutil.which("g++") or ""
OFFLOADS = "#define KOKKOS_ENABLE_OPENMPTARGET\n"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not COMPILER or shutil.which("cmake") is None or shutil.which("ninja") is None,
        reason="needs g++, cmake and ninja",
    ),
]


def install(folder: Path, compiler: str, macros: str) -> None:
    """Install a Kokkos that is no more than what CMake looks at."""
    package = folder / "lib/cmake/Kokkos"
    package.mkdir(parents=True)
    (folder / "include").mkdir()
    (folder / "include/Kokkos_Macros.hpp").write_text(macros)
    (package / "KokkosConfigVersion.cmake").write_text('set(PACKAGE_VERSION "9.8.7")\n')
    (package / "KokkosConfig.cmake").write_text(
        f'set(Kokkos_CXX_COMPILER "{compiler}")\n'
        "set(CMAKE_CXX_EXTENSIONS ${CMAKE_CXX_EXTENSIONS})\n"
        "add_library(Kokkos::kokkos INTERFACE IMPORTED)\n"
        "set_target_properties(Kokkos::kokkos PROPERTIES\n"
        f'  INTERFACE_INCLUDE_DIRECTORIES "{folder}/include")\n'
    )


def kokkos_variant(build: Path, *settings: str) -> dict[str, str]:
    """Configure lambda-forall and return what the manifest says of its target-kokkos."""
    command = ["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja"]
    command += [f"-DCMAKE_CXX_COMPILER={COMPILER}", "-DLEAGUE_OMP_FLAGS=-fopenmp"]
    command += ["-DLEAGUE_OFFLOAD_FLAGS=-foffload=disable", "-DLEAGUE_ONLY=lambda-forall"]
    done = called([*command, *settings])
    assert done.returncode == 0, done.stderr
    variants = json.loads((build / "manifest.json").read_text())["variants"]
    found = next(one for one in variants if one["variant"] == "target-kokkos")
    return {key: str(found[key]) for key in ("executable", "unavailable")}


@pytest.mark.parametrize(
    ("compiler", "macros", "reason"),
    [
        (COMPILER, OFFLOADS, ""),
        (COMPILER, "#define KOKKOS_ENABLE_SERIAL\n", "without its back end for target regions"),
        ("/opt/other/bin/clang++", OFFLOADS, "another compiler built it: clang++"),
    ],
)
def test_a_kokkos_is_taken_only_if_it_fits(
    tmp_path: Path, compiler: str, macros: str, reason: str
) -> None:
    install(tmp_path / "kokkos", compiler, macros)
    variant = kokkos_variant(tmp_path / "build", f"-DKokkos_ROOT={tmp_path / 'kokkos'}")
    if reason:
        assert variant["executable"] == ""
        assert f"Kokkos 9.8.7 was found, but {reason}" in variant["unavailable"]
    else:
        assert variant["executable"].endswith("lambda-forall.target-kokkos")
        assert variant["unavailable"] == ""


def test_without_a_kokkos_the_manifest_says_so(tmp_path: Path) -> None:
    variant = kokkos_variant(tmp_path / "build", "-DCMAKE_DISABLE_FIND_PACKAGE_Kokkos=ON")
    assert "Kokkos was not found" in variant["unavailable"]
