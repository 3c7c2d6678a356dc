#!/bin/sh
# Links a program with -lcuda, as build systems do, and runs it; opens libcuda.so by name, as runtimes do.
# usage: linked.sh COMPILER LIBRARIES SCRATCH
set -u
compiler=$1 libraries=$2 scratch=$3
cat > "$scratch/linked.cpp" <<'END'
#include <dlfcn.h>
extern "C" int cuInit(unsigned);
extern "C" int cuDeviceGetCount(int*);
int main() {
  int count = -1;
  if (cuInit(0) != 0 || cuDeviceGetCount(&count) != 0 || count != 1) return 1;
  void* const driver = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
  if (!driver) return 2;
  const auto again = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  count = -1;
  return again && again(&count) == 0 && count == 1 ? 0 : 3;
}
END
"$compiler" "$scratch/linked.cpp" -L"$libraries" -lcuda -ldl -o "$scratch/linked" || exit 1
LD_LIBRARY_PATH=$libraries "$scratch/linked"
