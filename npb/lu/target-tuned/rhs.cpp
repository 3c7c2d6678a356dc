// The best clauses can do: all points as one space without gaps, neighbours in memory for
// neighbours in the space.

#include "lu_parts.hpp"

void lu::residual(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const int points = m * m * m;
  const Layout* resident = &layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  const double* f = fields.f;
  double* rsd = fields.rsd;
  // By reasoning, no GPU was at hand: a point needs some 200 registers, of which a multiprocessor
  // has 65536, so teams of 128 fill it better than larger ones.  One loop, not collapse(3), whose
  // divisions have 64 bits.
  #pragma omp target teams distribute parallel for num_teams((points + 127) / 128) thread_limit(128)
  for (int point = 0; point < points; ++point) {
    const int j = 1 + point % m, k = 1 + point / m / m;
    const int i = on_diagonal(m, point / m % m, j);
    const Layout here = *resident;
    const long c = here.at(i, j, k);
    double r[5];
    residual_at(here, u, ri, f, c, i, j, k, r);
    for (int p = 0; p < 5; ++p) rsd[c + p * here.grid.points] = r[p];
  }
}
