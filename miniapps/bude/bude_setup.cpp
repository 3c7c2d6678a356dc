// What a run begins with: a made-up deck, and the force field for every pair of types.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "bude_deck.hpp"

namespace bude {
namespace {

constexpr double pi = 3.14159265358979323846;

// Made up so that every case of the force field occurs: bonds E, F and others, hydrophobic, polar
// and neither, charges of both signs and none.
constexpr std::array<Kind, 12> invented{{
    {'-', 1.45F, -0.50F, 0.00F},
    {'-', 1.70F, -0.75F, 0.00F},
    {'-', 1.40F, -0.60F, 0.15F},
    {'-', 1.80F, 0.40F, 0.00F},
    {'-', 1.50F, 0.00F, 0.00F},
    {'D', 1.55F, 0.25F, 0.50F},
    {'D', 1.40F, 0.80F, -0.35F},
    {'E', 1.50F, 1.20F, 0.45F},
    {'E', 1.60F, 0.30F, -0.20F},
    {'F', 1.65F, -0.65F, 1.00F},
    {'F', 1.75F, 0.50F, -1.00F},
    {'F', 1.40F, 0.00F, 0.75F},
}};

// A number in [0, 1) that belongs to (stream, index): bits of the index stirred well.
double uniform(std::uint64_t stream, std::uint64_t index) {
  std::uint64_t bits = (index + 1) * 0x9e3779b97f4a7c15ULL + stream * 0xd1342543de82ef95ULL;
  for (const int shift : {30, 27, 31}) bits = (bits ^ (bits >> shift)) * 0xbf58476d1ce4e5b9ULL;
  return double(bits >> 11) / 9007199254740992.0;  // 2^53
}

int uniform_below(std::uint64_t stream, std::uint64_t index, int count) {
  return int(uniform(stream, index) * count);
}

// Atoms evenly spread between two spheres about the origin.
std::vector<Atom> shell(std::uint64_t stream, int atoms, double inner, double outer) {
  std::vector<Atom> all;
  all.reserve(std::size_t(atoms));
  for (int i = 0; i < atoms; ++i) {
    const auto index = std::uint64_t(i);
    const double volume = uniform(stream, index);
    const double radius =
        std::cbrt(inner * inner * inner * (1 - volume) + outer * outer * outer * volume);
    const double height = 2 * uniform(stream + 1, index) - 1;
    const double angle = 2 * pi * uniform(stream + 2, index);
    const double across = radius * std::sqrt(1 - height * height);
    all.push_back({float(across * std::cos(angle)), float(across * std::sin(angle)),
                   float(radius * height), uniform_below(stream + 3, index, int(invented.size()))});
  }
  return all;
}

}  // namespace

int made_up_kinds() { return int(invented.size()); }

Deck made_up_deck(int poses, int ligand, int protein, int different, bool sharp) {
  Deck deck;
  deck.kinds.assign(invented.begin(), invented.end());
  // The smaller two atoms are, the steeper hardness falls between them; of points there is none.
  for (std::size_t k = 0; sharp && k < deck.kinds.size(); ++k)
    deck.kinds[k].radius *= k % 4 == 0 ? 0.0F : k % 2 == 0 ? 1.0F : 0.2F;
  // 16 cubic angstrom an atom, as in real molecules; the pocket is as large as the ligand.
  const double per_atom = 16 * 3 / (4 * pi);
  const double pocket = per_atom * ligand;
  deck.ligand = shell(10, ligand, 0, std::cbrt(pocket));
  deck.protein = shell(20, protein, std::cbrt(pocket), std::cbrt(pocket + per_atom * protein));

  deck.poses = poses;
  deck.first.assign(std::size_t(different), -1);
  const auto n = std::size_t(poses);
  deck.pose.resize(6 * n);
  for (std::size_t p = 0; p < n; ++p) {
    const int source = p < std::size_t(different) ? int(p) : uniform_below(30, p, different);
    deck.source.push_back(source);
    int& first = deck.first[std::size_t(source)];
    if (first < 0) first = int(p);
    for (std::size_t k = 0; k < 6; ++k) {  // angles in steps of 10 degrees, shifts of 1 angstrom
      const auto stream = 40 + k;
      const auto index = std::uint64_t(source);
      deck.pose[k * n + p] = k < 3 ? float((uniform_below(stream, index, 36) - 17) * pi / 18)
                                   : float(uniform_below(stream, index, 15) - 7);
    }
  }
  return deck;
}

std::vector<Pair> mixed(const std::vector<Kind>& kinds) {
  std::vector<Pair> pairs;
  pairs.reserve(kinds.size() * kinds.size());
  for (const Kind& l : kinds)
    for (const Kind& r : kinds) {
      const double reach = double(l.radius) + r.radius;
      const double range = l.bond == 'F' && r.bond == 'F' ? 4.0 : 2.0;
      const double product = charge_unit * l.charge * r.charge;
      const double charge = l.bond == 'E' || r.bond == 'E' ? -std::abs(product) : product;
      // Both hydrophobic: a long range and a gain.  One of them: a short range, and a cost if the
      // other is polar.  A protein atom that is neither takes no part.
      const bool both = l.hydrophobic < 0 && r.hydrophobic < 0;
      const bool any = (l.hydrophobic < 0 || r.hydrophobic < 0) && r.hydrophobic != 0;
      const double desolvation_range = both ? both_hydrophobic : one_hydrophobic;
      double desolvation = 0;
      if (both)
        desolvation = double(l.hydrophobic) + r.hydrophobic;
      else if (any)
        desolvation = l.hydrophobic == 0
                          ? double(r.hydrophobic)
                          : std::abs(double(l.hydrophobic)) + std::abs(double(r.hydrophobic));
      const bool extended = reach > 1e-6;  // points never overlap
      pairs.push_back({extended ? float(2 * hardness) : 0, extended ? float(1 / reach) : 0,
                       float(charge), float(1 + reach / range), float(1 / range),
                       float(desolvation), float(1 + reach / desolvation_range),
                       float(1 / desolvation_range)});
    }
  return pairs;
}

}  // namespace bude
