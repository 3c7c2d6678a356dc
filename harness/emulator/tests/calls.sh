#!/bin/sh
# Builds calls.cu and nested.cu with nvcc and runs them on the emulated device, with what their output must say.
# usage: calls.sh SOURCES LIBRARIES SCRATCH     exit: 0, 1, or 77: no compiler here.
set -u
sources=$1 libraries=$2 scratch=$3
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
program=$scratch/calls
nvcc -O1 -std=c++17 -lineinfo -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$sources/calls.cu" \
  -L"$libraries" -lcuda -o "$program" || exit 1
export LD_LIBRARY_PATH=$libraries
failed=0
says() { grep -q "$1" "$program.txt" || { echo "FAILED: it does not say: $1"; failed=1; }; }

for seed in 0 1 3; do
  GPU_EMULATOR_SEED=$seed timeout 120 "$program" >"$program.txt" 2>&1 || { echo "FAILED: seed $seed"; failed=1; }
  cat "$program.txt"
done
says "unsupported: cuDeviceGetP2PAttribute is not there"
timeout 120 "$program" spin >"$program.txt" 2>&1 || { echo "FAILED: a host that spins"; failed=1; }
says "the host calls nothing; what it has queued runs beside it"
(ulimit -d 100000; "$program" memory >"$program.txt" 2>&1) || { echo "FAILED: a limit on memory"; failed=1; }
says "the host has no memory left"
says "error 2"

# -rdc=true for a kernel that launches, and the runtime of the device.
if nvcc -O1 -rdc=true -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$sources/nested.cu" \
  -o "$scratch/nested" -lcudadevrt 2>"$scratch/nested.txt"; then
  program=$scratch/nested
  "$program" >"$program.txt" 2>&1
  cat "$program.txt"
  [ "$(grep -c 'unsupported: .*launches of a kernel by a kernel' "$program.txt")" = 1 ] || { echo "FAILED: dynamic parallelism"; failed=1; }
fi
exit $failed
