// Feeds the deck reader whatever a fuzzer comes up with: it may refuse, never crash.

#include <cstddef>
#include <cstdint>

#include "../deck.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  double number = 0;
  int whole = 0;
  int flag = 0;
  int choice = 0;
  deck::Keys keys("tl_");
  keys.number("xmin", number)
      .integer("x_cells", whole, 1, 100000)
      .flag("use_cg", flag)
      .choice("preconditioner_type", choice, {"none", "jac_diag", "jac_block"})
      .ignored("tiles_per_task", true)
      .ignored("profiler_on", false);
  std::vector<std::string> warnings;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto states = deck::parse(text, "tea", "fuzzed", keys, warnings);
    deck::demand_domain("fuzzed", whole, whole, 0, number, 0, 1);
    bool covered = false;
    for (const auto& state : states)
      covered = covered || deck::covers(deck::drawn_in(state, 0.1, 0.1), 0, 1, 0, 1);
    if (covered && whole < 1) __builtin_trap();  // such a deck was to be refused
  } catch (const league::UsageError&) {
    return 0;
  }
  return 0;
}
