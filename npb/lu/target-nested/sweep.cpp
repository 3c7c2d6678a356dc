// Explicit levels against the combined construct: a kernel for each plane, its lines to teams, the
// points of a line to the threads of a team.

#include <algorithm>

#include "lu_parts.hpp"

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
    #pragma omp target teams distribute
    for (int k = begin; k < end; ++k) {
      const int first = h - k - m > 1 ? h - k - m : 1;
      const int last = h - k - 1 < m ? h - k - 1 : m;
      #pragma omp parallel for
      for (int j = first; j <= last; ++j) {
        const Layout here = *resident;
        const long c = here.at(h - k - j, j, k);
        double w[5];
        sweep_at<side>(here, u, ri, rsd, c, w);
        for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = w[p];
      }
    }
  }
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
