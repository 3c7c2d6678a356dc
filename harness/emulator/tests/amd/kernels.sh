#!/bin/sh
# Builds a file of kernels for each AMD GPU that is known, without and with optimization, and gives each to a test.
#   kernels.sh TEST SOURCE SCRATCH     exit: 0, 1, or 77: no Clang 19, or no linker for it.
set -u
test=$1 source=$2 scratch=$3
command -v clang++-19 >/dev/null || { echo "no clang++-19"; exit 77; }
linker=
for name in ld.lld-19 ld.lld /usr/lib/llvm-19/bin/ld.lld; do
  [ -n "$linker" ] || linker=$(command -v $name)
done
[ -n "$linker" ] || { echo "no ld.lld"; exit 77; }
mkdir -p "$scratch"
failed=0
for gpu in gfx906 gfx90a; do
  for level in -O0 -O2; do
    object=$scratch/$gpu$level
    # Version 4 of code objects is what linkers of LLVM 14 know, too.
    clang++-19 --target=amdgcn-amd-amdhsa -mcpu=$gpu -nogpulib -mcode-object-version=4 $level -c "$source" -o "$object.o" &&
      "$linker" -shared "$object.o" -o "$object.so" || { echo "$gpu $level: cannot be built"; failed=1; continue; }
    "$test" "$object.so" || { echo "$gpu $level: FAILED"; failed=1; }
  done
done
exit $failed
