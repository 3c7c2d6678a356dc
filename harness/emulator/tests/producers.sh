#!/bin/sh
# Compiles producers.cu with every compiler of CUDA that is here and runs the PTX of each; what Clang makes of an OpenMP
# region for NVIDIA GPUs is read whole.
# usage: producers.sh PROGRAM SOURCE REGION SCRATCH     exit: 0, 1, or 77: no compiler here.
set -u
program=$1 source=$2 region=$3 scratch=$4
PATH=$PATH:/usr/local/cuda/bin
tried=0 failed=0
judge() { # NAME [run]
  tried=$((tried + 1))
  if [ -s "$scratch/$1.ptx" ] && "$program" "$scratch/$1.ptx" ${2:-}; then echo "$1: good"; else echo "$1: FAILED"; failed=1; fi
}
if command -v nvcc >/dev/null; then
  for arch in 75 80 90; do
    nvcc -O3 -lineinfo -ptx -arch=compute_$arch "$source" -o "$scratch/nvcc-$arch.ptx" && judge nvcc-$arch run
  done
  cuda=$(dirname "$(dirname "$(command -v nvcc)")")
  # Older ones do not know these headers.
  if command -v clang++-22 >/dev/null; then
    clang++-22 -O2 -x cuda --cuda-path="$cuda" -Wno-unknown-cuda-version --cuda-gpu-arch=sm_80 --cuda-device-only -S "$source" \
      -o "$scratch/clang-22.ptx" && judge clang-22 run
  fi
fi
for version in 15 16 19; do
  command -v clang++-$version >/dev/null || continue
  clang++-$version -O2 -fopenmp --offload-arch=sm_80 -nogpulib -Wno-unknown-cuda-version --offload-device-only -S "$region" \
    -o "$scratch/openmp-$version.ptx" && judge openmp-$version
done
[ $tried -gt 0 ] || { echo "no compiler of CUDA, and none of OpenMP for NVIDIA GPUs"; exit 77; }
exit $failed
