// How calls answer what a program asks for by a number.
#pragma once

#include <cstdio>
#include <cstring>
#include <string>

#include "hsa/abi.hpp"

namespace emu::hsa {

/// Writes an answer where the program wants it.
template <typename T>
Status put(void* place, const T& value) {
  std::memcpy(place, &value, sizeof value);
  return ok;
}

/// A text in a field of so many bytes, filled up with zeros.
inline Status put_text(void* place, const std::string& text, std::size_t bytes) {
  std::memset(place, 0, bytes);
  std::memcpy(place, text.data(), text.size() < bytes ? text.size() : bytes - 1);
  return ok;
}

constexpr Handle cpu_agent{0x0a'0000'0001}, gpu_agent{0x0a'0000'0002};
constexpr Handle gpu_isa{0x0e'0000'0001};

inline bool is_agent(Handle agent) {
  return agent.handle == cpu_agent.handle || agent.handle == gpu_agent.handle;
}
inline bool is_gpu(Handle agent) { return agent.handle == gpu_agent.handle; }

}  // namespace emu::hsa
