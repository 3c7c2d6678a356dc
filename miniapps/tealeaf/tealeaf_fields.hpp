// The fields of a run in rows of whole cache lines with a halo, made before the clock starts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "league/guard.hpp"
#include "tealeaf_deck.hpp"
#include "tealeaf_steps.hpp"

namespace tea {

constexpr long line = 8;  ///< elements of a cache line

/// Distance of rows: a halo cell on either side (the left one behind the row before), whole cache
/// lines, and not a multiple of 512 bytes, so that three rows do not compete for a cache's sets.
inline long pitch_of(int x_cells) {
  const long pitch = (x_cells + 2L + line - 1) / line * line;
  return pitch % 64 == 0 ? pitch + line : pitch;
}

/// How many fields a solver works on.
inline long field_count(const Tealeaf::Class& cls) {
  return cls.solver == use_ppcg || cls.preconditioner == jac_block ? 15 : 10;
}

/// One block of memory holds all fields, so that one map clause suffices.
struct Workspace {
  const Tealeaf::Class& cls;
  Settings settings;
  long size;   ///< elements of a field
  long count;  ///< of all fields, and a cache line to move them by
  league::vector<double> pool;
  Fields fields;

  explicit Workspace(const Tealeaf::Class& of, const Tealeaf::Data<double>& data)
      : cls(of),
        settings(settings_of(of)),
        size((of.y_cells + 2L) * pitch_of(of.x_cells)),
        count(field_count(of) * size + line),
        pool(std::size_t(count), 0.0),
        fields(place(pool.data())) {
    fill(data.density, fields.density);
    fill(data.start, fields.u);
  }

  /// Moves the fields within the pool so that rows begin cache lines of its copy at `there`, which
  /// need not begin with one, and fills them again.  Returns the fields in that copy.
  Fields align(double* there, const Tealeaf::Data<double>& data) {
    const auto behind = long(reinterpret_cast<std::uintptr_t>(there) / sizeof(double) % line);
    const long shift = (line - behind) % line;
    std::fill(pool.begin(), pool.end(), 0.0);
    fields = place(pool.data() + shift);
    fill(data.density, fields.density);
    fill(data.start, fields.u);
    return place(there + shift);
  }

  /// The fields in a block of memory that begins there.
  Fields place(double* begin) const {
    const Deck& deck = deck_of(cls);
    const double dx = (deck.xmax - deck.xmin) / cls.x_cells;
    const double dy = (deck.ymax - deck.ymin) / cls.y_cells;
    const Mesh mesh{pitch_of(cls.x_cells), deck.timestep / (2 * dx * dx),
                    deck.timestep / (2 * dy * dy)};
    const auto at = [&](long number) {
      return number < field_count(cls) ? begin + number * size : nullptr;
    };
    return {cls.x_cells,
            cls.y_cells,
            mesh,
            settings.preconditioner,
            deck.inverse_density != 0,
            at(0),
            at(1),
            at(2),
            at(3),
            at(4),
            at(5),
            at(6),
            at(7),
            at(8),
            at(9),
            at(10),
            at(11),
            at(12),
            at(13),
            at(14)};
  }

  /// From the rows of the problem to those with halo.
  void fill(const league::vector<double>& from, double* to) const {
    for (int k = 0; k < cls.y_cells; ++k)
      std::copy_n(from.data() + std::size_t(k) * std::size_t(cls.x_cells), cls.x_cells,
                  to + (k + 1) * fields.mesh.pitch);
  }

  /// The other way.
  void fetch(const double* from, league::vector<double>& to) const {
    for (int k = 0; k < cls.y_cells; ++k)
      std::copy_n(from + (k + 1) * fields.mesh.pitch, cls.x_cells,
                  to.data() + std::size_t(k) * std::size_t(cls.x_cells));
  }

  /// Hands in u in the end and one step earlier, from fields on the host.
  void hand_in(const double* u, const double* u0, Tealeaf::Data<double>& data) const {
    fetch(u, data.u);
    fetch(u0, data.before);
  }
};

}  // namespace tea
