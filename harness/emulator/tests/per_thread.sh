#!/bin/sh
# Builds per_thread.cu with default streams per thread and runs it on the stand-in runtime, without a finding.
# usage: per_thread.sh SOURCE LIBRARY-FOLDER SCRATCH     exit: 0, 1, or 77: no nvcc here.
set -u
source=$1 libraries=$2 scratch=$3
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
nvcc -O2 -lineinfo --default-stream per-thread -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$source" \
  -o "$scratch/per_thread" -L"$libraries" -lcuda || exit 1
LD_LIBRARY_PATH=$libraries "$scratch/per_thread" >"$scratch/per_thread.txt" 2>&1
failed=$?
cat "$scratch/per_thread.txt"
[ $failed = 0 ] && [ "$(cat "$scratch/per_thread.txt")" = good ]
