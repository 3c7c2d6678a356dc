// Unified shared memory against mapping: as target-data, without a word about data.

#include "sp_body.hpp"
#include "sp_parts.hpp"

#pragma omp requires unified_shared_memory

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double dt = grid.dt;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* upper = f.lines;

  #pragma omp target teams distribute parallel for collapse(2)
  for (int s = 1; s < n - 1; ++s)
    for (int l = 1; l < n - 1; ++l) {
      const cfd::Grid here(n, dt);
      const long line = s * here.stride<axis == 2 ? 1 : 2>() + l * here.stride<axis == 0 ? 1 : 0>();
      solve_line<axis>(here, line, u, ri, rhs, upper + s * n + l, here.plane);
    }
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
