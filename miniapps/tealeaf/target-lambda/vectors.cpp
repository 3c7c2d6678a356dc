// What a lambda costs: the loops of target-data, with bodies that capture pointers.

#include <rows_forall.hpp>  // the variant's own

#include "tealeaf_parts.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  const long pitch = f.mesh.pitch;
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    to[c] = from[c];
  });
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const long pitch = f.mesh.pitch;
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    x[c] += factor * d[c];
  });
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const long pitch = f.mesh.pitch;
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    d[c] = a * d[c] + b * z[c];
    x[c] += d[c];
  });
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  const long pitch = f.mesh.pitch;
  const double* r = f.r;
  double* sd = f.sd;
  double* inner_z = f.inner_z;
  double* inner_r = f.inner_r;
  each_cell(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    sd[c] = factor * z[c];
    inner_z[c] = sd[c];
    inner_r[c] = r[c];
  });
}

double tea::reduce_residual(Fields& f, double alpha) {
  const long pitch = f.mesh.pitch;
  const double* w = f.w;
  double* r = f.r;
  return sum_cells(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    r[c] -= alpha * w[c];
    return r[c] * r[c];
  });
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const long pitch = f.mesh.pitch;
  return sum_cells(f.nx, f.ny, [=](int k, int j) {
    const long c = (k + 1) * pitch + j;
    return a[c] * b[c];
  });
}

tea::Sums tea::totals(Fields& f) {
  const long pitch = f.mesh.pitch;
  const double* u = f.u;
  const double energy = sum_cells(f.nx, f.ny, [=](int k, int j) { return u[(k + 1) * pitch + j]; });
  return {energy, dot(f, f.density, u)};
}
