// What is computed: every point takes off what its three lower neighbours, already changed,
// contribute, and divides by its own block.

#include "../lu_parts.hpp"

void lu::lower_sweep(const Layout& layout, const Fields& fields) {
  const int n = layout.grid.n;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i) {
        const long c = layout.at(i, j, k);
        double w[5];
        lower_at(layout, fields.u, fields.ri, fields.rsd, c, w);
        for (int m = 0; m < 5; ++m) fields.rsd[c + m * layout.grid.points] = w[m];
      }
}
