// What is computed: the loops over cells that look at no other cell.

#include "tealeaf_parts.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      to[c] = from[c];
    }
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      x[c] += factor * d[c];
    }
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      d[c] = a * d[c] + b * z[c];
      x[c] += d[c];
    }
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      f.sd[c] = factor * z[c];
      f.inner_z[c] = f.sd[c];
      f.inner_r[c] = f.r[c];
    }
}

double tea::reduce_residual(Fields& f, double alpha) {
  double sum = 0;
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      f.r[c] -= alpha * f.w[c];
      sum += f.r[c] * f.r[c];
    }
  return sum;
}

double tea::dot(Fields& f, const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      sum += a[c] * b[c];
    }
  return sum;
}

tea::Sums tea::totals(Fields& f) {
  Sums sums{0, 0};
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j) {
      const long c = (k + 1) * f.mesh.pitch + j;
      sums.energy += f.u[c];
      sums.temperature += f.density[c] * f.u[c];
    }
  return sums;
}
