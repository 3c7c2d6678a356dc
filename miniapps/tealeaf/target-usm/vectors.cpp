// Unified shared memory against mapping: as target-data, without a word about data.

#include "tealeaf_parts.hpp"

#pragma omp requires unified_shared_memory

void tea::copy(Fields& f, const double* from, double* to) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      to[c] = from[c];
    }
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      x[c] += factor * d[c];
    }
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      d[c] = a * d[c] + b * z[c];
      x[c] += d[c];
    }
}

void tea::open_inner(Fields& f, double factor, const double* z) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double* r = f.r;
  double* sd = f.sd;
  double* inner_z = f.inner_z;
  double* inner_r = f.inner_r;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      sd[c] = factor * z[c];
      inner_z[c] = sd[c];
      inner_r[c] = r[c];
    }
}

double tea::reduce_residual(Fields& f, double alpha) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double* w = f.w;
  double* r = f.r;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      r[c] -= alpha * w[c];
      sum += r[c] * r[c];
    }
  return sum;
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      sum += a[c] * b[c];
    }
  return sum;
}

tea::Sums tea::totals(Fields& f) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double* u = f.u;
  const double* density = f.density;
  double energy = 0;
  double temperature = 0;
  #pragma omp target teams distribute parallel for collapse(2) reduction(+ : energy, temperature)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) {
      const long c = (k + 1) * pitch + j;
      energy += u[c];
      temperature += density[c] * u[c];
    }
  return {energy, temperature};
}
