// A library that was opened for one user alone is still announced to the whole process.
#include <dlfcn.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const bool before = dlsym(RTLD_DEFAULT, "gpu_emulator_device") != nullptr;
  void* const library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::printf("FAILED: %s\n", dlerror());
    return 1;
  }
  const bool after = dlsym(RTLD_DEFAULT, "gpu_emulator_device") != nullptr;
  bool good = !before && after;
  for (int i = 2; i < count; ++i) good = good && dlsym(library, arguments[i]);
  std::printf("%s\n", good ? "passed" : "FAILED: the device is not announced");
  return good ? 0 : 1;
}
