// What clauses and layout do for a GPU, for compilers without `allocate`: a thread per
// line, lines in small teams.

#include "bt_body.hpp"
#include "bt_parts.hpp"

// Lines are few for a GPU (3844 in class A, 25,600 in C) and every thread wants all the registers
// it can have, so a team is one warp: that spreads them over all multiprocessors.  Reasoned, not
// measured.
constexpr int team = 32;

// Exchanges x and y of `components` fields, so that lines along x lie side by side as all others
// do.
static void transpose(int n, int components, const double* from, double* to) {
  const long plane = long(n) * n;
  const long size = components * plane * n;
  #pragma omp target teams distribute parallel for simd collapse(3) map(to : from[0 : size]) \
      map(tofrom : to[0 : size])
  for (int k = 0; k < components * n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        to[k * plane + long(i) * n + j] = from[k * plane + long(j) * n + i];
}

// Lines along the axis; along x in fields whose x and y are exchanged, where they look like those
// along y.
template <int axis>
static void solve_lines(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
                        double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  constexpr int as = axis == 2 ? 2 : 1;
  #pragma omp target teams distribute parallel for simd collapse(2) thread_limit(team) \
      map(to : u[0 : 5 * points], ri[0 : points])                                      \
      map(tofrom : rhs[0 : 5 * points], work[0 : 25 * points])
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) {
      const cfd::Grid here(n, dt);
      bt::solve_line<axis, double>(here, bt::line_at<as>(here, a, b, u, ri, rhs, work));
    }
}

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  if constexpr (axis == 0) {
    double* const exchanged_u = work + 25 * grid.points;
    double* const exchanged_ri = exchanged_u + 5 * grid.points;
    double* const exchanged_rhs = exchanged_ri + grid.points;
    transpose(grid.n, 5, u, exchanged_u);
    transpose(grid.n, 1, ri, exchanged_ri);
    transpose(grid.n, 5, rhs, exchanged_rhs);
    solve_lines<axis>(grid, exchanged_u, exchanged_ri, exchanged_rhs, work);
    transpose(grid.n, 5, exchanged_rhs, rhs);
  } else {
    solve_lines<axis>(grid, u, ri, rhs, work);
  }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
