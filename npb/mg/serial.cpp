// What is computed: the operators of the V-cycle one after the other, each over a whole grid.

#include <algorithm>
#include <cmath>

#include "mg.hpp"
#include "mg_body.hpp"
#include "mg_steps.hpp"

namespace {

struct Operators {
  static void clear(int level, double* u) { std::fill_n(u, mg::points(level), 0.0); }

  static void residual(int level, const double* u, const double* v, double* r) {
    const int n = 1 << level;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::Rows rows = mg::rows_around(u, n, k, j);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i)
          r[row + i] = v[row + i] - mg::operator_at(rows, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
      }
  }

  static void smooth(int level, char letter, const double* r, double* u) {
    const int n = 1 << level;
    const mg::Smoother c = mg::smoother(letter);
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::Rows rows = mg::rows_around(r, n, k, j);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i)
          u[row + i] += mg::smoothed_at(rows, c, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
      }
  }

  static void restrict_from(int level, const double* r, double* coarse) {
    const int n = 1 << level;
    for (int k = 0; k < n / 2; ++k)
      for (int j = 0; j < n / 2; ++j) {
        const mg::Rows rows = mg::rows_around(r, n, 2 * k + 1, 2 * j + 1);
        const long row = mg::row_of(n / 2, k, j);
        for (int i = 0; i < n / 2; ++i)
          coarse[row + i] = mg::restricted_at(rows, 2 * i, 2 * i + 1, (2 * i + 2) & (n - 1));
      }
  }

  static void interpolate_to(int level, const double* coarse, double* u) {
    const int n = 1 << level;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::CoarseRows rows = mg::coarse_rows(coarse, n, k, j);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i) u[row + i] += mg::interpolated_at(rows, n, i);
      }
  }

  static double norm(int level, const double* r) {
    const long points = mg::points(level);
    double sum = 0;
    for (long point = 0; point < points; ++point) sum += r[point] * r[point];
    return std::sqrt(sum / double(points));
  }

  static void coarse_cycle(const mg::Grids& g) { mg::coarse_cycle<Operators>(g); }
};

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const mg::Grids grids{cls.levels,    cls.letter,           data.v.data(),       data.u.data(),
                        data.r.data(), data.coarse_u.data(), data.coarse_r.data()};
  const mg::Norms norms = mg::warm_up_and_solve<Operators>(grids, cls.niter, watch);
  data.first_norm = norms.first;
  data.last_norm = norms.last;
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
