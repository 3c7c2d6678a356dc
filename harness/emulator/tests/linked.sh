#!/bin/sh
# Links a program with -lcuda, as build systems do, and runs it; opens libcuda.so by name, as runtimes do.
# usage: linked.sh COMPILER LIBRARIES SCRATCH
set -u
compiler=$1 libraries=$2 scratch=$3
cat > "$scratch/opens.cpp" <<'END'
#include <dlfcn.h>
int opens() {
  void* const driver = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
  if (!driver) return 2;
  const auto again = reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount"));
  int count = -1;
  return again && again(&count) == 0 && count == 1 ? 0 : 3;
}
END
cat > "$scratch/linked.cpp" <<'END'
extern "C" int cuInit(unsigned);
extern "C" int cuDeviceGetCount(int*);
int opens();
int main() {
  int count = -1;
  return cuInit(0) != 0 || cuDeviceGetCount(&count) != 0 || count != 1 ? 1 : opens();
}
END
# As in LLVM's runtime, what opens it has a search path of its own, beside which the program's does not count.
"$compiler" -shared -fPIC "$scratch/opens.cpp" -ldl -Wl,--enable-new-dtags,-rpath,/nowhere -o "$scratch/libopens.so" || exit 1
"$compiler" "$scratch/linked.cpp" -L"$scratch" -lopens -L"$libraries" -lcuda -ldl \
  -Wl,--disable-new-dtags,-rpath,"$scratch:$libraries" -o "$scratch/linked" || exit 1
"$scratch/linked"
