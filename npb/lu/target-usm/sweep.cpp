// Unified shared memory against mapping: as target-data, without a word about data.

#include <algorithm>

#include "lu_parts.hpp"

#pragma omp requires unified_shared_memory

template <int side>
void lu::sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  double* rsd = fields.rsd;
  for (int plane = 3; plane <= 3 * m; ++plane) {
    const int h = turn<side>(plane, 3, 3 * m);
    const int begin = std::max(1, h - 2 * m);
    const int end = std::min(m, h - 2) + 1;
    #pragma omp target teams distribute parallel for collapse(2)
    for (int k = begin; k < end; ++k)
      for (int j = begin; j < end; ++j) {
        const int i = h - k - j;
        if (i >= 1 && i <= m) {
          const Layout here = *resident;
          const long c = here.at(i, j, k);
          double w[5];
          sweep_at<side>(here, u, ri, rsd, c, w);
          for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = w[p];
        }
      }
  }
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
