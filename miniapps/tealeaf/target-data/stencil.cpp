// What a device does with data that stays there: rows to its threads, cells of a row to SIMD lanes.

#include <cmath>
#include <utility>

#include "league/stopwatch.hpp"
#include "tealeaf_parts.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) out[c] = base[c] - apply(m, v, x, c);
  }
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  double* u = f.u;
  double* p = f.p;
  double* w = f.w;
  f.watch->lap("solve");
  #pragma omp target teams distribute parallel for firstprivate(m)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * m.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  }
  f.watch->lap("calc_p");
  double sum = 0;
  #pragma omp target teams distribute parallel for firstprivate(m) map(tofrom : sum) \
      reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * m.pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      w[c] = apply(m, v, p, c);
      mine += p[c] * w[c];
    }
    sum += mine;
  }
  f.watch->lap("calc_w");
  return sum;
}

double tea::jacobi(Fields& f) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  double sum = 0;
  #pragma omp target teams distribute parallel for firstprivate(m) map(tofrom : sum) \
      reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * m.pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      next[c] = relax(m, v, u0, inverse, u, c);
      mine += std::abs(next[c] - u[c]);
    }
    sum += mine;
  }
  std::swap(f.u, f.next);
  return sum;
}
