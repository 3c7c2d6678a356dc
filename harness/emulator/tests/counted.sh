#!/bin/sh
# Builds counted.cu with nvcc or counted.cpp with an OpenMP compiler and runs it on the emulated device, whose counts it
# holds against what was worked out by hand.
# usage: counted.sh nvcc|gcc|clang FOLDER-OF-SOURCES LIBRARIES SCRATCH [LLVM]
# LLVM is a folder with the OpenMP runtime of Clang 19 (include, lib). exit: 0, 1, or 77: no compiler here.
set -u
compiler=$1 sources=$2 libraries=$3 scratch=$4 llvm=${5:-}
PATH=$PATH:/usr/local/cuda/bin
program=$scratch/counted-$compiler
has() { command -v "$1" >/dev/null || { echo "no $1"; exit 77; }; }
case $compiler in
  nvcc)
    has nvcc
    nvcc -O2 -std=c++17 -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$sources/counted.cu" -o "$program" -ldl || exit 1
    ;;
  gcc)
    has g++-12
    test -x /usr/lib/gcc/x86_64-linux-gnu/12/accel/nvptx-none/mkoffload || { echo "no offload compiler of GCC 12"; exit 77; }
    # A thread of GCC's is a warp; its lanes are those of simd.
    g++-12 -O2 -std=c++17 -fopenmp -DSIMD=simd -DTEAM_THREADS=4 -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80 \
      -foffload-options=nvptx-none=-latomic -no-pie "$sources/counted.cpp" -o "$program" -ldl || exit 1
    ;;
  clang)
    has clang++-19
    has llvm-objcopy-22
    has ptxas
    test -e "$llvm/lib/libomptarget-nvptx-sm_90.bc" || { echo "no OpenMP runtime of Clang 19"; exit 77; }
    toolchains=$sources/../../toolchains/support
    LEAGUE_PTXAS=$(command -v ptxas)
    PATH=$toolchains/with_source:$PATH
    export LEAGUE_PTXAS PATH
    clang++-19 -O2 -std=c++17 -fopenmp -DSIMD= -DTEAM_THREADS=128 --offload-arch=sm_90 -foffload-lto -fopenmp-target-jit \
      --libomptarget-nvptx-bc-path="$llvm/lib/libomptarget-nvptx-sm_90.bc" -isystem "$llvm/include" -L"$llvm/lib" -Wl,-rpath,"$llvm/lib" \
      -Wno-unknown-cuda-version "$sources/counted.cpp" "$toolchains/register_nvptx.cpp" -o "$program" -ldl || exit 1
    libraries=$libraries:$llvm/lib
    ;;
  *) exit 2 ;;
esac
export LD_LIBRARY_PATH="$libraries" OMP_TARGET_OFFLOAD=MANDATORY
exec "$program"
