#!/bin/sh
# The decoder against LLVM's disassembler: all opcodes, and what Clang makes of kernels.cpp.
#   decode.sh TEST LLVM_MC SOURCE_FOLDER FOLDER
set -u
test=$1 llvm_mc=$2 source=$3 folder=$4
[ -x "$llvm_mc" ] || { echo "no llvm-mc"; exit 77; }
"$test" "$llvm_mc" "$folder" || exit 1
command -v clang++-19 >/dev/null || exit 0
objdump=$(dirname "$(readlink -f "$llvm_mc")")/llvm-objdump
[ -x "$objdump" ] || exit 0
for gpu in gfx906 gfx90a; do
  for level in -O0 -O2; do
    clang++-19 --target=amdgcn-amd-amdhsa -mcpu=$gpu -nogpulib $level -c "$source/kernels.cpp" -o "$folder/amd-kernels.o" || exit 0
    "$objdump" -d "$folder/amd-kernels.o" >"$folder/amd-kernels.txt" || exit 1
    "$test" "$llvm_mc" "$folder" $gpu "$folder/amd-kernels.txt" || exit 1
  done
done
