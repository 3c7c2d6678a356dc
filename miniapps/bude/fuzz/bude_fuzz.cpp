// Feeds the deck reader whatever a fuzzer comes up with: it may refuse, never crash, and what it
// accepts has finite energies.
// An input is the five files one after the other: a byte each for the sizes of the first four (in
// units of four bytes, and a byte more if the highest bit is set), then the bytes.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "bude_deck.hpp"
#include "league/options.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  std::string rest(reinterpret_cast<const char*>(data) + 4, size - 4);
  const auto take = [&](std::uint8_t code) {
    const std::size_t wanted = std::size_t(code & 0x7f) * 4 + (code >> 7);
    const std::string part = rest.substr(0, wanted);
    rest.erase(0, part.size());
    return part;
  };
  bude::Files files;
  files.folder = "fuzzed";
  files.forcefield = take(data[0]);
  files.ligand = take(data[1]);
  files.protein = take(data[2]);
  files.poses = take(data[3]);
  files.energies = rest;
  files.has_energies = !rest.empty();
  try {
    const bude::Deck deck = bude::parse_deck(files);
    if (bude::mixed(deck.kinds).size() != deck.kinds.size() * deck.kinds.size()) __builtin_trap();
    for (int pose = 0; pose < deck.poses; ++pose)
      if (!std::isfinite(bude::reference_energy(deck, pose))) __builtin_trap();
  } catch (const league::UsageError&) {
    return 0;
  }
  return 0;
}
