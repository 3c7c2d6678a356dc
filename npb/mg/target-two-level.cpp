// Two explicit levels against the combined construct: planes to teams, rows to the threads of a
// team, each thread walking along its row.

#include <cmath>

#include "mg.hpp"
#include "mg_body.hpp"
#include "mg_steps.hpp"

namespace {

struct Operators {
  static void clear(int level, double* u) {
    const long points = mg::points(level);
    #pragma omp target teams distribute parallel for map(alloc : u[0 : points])
    for (long point = 0; point < points; ++point) u[point] = 0;
  }

  static void residual(int level, const double* u, const double* v, double* r) {
    const int n = 1 << level;
    #pragma omp target teams distribute map(alloc : u[0 : mg::points(level)]) \
        map(alloc : v[0 : mg::points(level)], r[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      #pragma omp parallel for
      for (int j = 0; j < n; ++j) {
        const mg::Rows rows = mg::rows_around(u, n, k, j);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i)
          r[row + i] = v[row + i] - mg::operator_at(rows, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
      }
  }

  static void smooth(int level, char letter, const double* r, double* u) {
    const int n = 1 << level;
    #pragma omp target teams distribute map(alloc : r[0 : mg::points(level)]) \
        map(alloc : u[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      #pragma omp parallel for
      for (int j = 0; j < n; ++j) {
        const mg::Rows rows = mg::rows_around(r, n, k, j);
        const mg::Smoother smoother = mg::smoother(letter);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i)
          u[row + i] += mg::smoothed_at(rows, smoother, (i - 1) & (n - 1), i, (i + 1) & (n - 1));
      }
  }

  static void restrict_from(int level, const double* r, double* coarse) {
    const int n = 1 << level;
    #pragma omp target teams distribute map(alloc : r[0 : mg::points(level)]) \
        map(alloc : coarse[0 : mg::points(level - 1)])
    for (int k = 0; k < n / 2; ++k)
      #pragma omp parallel for
      for (int j = 0; j < n / 2; ++j) {
        const mg::Rows rows = mg::rows_around(r, n, 2 * k + 1, 2 * j + 1);
        const long row = mg::row_of(n / 2, k, j);
        for (int i = 0; i < n / 2; ++i)
          coarse[row + i] = mg::restricted_at(rows, 2 * i, 2 * i + 1, (2 * i + 2) & (n - 1));
      }
  }

  static void interpolate_to(int level, const double* coarse, double* u) {
    const int n = 1 << level;
    #pragma omp target teams distribute map(alloc : coarse[0 : mg::points(level - 1)]) \
        map(alloc : u[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      #pragma omp parallel for
      for (int j = 0; j < n; ++j) {
        const mg::CoarseRows rows = mg::coarse_rows(coarse, n, k, j);
        const long row = mg::row_of(n, k, j);
        for (int i = 0; i < n; ++i) u[row + i] += mg::interpolated_at(rows, n, i);
      }
  }

  static double norm(int level, const double* r) {
    const long points = mg::points(level);
    double sum = 0;
    #pragma omp target teams distribute parallel for map(alloc : r[0 : points]) map(tofrom : sum) \
        reduction(+ : sum)
    for (long point = 0; point < points; ++point) sum += r[point] * r[point];
    return std::sqrt(sum / double(points));
  }

  static void coarse_cycle(const mg::Grids& g) { mg::coarse_cycle<Operators>(g); }
};

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long points = long(cls.side()) * cls.side() * cls.side();
  const long coarse = mg::offset(cls.levels);
  const double* v = data.v.data();
  double* u = data.u.data();
  double* r = data.r.data();
  double* coarse_u = data.coarse_u.data();
  double* coarse_r = data.coarse_r.data();
  mg::Norms norms{};

  #pragma omp target data map(to : v[0 : points]) map(from : u[0 : points]) \
      map(alloc : r[0 : points], coarse_u[0 : coarse], coarse_r[0 : coarse])
  norms = mg::warm_up_and_solve<Operators>({cls.levels, cls.letter, v, u, r, coarse_u, coarse_r},
                                           cls.niter, watch);
  data.first_norm = norms.first;
  data.last_norm = norms.last;
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
