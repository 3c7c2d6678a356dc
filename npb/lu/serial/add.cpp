// What is computed: what the state takes of the increment, and 1 / density after it.

#include "lu_parts.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int n = layout.grid.n;
  const long points = layout.grid.points;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        add_at(points, fields.rsd, fields.u, fields.ri, layout.at(i, j, k));
}
