// What is computed: the same backwards, with the upper neighbours.

#include "../lu_parts.hpp"

void lu::upper_sweep(const Layout& layout, const Fields& fields) {
  const int n = layout.grid.n;
  for (int k = n - 2; k > 0; --k)
    for (int j = n - 2; j > 0; --j)
      for (int i = n - 2; i > 0; --i) {
        const long c = layout.at(i, j, k);
        double w[5];
        upper_at(layout, fields.u, fields.ri, fields.rsd, c, w);
        for (int m = 0; m < 5; ++m) fields.rsd[c + m * layout.grid.points] = w[m];
      }
}
