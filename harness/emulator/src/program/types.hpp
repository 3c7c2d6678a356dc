// Words that front ends, checks, counts and execution share.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace emu {

constexpr unsigned warp_lanes = 32;
using Mask = std::uint32_t;  // one bit a lane
constexpr Mask all_lanes = ~Mask{0};

/// Who takes part in an access that synchronises.
enum class Scope : std::uint8_t { block, cluster, gpu, system };

enum class Space : std::uint8_t { generic, global, shared, local, constant, param };

/// What the emulator does not know or device code gets wrong: one line that names the place.
class Unsupported : public std::runtime_error {
 public:
  explicit Unsupported(const std::string& reason) : std::runtime_error(in_one_line(reason)) {}

 private:
  static constexpr std::size_t longest = 400;

  /// What the text quotes of a broken module may be anything.
  static std::string in_one_line(const std::string& text) {
    std::string line = text.substr(0, longest);
    for (char& c : line)
      if (c < ' ' || c > '~') c = '?';
    return line;
  }
};

/// Line of the program's source that an instruction comes from; line 0: not told.
struct SourceLine {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

}  // namespace emu
