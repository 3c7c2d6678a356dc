// What a processor as device wants, the parts of omp: blocks of rows to all threads of all teams.

#include "bt_parts.hpp"
#include "bt_rows.hpp"

void bt::right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                         const double* forcing, double* rhs) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  constexpr int rows = 16;  // as in omp
  #pragma omp target teams distribute parallel for collapse(2)             \
      map(to : u[0 : 5 * points], ri[0 : points], forcing[0 : 5 * points]) \
      map(tofrom : rhs[0 : 5 * points])
  for (int first = 1; first < n - 1; first += rows)
    for (int k = 1; k < n - 1; ++k) {
      const cfd::Grid here = cfd::padded({n, dt});  // by value: nothing to map for
      const int end = first + rows < n - 1 ? first + rows : n - 1;
      right_hand_side_rows(here, k, first, end, u, ri, forcing, rhs);
    }
}
