// What failed, for tests that are programs.
#pragma once

#include <cstdio>
#include <string>

namespace emu::test {

inline int failures = 0;

inline void check(bool good, const std::string& what) {
  if (good) return;
  ++failures;
  std::printf("FAILED: %s\n", what.c_str());
}

inline int result() {
  std::printf("%s: %d failures\n", failures ? "FAILED" : "passed", failures);
  return failures ? 1 : 0;
}

}  // namespace emu::test
