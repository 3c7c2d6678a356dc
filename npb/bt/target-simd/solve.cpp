// What the third level is mapped to: planes of lines to teams, groups to threads, lines to lanes.

#include "bt_body.hpp"
#include "bt_parts.hpp"

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  constexpr int group = 32;  // lines: whole vectors of any processor, and a warp
  #pragma omp target teams distribute map(to : u[0 : 5 * points], ri[0 : points]) \
      map(tofrom : rhs[0 : 5 * points], work[0 : 25 * points])
  for (int a = 1; a < n - 1; ++a) {
    #pragma omp parallel for
    for (int first = 1; first < n - 1; first += group) {
      const cfd::Grid here(n, dt);
      const int end = first + group < n - 1 ? first + group : n - 1;
      // Rows depend on each other and lines do not: lines are the inner loop, and what a row leaves
      // for the next goes through memory.
      for (int p = 1; p < n - 1; ++p) {
        #pragma omp simd
        for (int b = first; b < end; ++b) {
          const Line line = line_at<axis>(here, a, b, u, ri, rhs, work);
          double c[25];
          double r[5];
          recall_row(line, p - 1, c, r);
          forward_row<axis>(here, line, p, c, r);
        }
      }
      for (int p = n - 3; p > 0; --p) {
        #pragma omp simd
        for (int b = first; b < end; ++b) {
          const Line line = line_at<axis>(here, a, b, u, ri, rhs, work);
          double r[5];
          for (int m = 0; m < 5; ++m) r[m] = line.rhs[(p + 1) * line.step + m * points];
          backward_row(line, p, r);
        }
      }
    }
  }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
