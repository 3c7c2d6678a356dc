#!/bin/sh
# Builds programs.cu with nvcc and runs it on the emulated device, with what its output must say.
# usage: programs.sh SOURCE LIBRARIES SCRATCH     exit: 0, 1, or 77: no compiler here.
set -u
source=$1 libraries=$2 scratch=$3
PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "no nvcc"; exit 77; }
program=$scratch/programs
nvcc -O1 -std=c++17 -lineinfo -cudart shared --no-compress -gencode arch=compute_80,code=compute_80 "$source" -o "$program" || exit 1
export LD_LIBRARY_PATH=$libraries
failed=0
says() { grep -q "$1" "$program.txt" || { echo "FAILED: it does not say: $1"; failed=1; }; }
silent() { grep "$1" "$program.txt" && { echo "FAILED: it says: $1"; failed=1; }; }

"$program" >"$program.txt" 2>&1 || failed=1
cat "$program.txt"
says "unsupported: cudaIpcGetMemHandle is not there"
says "1 launches that the program waited for nowhere"
silent " findings"

"$program" assert >"$program.txt" 2>&1 || failed=1
says "trap: kernel assume.*assertion 'n == 0' failed"

"$program" same >"$program.txt" 2>&1 || failed=1
says "^gpu-emulator: same-value-race: "
GPU_EMULATOR_SAME_VALUES=off "$program" same >"$program.txt" 2>&1 || failed=1
silent "same-value-race"
echo "kernel same, # all threads store the same" >"$scratch/suppressed.txt"
rm -f "$scratch/findings.txt"
GPU_EMULATOR_SUPPRESSIONS=$scratch/suppressed.txt GPU_EMULATOR_REPORT=$program.json "$program" same >"$program.txt" 2>&1 || failed=1
silent "same-value-race"
grep -q '"known":\["same-value-race: .*(suppressed)' "$program.json" || { echo "FAILED: a suppressed finding is not listed"; failed=1; }
GPU_EMULATOR_FINDINGS=$scratch/findings.txt "$program" same >"$program.txt" 2>&1 || failed=1
grep -q "^same-value-race: kernel same" "$scratch/findings.txt" || { echo "FAILED: no file of findings"; failed=1; }
exit $failed
