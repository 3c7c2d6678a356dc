// What a processor as device wants: rows to its threads, cells of a row to SIMD lanes.

#include "tealeaf_parts.hpp"

void tea::copy(Fields& f, const double* from, double* to) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for is_device_ptr(from, to)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) to[c] = from[c];
  }
}

void tea::add(Fields& f, double factor, const double* d, double* x) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for is_device_ptr(d, x)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) x[c] += factor * d[c];
  }
}

void tea::smooth(Fields& f, double a, double b, const double* z, double* d, double* x) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  #pragma omp target teams distribute parallel for is_device_ptr(z, d, x)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      d[c] = a * d[c] + b * z[c];
      x[c] += d[c];
    }
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
  #pragma omp target teams distribute parallel for is_device_ptr(r, z, sd, inner_z, inner_r)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
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
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double* w = f.w;
  double* r = f.r;
  double sum = 0;
  #pragma omp target teams distribute parallel for is_device_ptr(w, r) map(tofrom : sum) \
      reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      r[c] -= alpha * w[c];
      mine += r[c] * r[c];
    }
    sum += mine;
  }
  return sum;
}

double tea::dot(Fields& f, const double* a, const double* b) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  double sum = 0;
  #pragma omp target teams distribute parallel for is_device_ptr(a, b) map(tofrom : sum) \
      reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) mine += a[c] * b[c];
    sum += mine;
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
  #pragma omp target teams distribute parallel for is_device_ptr(u, density) \
      map(tofrom : energy, temperature) reduction(+ : energy, temperature)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    for (long c = row; c < row + nx; ++c) {
      energy += u[c];
      temperature += density[c] * u[c];
    }
  }
  return {energy, temperature};
}
