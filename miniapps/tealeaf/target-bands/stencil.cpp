// What a processor as device wants: rows to its threads, cells of a row to SIMD lanes.

#include <cmath>
#include <utility>

#include "tealeaf_parts.hpp"
#include "tealeaf_rows_bands.hpp"

void tea::residual(Fields& f, const double* base, const double* x, double* out) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  #pragma omp target teams distribute parallel for is_device_ptr(base, x, out, v)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    const Mesh m{pitch, hx, hy};
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) out[c] = base[c] - apply(m, v, x, c);
  }
}

tea::Products tea::one_pass(Fields& f, bool fresh, double alpha, double beta) {
  const int nx = f.nx;
  const int ny = f.ny;
  const int bands = f.bands;
  const int pass = ++f.passes;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  double* u = f.u;
  double* r = f.r;
  double* p = f.p;
  double* w = f.w;
  double* ghosts = f.ghosts;
  Products* of = f.products;
  #pragma omp target teams distribute parallel for is_device_ptr(v, u, r, p, w, ghosts) \
      map(from : of[0 : bands])
  for (int b = 0; b < bands; ++b) {
    const Mesh m{pitch, hx, hy};
    const Band band = band_of(m, ny, b, bands, pass, ghosts, w);
    of[b] = pass_over_band(m, nx, band, fresh, alpha, beta, v, u, r, p, w);
  }
  Products sum{0, 0, 0, 0};
  for (int b = 0; b < bands; ++b) sum += of[b];
  return sum;
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
  #pragma omp target teams distribute parallel for is_device_ptr(u, p, z)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    #pragma omp simd
    for (long c = row; c < row + nx; ++c) {
      u[c] += alpha * p[c];
      p[c] = z[c] + beta * p[c];
    }
  }
  double sum = 0;
  #pragma omp target teams distribute parallel for is_device_ptr(v, p, w) map(tofrom : sum) \
      reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    const Mesh m{pitch, hx, hy};
    double mine = 0;
    #pragma omp simd reduction(+ : mine)
    for (long c = row; c < row + nx; ++c) {
      w[c] = apply(m, v, p, c);
      mine += p[c] * w[c];
    }
    sum += mine;
  }
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
  #pragma omp target teams distribute parallel for is_device_ptr(v, u0, inverse, u, next) \
      map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < ny; ++k) {
    const long row = (k + 1) * pitch;
    const Mesh m{pitch, hx, hy};
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
