// What the host does with threads and vectors: rows to threads, the cells of a row to SIMD lanes.

#include "rows_reduction.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd
    for (long c = row; c < row + f.nx; ++c) to[c] = from[c];
  }
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const int nx = f.nx;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) x[c] += factor * d[c];
  }
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const int nx = f.nx;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      d[c] = a * d[c] + b * z[c];
      x[c] += d[c];
    }
  }
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  const int nx = f.nx;
  const double* r = f.r;
  double* sd = f.sd;
  double* inner_z = f.inner_z;
  double* inner_r = f.inner_r;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      sd[c] = factor * z[c];
      inner_z[c] = sd[c];
      inner_r[c] = r[c];
    }
  }
}

double tea::reduce_residual(Fields& f, double alpha) {
  const int nx = f.nx;
  const double* w = f.w;
  double* r = f.r;
  double mine = 0;
  #pragma omp for schedule(static) nowait
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      r[c] -= alpha * w[c];
      mine += r[c] * r[c];
    }
  }
  return team_sum(f, mine);
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const int nx = f.nx;
  double mine = 0;
  #pragma omp for schedule(static) nowait
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) mine += a[c] * b[c];
  }
  return team_sum(f, mine);
}

tea::Sums tea::totals(Fields& f) {
  const int nx = f.nx;
  const double* u = f.u;
  const double* density = f.density;
  double energy = 0;
  double temperature = 0;
  #pragma omp for schedule(static) nowait
  for (int k = 0; k < f.ny; ++k) {
    const long row = (k + 1) * f.mesh.pitch;
    #pragma omp simd reduction(+ : energy, temperature)
    for (long c = row; c < row + nx; ++c) {
      energy += u[c];
      temperature += density[c] * u[c];
    }
  }
  return {team_sum(f, energy), team_sum(f, temperature)};
}
