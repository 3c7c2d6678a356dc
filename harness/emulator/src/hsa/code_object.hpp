// Code objects for AMD GPUs: what an image holds, checked to its last byte.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "amd/dispatch.hpp"

namespace emu::hsa {

/// Why an image is none.
struct BadImage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct ElfSymbol {
  std::string name;
  std::uint64_t value = 0;  // address in the image
  std::uint64_t bytes = 0;
  bool function = false;
  bool defined = false;
  bool global = false;  // a program may ask for it
};

struct Relocation {
  std::uint64_t at = 0;  // address in the image
  std::uint32_t type = 0;
  std::int64_t addend = 0;
  std::size_t symbol = 0;  // number in `symbols`; 0: none
};

struct LoadSegment {
  std::uint64_t address = 0, offset = 0, file_bytes = 0, bytes = 0;
  bool executable = false;
};

struct CodeObject {
  std::vector<std::uint8_t> image;
  std::uint32_t flags = 0;  // of the machine it is for
  bool of_gcc = false;
  std::uint64_t bytes = 0;  // of all segments, from address 0 on
  std::vector<LoadSegment> segments;
  std::vector<ElfSymbol> symbols;  // for loading; the first is none
  std::vector<ElfSymbol> others;   // of .symtab, which name functions
  std::vector<Relocation> relocations;
  amd::LineTable lines;  // of what was compiled with -g

  std::string hash() const;
};

/// Throws BadImage with the reason, for people.
CodeObject read_code_object(const void* image, std::size_t bytes);

}  // namespace emu::hsa
