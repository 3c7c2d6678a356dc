// How well the compiler maps `loop`: a kernel for each plane, the square around it as one space,
// from the last plane to the first.

#include <algorithm>

#include "../lu_parts.hpp"

void lu::upper_sweep(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  double* rsd = fields.rsd;
  for (int h = 3 * m; h >= 3; --h) {
    const int begin = std::max(1, h - 2 * m);
    const int end = std::min(m, h - 2) + 1;
    #pragma omp target teams loop collapse(2)
    for (int k = begin; k < end; ++k)
      for (int j = begin; j < end; ++j) {
        const int i = h - k - j;
        if (i >= 1 && i <= m) {
          const Layout here = *resident;
          const long c = here.at(i, j, k);
          double w[5];
          upper_at(here, u, ri, rsd, c, w);
          for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = w[p];
        }
      }
  }
}
