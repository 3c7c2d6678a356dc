// The energy of a pose in double precision, by the definition of the force field.

#include <cmath>
#include <limits>

#include "bude_deck.hpp"

namespace bude {

double reference_energy(const Deck& deck, int pose) {
  const auto n = std::size_t(deck.poses);
  const auto value = [&](std::size_t k) { return double(deck.pose[k * n + std::size_t(pose)]); };
  const double sx = std::sin(value(0)), cx = std::cos(value(0));
  const double sy = std::sin(value(1)), cy = std::cos(value(1));
  const double sz = std::sin(value(2)), cz = std::cos(value(2));
  double energy = 0;
  for (const Atom& l : deck.ligand) {
    // Turned about x, then y, then z, then shifted.
    const double y1 = cx * l.y - sx * l.z;
    const double z1 = sx * l.y + cx * l.z;
    const double x2 = cy * l.x + sy * z1;
    const double px = cz * x2 - sz * y1 + value(3);
    const double py = sz * x2 + cz * y1 + value(4);
    const double pz = -sy * l.x + cy * z1 + value(5);
    const Kind& lk = deck.kinds[std::size_t(l.type)];
    for (const Atom& r : deck.protein) {
      const Kind& rk = deck.kinds[std::size_t(r.type)];
      const double reach = double(lk.radius) + rk.radius;
      const double dx = px - r.x, dy = py - r.y, dz = pz - r.z;
      const double distance = std::sqrt(dx * dx + dy * dy + dz * dz);
      const double gap = distance - reach;
      if (gap < 0) energy += 2 * hardness * (1 - distance / reach);

      const double cut = rk.bond == 'F' && lk.bond == 'F' ? 4 : 2;
      if (gap < cut) {
        const double charge = double(lk.charge) * rk.charge * (gap < 0 ? 1 : 1 - gap / cut);
        energy += charge_unit * (rk.bond == 'E' || lk.bond == 'E' ? -std::abs(charge) : charge);
      }

      const double rh = rk.hydrophobic, lh = lk.hydrophobic;
      double range = -std::numeric_limits<double>::max();
      if (rh < 0)
        range = lh < 0 ? both_hydrophobic : one_hydrophobic;
      else if (lh < 0)
        range = one_hydrophobic;
      if (gap < range && rh != 0) {
        const double sum = (rh < 0 && lh > 0 ? -rh : rh) + (rh > 0 && lh < 0 ? -lh : lh);
        energy += sum * (gap < 0 ? 1 : 1 - gap / range);
      }
    }
  }
  return energy / 2;
}

}  // namespace bude
