// How well the compiler maps `loop`: all cells as one iteration space, the levels left to it.

#include <cmath>
#include <utility>

#include "tealeaf_parts.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  #pragma omp target teams loop collapse(2) firstprivate(m)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      out[c] = base[c] - apply(m, v, x, c);
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
  #pragma omp target teams loop collapse(2) firstprivate(m)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  double sum = 0;
  #pragma omp target teams loop collapse(2) firstprivate(m) map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      w[c] = apply(m, v, p, c);
      sum += p[c] * w[c];
    }
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
  #pragma omp target teams loop collapse(2) firstprivate(m) map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * m.pitch + j;
      next[c] = relax(m, v, u0, inverse, u, c);
      sum += std::abs(next[c] - u[c]);
    }
  std::swap(f.u, f.next);
  return sum;
}
