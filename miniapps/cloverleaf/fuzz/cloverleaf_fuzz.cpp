// Feeds the reader of CloverLeaf's decks whatever a fuzzer comes up with: it may refuse, never
// crash, and what it accepts can be set up.

#include <cstddef>
#include <cstdint>

#include "../cloverleaf_deck.hpp"
#include "../cloverleaf_published.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<deck::State> states;
  std::vector<std::string> warnings;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const Cloverleaf::Class cls = clover::read_deck(text, "fuzzed", states, warnings);
    const bool sound = cls.x_cells >= 2 && cls.y_cells >= 2 && cls.state_count >= 1 &&
                       cls.end_step >= 1 && clover::least_steps(cls) >= 1;
    if (!sound) __builtin_trap();  // such a deck was to be refused
    static_cast<void>(clover::known_sums(cls));
  } catch (const league::UsageError&) {
    return 0;
  }
  return 0;
}
