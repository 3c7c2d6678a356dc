#!/bin/sh
# Builds twins.cu with nvcc or twins.c with GCC and runs each pair on the emulated device in five seeds: the clean
# form says nothing, the racy form is found under its name, with the line of its source where the compiler tells it.
# usage: twins.sh nvcc|gcc FOLDER-OF-SOURCES LIBRARIES SCRATCH     exit: 0, 1, or 77: no compiler here.
set -u
compiler=$1 sources=$2 libraries=$3 scratch=$4
PATH=$PATH:/usr/local/cuda/bin
program=$scratch/twins-$compiler
case $compiler in
  nvcc)
    command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
    nvcc -O2 -std=c++17 -lineinfo -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$sources/twins.cu" -o "$program" || exit 1
    races="lanes lane_sum warps warp_sum blocks critical last_block"
    others="kernels:stream-race copy:stream-race host:host-access shared_end:out-of-bounds constant:constant-store division:division-by-zero
      stack:stack-overflow ballot:lane-mask barrier:barrier-count leave:divergent-barrier"
    ;;
  gcc)
    command -v gcc-12 >/dev/null || { echo "no gcc-12"; exit 77; }
    test -x /usr/lib/gcc/x86_64-linux-gnu/12/accel/nvptx-none/mkoffload || { echo "no offload compiler of GCC 12"; exit 77; }
    gcc-12 -O2 -fopenmp -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80 -foffload-options=nvptx-none=-latomic -no-pie \
      "$sources/twins.c" -o "$program" || exit 1
    races="team_reduction team_atomic thread_reduction thread_atomic thread_critical thread_barrier lane_reduction" others=""
    ;;
  *) exit 2 ;;
esac
export LD_LIBRARY_PATH="$libraries" OMP_TARGET_OFFLOAD=MANDATORY GPU_EMULATOR_MULTIPROCESSORS=4
# AMD's runtime, where it is installed and finds no GPU, has libgomp print that beside all others.
export HSA_RUNTIME_LIB=none
failed=0
fails() { echo "FAILED: $*"; failed=1; }
pair() {
  for seed in 0 1 2 3 4; do
    export GPU_EMULATOR_SEED=$seed
    said=$("$program" "$1" clean 2>&1) && [ -z "$said" ] || fails "$1, clean, seed $seed: $said"
    said=$("$program" "$1" racy 2>&1)
    echo "$said" | grep -q "^gpu-emulator: $2: " || fails "$1, racy, seed $seed: no $2: $said"
    [ "$compiler" = gcc ] || [ "$1" = copy ] || [ "$1" = host ] || echo "$said" | grep -q "(.*twins.cu:[0-9]*)" || fails "$1: no line of the source: $said"
  done
}
for one in $races; do pair "$one" race; done
for one in $others; do pair "${one%%:*}" "${one#*:}"; done
exit $failed
