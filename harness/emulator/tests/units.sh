#!/bin/sh
# Builds a CUDA program with nvcc for each architecture named and runs it on the emulated device, where it must say
# "all right", and find nothing, or races alone in what has a name, and those.
# usage: units.sh SOURCE LIBRARIES SCRATCH nothing|NAME ARCHITECTURE...     exit: 0, 1, or 77: no compiler here.
set -u
source=$1 libraries=$2 scratch=$3 name=$4
shift 4
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
failed=0
for arch in "$@"; do
  program=$scratch/$(basename "$source" .cu)-$arch
  nvcc -O1 -std=c++17 -lineinfo -cudart shared --no-compress -gencode arch=compute_$arch,code=compute_$arch "$source" \
    -o "$program" || exit 1
  LD_LIBRARY_PATH=$libraries timeout 250 "$program" >"$program.txt" 2>&1 || failed=1
  cat "$program.txt"
  grep -q "^all right" "$program.txt" || { echo "FAILED: $arch"; failed=1; }
  found=$(grep "^gpu-emulator: [a-z-]*: " "$program.txt")
  if [ "$name" = nothing ]; then good=-z; else good=-n; fi
  [ $good "$found" ] && ! echo "$found" | grep . | grep -qv "^gpu-emulator: race: .*$name" || { echo "FAILED: findings, $arch"; failed=1; }
done
exit $failed
