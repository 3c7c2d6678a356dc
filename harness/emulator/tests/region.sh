#!/bin/sh
# Builds tests/region.cpp with an OpenMP compiler and runs it on the emulated device.
# usage: region.sh gcc|clang|gcc-amd|clang-amd SOURCE LIBRARIES SCRATCH LLVM [LINE]
# LLVM is a folder with the OpenMP runtime of Clang 16, for AMD 19 (include, lib). LINE of the source has a fault, which has to be found there; else nothing
# may be. exit: 0, 1, or 77: no compiler here.
set -u
compiler=$1 source=$2 libraries=$3 scratch=$4 llvm=${5:-} line=${6:-}
program=$scratch/$(basename "$source" .cpp)-$compiler
case $compiler in
  gcc)
    command -v g++-12 >/dev/null || { echo "no g++-12"; exit 77; }
    test -x /usr/lib/gcc/x86_64-linux-gnu/12/accel/nvptx-none/mkoffload || { echo "no offload compiler of GCC 12"; exit 77; }
    g++-12 -O2 -fopenmp -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80 \
      -foffload-options=nvptx-none=-latomic -no-pie "$source" -o "$program" || exit 1
    checks=all
    ;;
  clang)
    command -v clang++-16 >/dev/null || { echo "no clang++-16"; exit 77; }
    test -e "$llvm/lib/libomptarget-nvptx-sm_90.bc" || { echo "no OpenMP runtime of Clang 16"; exit 77; }
    clang++-16 -O2 -fopenmp --offload-arch=sm_90 --libomptarget-nvptx-bc-path="$llvm/lib/libomptarget-nvptx-sm_90.bc" \
      -isystem "$llvm/include" -L"$llvm/lib" -Wl,-rpath,"$llvm/lib" -foffload-lto -fopenmp-target-jit \
      "$source" -o "$program" || exit 1
    libraries=$libraries:$llvm/lib
    checks=all
    ;;
  gcc-amd)
    command -v g++-12 >/dev/null || { echo "no g++-12"; exit 77; }
    test -x /usr/lib/gcc/x86_64-linux-gnu/12/accel/amdgcn-amdhsa/mkoffload || { echo "no offload compiler of GCC 12 for AMD GPUs"; exit 77; }
    g++-12 -O2 -g1 -fopenmp -foffload=amdgcn-amdhsa -foffload-options=amdgcn-amdhsa=-march=gfx906 -foffload-options=-lm -no-pie \
      "$source" -o "$program" || exit 1
    checks=all
    ;;
  clang-amd)
    bitcode=${ROCM_PATH:-/usr/lib/x86_64-linux-gnu}/amdgcn/bitcode
    command -v clang++-19 >/dev/null || { echo "no clang++-19"; exit 77; }
    test -e "$bitcode/ockl.bc" || { echo "no device libraries of AMD"; exit 77; }
    # The linker of another version, which the PATH may have, does not know the code.
    PATH=/usr/lib/llvm-19/bin:$PATH
    ld.lld --version | grep -q 'LLD 19' || { echo "no lld-19"; exit 77; }
    test -e "$llvm/lib/libomptarget.so" || { echo "no OpenMP runtime of Clang 19"; exit 77; }
    clang++-19 -O2 -g1 -fopenmp --offload-arch=gfx90a --rocm-device-lib-path="$bitcode" \
      -isystem "$llvm/include" -L"$llvm/lib" -Wl,-rpath,"$llvm/lib" "$source" -o "$program" || exit 1
    checks=all
    ;;
  *) exit 2 ;;
esac
OMP_TARGET_OFFLOAD=MANDATORY GPU_EMULATOR_CHECKS=$checks GPU_EMULATOR_REPORT=$program.json LD_LIBRARY_PATH=$libraries "$program"
ended=$?
if [ -n "$line" ]; then
  grep -q "out-of-bounds: kernel .*$(basename "$source"):$line) .*group (.* wave .* lane " "$program.json"
  exit
fi
[ $ended = 0 ] || exit 1
# A kernel ran here, and all that was found is nothing.
grep -q '"findings": *\[\]' "$program.json" && grep -q '"launches": *[1-9]' "$program.json"
