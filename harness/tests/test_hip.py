"""CUDA variants as HIP: what the toolchain has, what it builds, and what it says without a GPU."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from league.toolchains import discovery
from league.toolchains.discovery import Found, configure_line
from league.toolchains.files import load
from league.toolchains.probes import NO_DEVICE

ROOT = Path(__file__).resolve().parents[2]
TOOLCHAIN = load(ROOT / "harness/toolchains/clang-19-hip-gfx90a.toml")


def test_the_c_plus_plus_compiler_takes_cuda_alone() -> None:
    assert TOOLCHAIN.as_hip
    assert TOOLCHAIN.purpose() == "cuda" and TOOLCHAIN.models() == ("cuda",)
    other = load(ROOT / "harness/toolchains/nvcc-13-sm_80.toml")
    assert not other.as_hip and other.purpose() == "cuda"


@pytest.fixture(scope="module")
def found() -> Found:
    (here,) = discovery.discover([TOOLCHAIN], project=ROOT)
    if here.state == "absent" or not Path("/usr/include/hip/hip_runtime.h").exists():
        pytest.skip(f"needs the packages {' '.join(TOOLCHAIN.packages)}")
    return here


def test_the_probe_builds_and_sees_no_device(found: Found) -> None:
    assert found.state == "usable"
    if not Path("/dev/kfd").exists():
        assert found.capabilities["cuda"].reason == NO_DEVICE


@pytest.mark.slow
def test_a_variant_with_a_reduction_is_built_and_others_say_why_not(
    found: Found, tmp_path: Path
) -> None:
    line = configure_line(found, source=ROOT, build=tmp_path)
    line = [word for word in line if not word.startswith("-DLEAGUE_ONLY=")]
    subprocess.run([*line, "-DLEAGUE_ONLY=dot;bude;matmul"], check=True, capture_output=True)
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    reasons = {f"{one['benchmark']}.{one['variant']}": one["unavailable"]
               for one in manifest["variants"]}  # fmt: skip
    assert reasons["bude.cuda"] == "not as HIP: inline PTX"
    assert "warps of 32" in reasons["matmul.cuda-tensor"]
    assert reasons["dot.cublas"] == "cuBLAS is NVIDIA's"
    assert reasons["dot.cuda"] == reasons["matmul.cuda"] == ""
    assert shutil.which("ninja")
    subprocess.run(["ninja", "-C", str(tmp_path), "dot.cuda"], check=True, capture_output=True)
    words = [str(tmp_path / "kernels/dot/dot.cuda"), "--class", "S", "--repeat", "1"]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    if not Path("/dev/kfd").exists():
        assert said.returncode == 77 and "no device" in said.stdout + said.stderr
