// What a CPU as device wants: a kernel for each plane i + j + k, eight points of a line to a
// thread, in its SIMD lanes.

#include <algorithm>

#include "lu_parts.hpp"
#include "rows.hpp"

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
      for (int j = 0; j <= m; j += 8) {
        const int first = h - k - m > 1 ? h - k - m : 1;
        const int last = h - k - 1 < m ? h - k - 1 : m;
        if (j + 7 < first || j > last) continue;
        const Layout here = *resident;
        const long line = here.at(h - k - j, j, k);
        double values[5][8];
        #pragma omp simd
        for (int l = 0; l < 8; ++l) {
          double w[5];
          sweep_at<side>(here, u, ri, rsd, line + l, w);
          for (int p = 0; p < 5; ++p) values[p][l] = w[p];
        }
        store_inside(rsd + line, here.grid.points, j, first, last, values);
      }
  }
}

template void lu::sweep<lu::lower>(const Layout&, const Fields&);
template void lu::sweep<lu::upper>(const Layout&, const Fields&);
