// What stored blocks cost: three loops on three levels write all of a direction, others solve.

#include "bt_body.hpp"
#include "bt_parts.hpp"

namespace {

/// Entry e of block `which` of a point: 0 of its lower neighbour, 1 its own, 2 of its upper one.
/// Entries lie side by side for neighbouring points.
inline long entry(long points, int which, int e) { return (25L * which + e) * points; }

/// The three blocks of the row at a point.
template <int axis>
inline void store_blocks(const cfd::Grid& grid, const double* u, const double* ri, double* lhs) {
  const long step = grid.stride<axis>();
  double block[25];
  cfd::lower<axis>(grid, cfd::state<double>(grid, u - step, ri[-step]), block);
  for (int e = 0; e < 25; ++e) lhs[entry(grid.points, 0, e)] = block[e];
  cfd::centre<axis>(grid, cfd::state<double>(grid, u, ri[0]), block);
  for (int m = 0; m < 5; ++m) block[6 * m] += 1.0;
  for (int e = 0; e < 25; ++e) lhs[entry(grid.points, 1, e)] = block[e];
  cfd::upper<axis>(grid, cfd::state<double>(grid, u + step, ri[step]), block);
  for (int e = 0; e < 25; ++e) lhs[entry(grid.points, 2, e)] = block[e];
}

/// The line from its first point on.  C' takes the place of C.
template <int axis>
inline void solve_stored(const cfd::Grid& grid, double* lhs, double* rhs) {
  const long points = grid.points, step = grid.stride<axis>();
  double c[25] = {};
  double r[5] = {};
  for (int p = 1; p < grid.n - 1; ++p) {
    double* row = lhs + p * step;
    double a[25], b[25], before[5];
    for (int e = 0; e < 25; ++e) {
      a[e] = row[entry(points, 0, e)];
      b[e] = row[entry(points, 1, e)];
    }
    for (int m = 0; m < 5; ++m) {
      before[m] = r[m];
      r[m] = rhs[p * step + m * points];
    }
    cfd::subtract_product<axis>(a, before, r);
    for (int column = 0; column < 5; ++column) {
      const double x[5] = {c[column], c[5 + column], c[10 + column], c[15 + column],
                           c[20 + column]};
      cfd::subtract_product_column<axis>(a, x, column, b);
    }
    cfd::factorise(b);
    cfd::substitute(b, r);
    for (int e = 0; e < 25; ++e) c[e] = row[entry(points, 2, e)];
    cfd::substitute_columns(b, c);
    for (int e = 0; e < 25; ++e) row[entry(points, 2, e)] = c[e];
    for (int m = 0; m < 5; ++m) rhs[p * step + m * points] = r[m];
  }
  const bt::Line line{nullptr, nullptr, rhs, lhs + entry(points, 2, 0), step, points, step, points};
  for (int p = grid.n - 3; p > 0; --p) bt::backward_row(line, p, r);
}

}  // namespace

template <int axis>
void bt::solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs,
               double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  #pragma omp target teams distribute map(to : u[0 : 5 * points], ri[0 : points]) \
      map(tofrom : work[0 : 75 * points])
  for (int k = 1; k < n - 1; ++k)
    #pragma omp parallel for
    for (int j = 1; j < n - 1; ++j)
      #pragma omp simd
      for (int i = 1; i < n - 1; ++i) {
        const cfd::Grid here(n, dt);
        const long c = here.at(k, j, i);
        store_blocks<axis>(here, u + c, ri + c, work + c);
      }
  #pragma omp target teams distribute map(tofrom : rhs[0 : 5 * points], work[0 : 75 * points])
  for (int a = 1; a < n - 1; ++a)
    #pragma omp parallel for simd
    for (int b = 1; b < n - 1; ++b) {
      const cfd::Grid here(n, dt);
      const long c = a * here.stride<outer_axis<axis>>() + b * here.stride<inner_axis<axis>>();
      solve_stored<axis>(here, work + c, rhs + c);
    }
}

template void bt::solve<0>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void bt::solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);
