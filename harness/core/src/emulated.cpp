#include "league/emulated.hpp"

#include <dlfcn.h>

bool league::device_is_emulated() { return dlsym(RTLD_DEFAULT, "gpu_emulator_device") != nullptr; }

std::string league::device_finding() {
  using Ask = const char* (*)();
  void* const symbol = dlsym(RTLD_DEFAULT, "gpu_emulator_first_finding");
  return symbol == nullptr ? std::string() : reinterpret_cast<Ask>(symbol)();
}
