// What a lambda costs: the loops of target-data, with bodies that capture pointers.

#include <rows_forall.hpp>  // the variant's own

#include "tealeaf_parts.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) to[c] = from[c];
  });
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) x[c] += factor * d[c];
  });
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      d[c] = a * d[c] + b * z[c];
      x[c] += d[c];
    }
  });
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  const double* r = f.r;
  double* sd = f.sd;
  double* inner_z = f.inner_z;
  double* inner_r = f.inner_r;
  each_row(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      sd[c] = factor * z[c];
      inner_z[c] = sd[c];
      inner_r[c] = r[c];
    }
  });
}

double tea::reduce_residual(Fields& f, double alpha) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  const double* w = f.w;
  double* r = f.r;
  return sum_rows(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      r[c] -= alpha * w[c];
      mine += r[c] * r[c];
    }
    return mine;
  });
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  return sum_rows(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) mine += a[c] * b[c];
    return mine;
  });
}

tea::Sums tea::totals(Fields& f) {
  const int nx = f.nx;
  const long pitch = f.mesh.pitch;
  const double* u = f.u;
  const double energy = sum_rows(f.ny, [=](int k) {
    const long row = (k + 1) * pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) mine += u[c];
    return mine;
  });
  return {energy, dot(f, f.density, u)};
}
