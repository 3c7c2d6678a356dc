// The grid of a problem and which cells its states fill.
#pragma once

#include "cloverleaf.hpp"

namespace clover {

inline Grid grid_of(const Cloverleaf::Class& cls) {
  return {cls.x_cells, cls.y_cells, cls.xmax - cls.xmin, cls.ymax - cls.ymin};
}

/// Calls visit(state, j, k) for all cells, halo included, that the states cover, in their order.
template <typename Visit>
void for_each_state(const Cloverleaf::Class& cls, const Grid& g, const Visit& visit) {
  for (int s = 0; s < cls.state_count; ++s) {
    const deck::State state = deck::drawn_in(cls.states[s], g.dx, g.dy);
    for (int k = -1; k <= g.ny + 2; ++k)
      for (int j = -1; j <= g.nx + 2; ++j)
        if (s == 0 || deck::covers(state, cls.xmin + g.dx * (j - 1), cls.xmin + g.dx * j,
                                   cls.ymin + g.dy * (k - 1), cls.ymin + g.dy * k))
          visit(state, j, k);
  }
}

}  // namespace clover
