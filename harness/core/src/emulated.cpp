#include <dlfcn.h>

#include "league/motion.hpp"

bool league::device_is_emulated() { return dlsym(RTLD_DEFAULT, "gpu_emulator_device") != nullptr; }

std::optional<league::Motion> league::emulated_motion() {
  using Ask = bool (*)(double*);
  void* const symbol = dlsym(RTLD_DEFAULT, "gpu_emulator_done");
  double done[6] = {};
  if (symbol == nullptr || !reinterpret_cast<Ask>(symbol)(done)) return std::nullopt;
  return Motion{long(done[0]), long(done[1]), long(done[2]), true, done[3], done[4], done[5]};
}

std::string league::device_finding() {
  using Ask = const char* (*)();
  void* const symbol = dlsym(RTLD_DEFAULT, "gpu_emulator_first_finding");
  return symbol == nullptr ? std::string() : reinterpret_cast<Ask>(symbol)();
}
