// The best clauses can do: all points as one space, teams of 128.

#include "lu_parts.hpp"

void lu::add(const Layout& layout, const Fields& fields) {
  const int m = layout.grid.n - 2;
  const int points = m * m * m;
  const Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute parallel for num_teams((points + 127) / 128) thread_limit(128)
  for (int point = 0; point < points; ++point) {
    const int j = 1 + point % m, k = 1 + point / m / m;
    const int i = on_diagonal(m, point / m % m, j);
    add_at(resident->grid.points, rsd, u, ri, resident->at(i, j, k));
  }
}
