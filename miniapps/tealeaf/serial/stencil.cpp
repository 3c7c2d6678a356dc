// What is computed: the loops that look at neighbouring cells.

#include <cmath>
#include <utility>

#include "tealeaf_parts.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      out[c] = base[c] - apply(f.mesh, f.v, x, c);
    }
}

double tea::direction(Fields& f, double alpha, double beta, const double* z) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      f.u[c] += alpha * f.p[c];
      f.p[c] = z[c] + beta * f.p[c];
    }
  double sum = 0;
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      f.w[c] = apply(f.mesh, f.v, f.p, c);
      sum += f.p[c] * f.w[c];
    }
  return sum;
}

double tea::jacobi(Fields& f) {
  double sum = 0;
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      f.next[c] = relax(f.mesh, f.v, f.u0, f.inverse, f.u, c);
      sum += std::abs(f.next[c] - f.u[c]);
    }
  std::swap(f.u, f.next);
  return sum;
}
