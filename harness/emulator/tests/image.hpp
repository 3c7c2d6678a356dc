// PTX in a fat binary, as nvcc leaves it in a program.
#pragma once

#include <cstdint>
#include <cstring>

struct Image {
  explicit Image(const char* text) {
    std::strncpy(binary.ptx, text, sizeof binary.ptx - 1);
    binary.entry_bytes = sizeof binary.ptx;
    binary.bytes = sizeof binary - 16;
  }

  struct {
    std::uint32_t magic = 0xba55ed50;
    std::uint16_t version = 1, header = 16;
    std::uint64_t bytes = 0;
    std::uint16_t kind = 1, entry_version = 0x101;
    std::uint32_t entry_header = 64;
    std::uint64_t entry_bytes = 0;
    std::uint32_t packed = 0, options = 0;
    std::uint16_t minor = 0, major = 9;
    std::uint32_t architecture = 80, name = 0, name_bytes = 0;
    std::uint64_t flags = 1, zero = 0, unpacked = 0;
    char ptx[4096] = {};
  } binary;
  struct {
    std::uint32_t magic, version;
    const void* data;
    void* more;
  } wrapper{0x466243b1, 1, &binary, nullptr};
};
