// What a lambda costs: the loops of target-data, with bodies that capture pointers.

#include <cmath>
#include <rows_forall.hpp>  // the variant's own
#include <utility>

#include "league/stopwatch.hpp"
#include "tealeaf_parts.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const Mesh m = f.mesh;
  const double* v = f.v;
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) out[c] = base[c] - apply(m, v, x, c);
  });
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const int nx = f.nx;
  const Mesh m = f.mesh;
  const double* v = f.v;
  double* u = f.u;
  double* p = f.p;
  double* w = f.w;
  f.watch->lap("solve");
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  });
  f.watch->lap("calc_p");
  const double sum = sum_rows(f.ny, [=](int k) {
    const long row = (k + 1) * m.pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      w[c] = apply(m, v, p, c);
      mine += p[c] * w[c];
    }
    return mine;
  });
  f.watch->lap("calc_w");
  return sum;
}

double tea::jacobi(Fields& f) {
  const int nx = f.nx;
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  const double sum = sum_rows(f.ny, [=](int k) {
    const long row = (k + 1) * m.pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      next[c] = relax(m, v, u0, inverse, u, c);
      mine += std::abs(next[c] - u[c]);
    }
    return mine;
  });
  std::swap(f.u, f.next);
  return sum;
}
