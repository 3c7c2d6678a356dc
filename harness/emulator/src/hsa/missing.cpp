// What is not there of the interface.
#include "runtime/missing.hpp"

#include "hsa/abi.hpp"

namespace emu {

int missing(const char* name) {
  tell_missing(name);
  return static_cast<int>(hsa::error);
}

}  // namespace emu
