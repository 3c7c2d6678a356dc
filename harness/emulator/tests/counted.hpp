// What a program did between two points, in the emulated device's own counts, against what was
// worked out by hand.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

using Counts = std::map<std::string, long>;

/// Sums over all kernels: "load requests", "load sectors" and so on, "fp64_add".  Loads and stores
/// through generic addresses count as those of global memory.
inline Counts counted() {
  static const auto ask = [] {
    void* const device = dlopen("libcuda.so.1", RTLD_NOW);
    return reinterpret_cast<const char* (*)()>(device ? dlsym(device, "gpu_emulator_counts") : 0);
  }();
  if (!ask) {
    std::printf("FAILED: no emulated device\n");
    std::exit(1);
  }
  Counts sums;
  const std::string text = ask();
  const auto add = [&](const std::string& name, const char* key, const char* part) {
    const std::string object = "\"" + std::string(key) + "\":{", field = "\"" + std::string(part);
    for (std::size_t at = text.find(object); at != std::string::npos;
         at = text.find(object, at + 1)) {
      const std::size_t end = text.find('}', at), value = text.find(field + "\":", at);
      if (value < end) sums[name] += std::atol(text.c_str() + value + field.size() + 2);
    }
  };
  for (const std::string what : {"load", "store"})
    for (const std::string space : {"global", "generic"})
      for (const char* const part : {"requests", "sectors"})
        add(what + " " + part, (what + "_" + space).c_str(), part);
  for (const char* const what : {"load_shared", "store_shared"})
    for (const char* const part : {"requests", "wavefronts"})
      add(std::string(what) + " " + part, what, part);
  for (const char* const part : {"requests", "sectors"})
    add(std::string("atomic ") + part, "atomic", part);
  for (const char* const part : {"fp64_add", "fp64_mul", "fp64_fma", "barrier"})
    add(part, "lanes", part);
  return sums;
}

inline int wrong = 0;

/// What of `names` was counted between two points, in what a program called `what` did.
inline void expect(const char* what, const Counts& before, const Counts& after,
                   const Counts& wanted) {
  const auto at = [](const Counts& counts, const std::string& name) {
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
  };
  for (const auto& [name, count] : wanted) {
    const long got = at(after, name) - at(before, name);
    if (got == count) continue;
    std::printf("FAILED: %s: %s %ld, not %ld\n", what, name.c_str(), got, count);
    ++wrong;
  }
}
