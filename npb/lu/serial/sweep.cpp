// What is computed: every point takes in what its three neighbours on one side, already changed,
// contribute, and divides by its own block.

#include "lu_parts.hpp"

template <int side>
void lu::sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  for (int z = 1; z <= m; ++z)
    for (int y = 1; y <= m; ++y)
      for (int x = 1; x <= m; ++x) {
        const long c = layout.at(turn<side>(x, 1, m), turn<side>(y, 1, m), turn<side>(z, 1, m));
        double w[5];
        sweep_at<side>(layout, fields.u, fields.ri, fields.rsd, c, w);
        for (int p = 0; p < 5; ++p) fields.rsd[c + p * layout.grid.points] = w[p];
      }
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
