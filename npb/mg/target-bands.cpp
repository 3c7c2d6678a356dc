// What a CPU as device wants: as target-data, but rows go to all threads of all teams, and the
// points of a row to SIMD lanes.  On a GPU neighbouring threads then have different rows.

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

  // The ends of a row, whose neighbours are at the other end, stand outside the vector loop.
  static void residual(int level, const double* u, const double* v, double* r) {
    const int n = 1 << level;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(alloc : u[0 : mg::points(level)], v[0 : mg::points(level)], r[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::Rows rows = mg::rows_around(u, n, k, j);
        const long row = mg::row_of(n, k, j);
        r[row] = v[row] - mg::operator_at(rows, n - 1, 0, 1);
        #pragma omp simd
        for (int i = 1; i < n - 1; ++i)
          r[row + i] = v[row + i] - mg::operator_at(rows, i - 1, i, i + 1);
        r[row + n - 1] = v[row + n - 1] - mg::operator_at(rows, n - 2, n - 1, 0);
      }
  }

  static void smooth(int level, char letter, const double* r, double* u) {
    const int n = 1 << level;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(alloc : r[0 : mg::points(level)], u[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::Smoother c = mg::smoother(letter);
        const mg::Rows rows = mg::rows_around(r, n, k, j);
        const long row = mg::row_of(n, k, j);
        u[row] += mg::smoothed_at(rows, c, n - 1, 0, 1);
        #pragma omp simd
        for (int i = 1; i < n - 1; ++i) u[row + i] += mg::smoothed_at(rows, c, i - 1, i, i + 1);
        u[row + n - 1] += mg::smoothed_at(rows, c, n - 2, n - 1, 0);
      }
  }

  static void restrict_from(int level, const double* r, double* coarse) {
    const int n = 1 << level;
    const int half = n / 2;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(alloc : r[0 : mg::points(level)], coarse[0 : mg::points(level - 1)])
    for (int k = 0; k < half; ++k)
      for (int j = 0; j < half; ++j) {
        const mg::Rows rows = mg::rows_around(r, n, 2 * k + 1, 2 * j + 1);
        double* out = coarse + mg::row_of(half, k, j);
        #pragma omp simd
        for (int i = 0; i < half - 1; ++i)
          out[i] = mg::restricted_at(rows, 2 * i, 2 * i + 1, 2 * i + 2);
        out[half - 1] = mg::restricted_at(rows, n - 2, n - 1, 0);
      }
  }

  static void interpolate_to(int level, const double* coarse, double* u) {
    const int n = 1 << level;
    const int half = n / 2;
    #pragma omp target teams distribute parallel for collapse(2) \
        map(alloc : coarse[0 : mg::points(level - 1)], u[0 : mg::points(level)])
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const mg::CoarseRows rows = mg::coarse_rows(coarse, n, k, j);
        double* out = u + mg::row_of(n, k, j);
        out[0] += 0.5 * (rows.mean(half - 1) + rows.mean(0));
        #pragma omp simd
        for (int i = 0; i < half - 1; ++i) {
          out[2 * i + 1] += rows.mean(i);
          out[2 * i + 2] += 0.5 * (rows.mean(i) + rows.mean(i + 1));
        }
        out[n - 1] += rows.mean(half - 1);
      }
  }

  static double norm(int level, const double* r) {
    const int n = 1 << level;
    const long points = mg::points(level);
    double sum = 0;
    #pragma omp target teams distribute parallel for collapse(2) map(alloc : r[0 : points]) \
        map(tofrom : sum) reduction(+ : sum)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        const double* row = r + mg::row_of(n, k, j);
        double part = 0;
        #pragma omp simd reduction(+ : part)
        for (int i = 0; i < n; ++i) part += row[i] * row[i];
        sum += part;
      }
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
