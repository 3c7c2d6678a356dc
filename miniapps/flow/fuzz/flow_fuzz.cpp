// Feeds the reader of parameter files whatever a fuzzer comes up with: it may refuse, never crash.

#include <cstddef>
#include <cstdint>

#include "../flow_deck.hpp"
#include "league/options.hpp"

namespace {

void feed_deck(const std::string& text) {
  try {
    const flow::Deck deck = flow::parse_deck(text, "fuzzed");
    bool sound = deck.nx > 0 && deck.ny > 0 && deck.iterations > 0 && !deck.problems.empty();
    for (const flow::Problem& problem : deck.problems)
      sound = sound && problem.density >= 0 && (problem.density > 0) == (problem.energy > 0) &&
              problem.width > 0;
    if (!sound) __builtin_trap();  // such a deck was to be refused
  } catch (const league::UsageError&) {
    return;
  }
}

void feed_root(const std::string& text) {
  try {
    const flow::Root root = flow::parse_root(text, "fuzzed");
    if (!(root.width > 0 && root.max_dt > 0)) __builtin_trap();
  } catch (const league::UsageError&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  feed_deck(text);
  feed_root(text);
  return 0;
}
