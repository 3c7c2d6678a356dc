#include "hsa/cards.hpp"

#include <algorithm>

#include "runtime/settings.hpp"

namespace emu::hsa {
namespace {

using amd::Architecture;

#include "cards.inc"  // `cards`

}  // namespace

std::string Card::isa() const {
  return "amdgcn-amd-amdhsa--" + std::string(name_of(architecture)) + features;
}

Card card_from_environment(bool of_gcc) {
  const std::string name = setting("GPU_EMULATOR_AMD", of_gcc ? "gfx906" : "gfx90a");
  const auto* const named = std::find_if(std::begin(cards), std::end(cards), [&](const Card& one) {
    return name == one.key || name == name_of(one.architecture);
  });
  if (named == std::end(cards))
    refuse("GPU_EMULATOR_AMD=" + name + " is not known: " + keys_of(cards) +
           ", or gfx90a or gfx906 for the first of them");
  Card card = *named;
  card.compute_units = multiprocessors_from_environment(card.compute_units);
  return card;
}

std::uint32_t resident_groups(const Card& card, std::uint64_t waves, std::uint32_t registers,
                              std::uint32_t shared_bytes) {
  const std::uint32_t piece = card.register_piece;
  const std::uint32_t rounded = std::max(piece, (registers + piece - 1) / piece * piece);
  const std::uint64_t of_unit =
      std::uint64_t{simds_a_unit} * std::min(card.waves_a_simd, card.registers_a_lane / rounded);
  std::uint64_t groups = of_unit / std::max<std::uint64_t>(waves, 1);
  if (shared_bytes) groups = std::min<std::uint64_t>(groups, lds_bytes / shared_bytes);
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(groups, 1) * card.compute_units);
}

}  // namespace emu::hsa
