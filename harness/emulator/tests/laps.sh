#!/bin/sh
# Builds laps.cu, which contains the measuring core's CUDA model, and runs it on the stand-in runtime, without a finding.
# usage: laps.sh SOURCES LIBRARY-FOLDER SCRATCH     exit: 0, 1, or 77: no nvcc here.
set -u
sources=$1 libraries=$2 scratch=$3
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
nvcc -O1 -std=c++17 -lineinfo -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 \
  -I"$sources/../../core/include" "$sources/laps.cu" -o "$scratch/laps" -L"$libraries" -lcuda || exit 1
LD_LIBRARY_PATH=$libraries "$scratch/laps" >"$scratch/laps.txt" 2>&1
failed=$?
cat "$scratch/laps.txt"
[ $failed = 0 ] && [ "$(cat "$scratch/laps.txt")" = good ]
