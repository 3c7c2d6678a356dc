// The best that clauses allow on a GPU: a thread for every cell, neighbours in a row side by side,
// viscosity, braking and heating in one kernel that stores nothing between them.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"

flow::Signals flow::lagrange(const Grid& grid, const Fields& f, const Pace& pace) {
  const Factors k(grid, pace);
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) accelerate_at(grid, f, k, i, j);

  const double dt_half = pace.dt_half;
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k) \
      map(tofrom : fastest_x, fastest_y) reduction(max : fastest_x, fastest_y)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const Signals found = heat_at(grid, f, k, dt_half, i, j);
      fastest_x = greater(fastest_x, found.x);
      fastest_y = greater(fastest_y, found.y);
    }
  return {fastest_x, fastest_y};
}
