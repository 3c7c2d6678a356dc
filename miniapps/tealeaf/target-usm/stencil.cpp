// Unified shared memory against mapping: as target-data, without a word about data.

#include <cmath>
#include <utility>

#include "league/stopwatch.hpp"
#include "tealeaf_parts.hpp"

#pragma omp requires unified_shared_memory

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      out[c] = base[c] - apply(Mesh{pitch, hx, hy}, v, x, c);
    }
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  double* u = f.u;
  double* p = f.p;
  double* w = f.w;
  f.watch->lap("solve");
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  f.watch->lap("calc_p");
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      w[c] = apply(Mesh{pitch, hx, hy}, v, p, c);
      sum += p[c] * w[c];
    }
  f.watch->lap("calc_w");
  return sum;
}

double tea::jacobi(Fields& f) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  const double* u0 = f.u0;
  const double* inverse = f.inverse;
  const double* u = f.u;
  double* next = f.next;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      next[c] = relax(Mesh{pitch, hx, hy}, v, u0, inverse, u, c);
      sum += std::abs(next[c] - u[c]);
    }
  std::swap(f.u, f.next);
  return sum;
}
