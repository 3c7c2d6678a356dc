// Feeds the reader of TeaLeaf's decks whatever a fuzzer comes up with: it may refuse, never crash,
// and what it accepts can be set up.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../tealeaf_deck.hpp"
#include "../tealeaf_steps.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Tealeaf::Class cls = Tealeaf::classes[0];
  std::vector<std::string> warnings;
  tea::Deck deck;
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    deck = tea::read_deck(text, "fuzzed", cls, warnings);
  } catch (const league::UsageError&) {
    return 0;
  }
  cls.deck = &deck;
  const tea::Settings settings = tea::settings_of(cls);
  const bool sound = cls.x_cells >= 1 && cls.y_cells >= 1 && cls.steps >= 1 && cls.max_iters >= 1 &&
                     settings.inner >= 1 && settings.presteps >= 2 && settings.eps > 0 &&
                     !deck.states.empty();
  if (!sound) __builtin_trap();  // such a deck was to be refused
  const tea::Count count = tea::known_iterations(cls);
  if (!(count.outer >= 0 && count.inner >= 0)) __builtin_trap();
  const std::size_t cells = std::size_t(cls.x_cells) * std::size_t(cls.y_cells);
  if (cells > 10000) return 0;  // takes too long to be tried often
  std::vector<double> density(cells, 0.0);
  std::vector<double> u(cells, 0.0);
  tea::initial_state(cls, density.data(), u.data());
  for (std::size_t c = 0; c < cells; ++c)
    if (!(density[c] > 0 && std::isfinite(density[c]) && u[c] >= 0)) __builtin_trap();
  return 0;
}
