#!/bin/sh
# Builds warps.cu as HIP for an AMD GPU and gives it to a test.
#   warps.sh TEST SOURCE HARNESS SCRATCH     exit: 0, 1, or 77: no Clang 19, no linker for it, or no HIP.
set -u
test=$1 source=$2 harness=$3 scratch=$4
libraries=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode
command -v clang++-19 >/dev/null || { echo "no clang++-19"; exit 77; }
[ -x /usr/lib/llvm-19/bin/ld.lld ] || { echo "no lld-19"; exit 77; }
[ -e /usr/include/hip/hip_runtime.h ] && [ -e $libraries/ockl.bc ] || { echo "no HIP, or no device libraries"; exit 77; }
mkdir -p "$scratch"
for level in -O1 -O3; do
  clang++-19 -std=c++17 -x hip --offload-arch=gfx90a --rocm-device-lib-path=$libraries --cuda-device-only --no-gpu-bundle-output \
    -mcode-object-version=4 -I"$harness/toolchains/support/hip" -include cuda_runtime.h -I"$harness/core/include" $level \
    "$source" -o "$scratch/warps$level.so" || exit 1
  "$test" "$scratch/warps$level.so" || exit 1
done
