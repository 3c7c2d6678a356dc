// What a processor as device wants: rows to its threads.

#include "tealeaf_parts.hpp"

void tea::set_up(Fields& f, bool wants_inverse) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const bool inverse_density = f.inverse_density;
  const double* density = f.density;
  double* v = f.v;
  double* inverse = f.inverse;
  double* reciprocal = f.reciprocal;
  double* upper = f.upper;
  #pragma omp target teams distribute parallel for is_device_ptr(density, v)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j)
      set_conductivity(Mesh{pitch, hx, hy}, nx, ny, k, j, inverse_density, density, v);
  if (wants_inverse) {
    #pragma omp target teams distribute parallel for is_device_ptr(v, inverse)
    for (int k = 0; k < ny; ++k) {
      const long row = (k + 1) * pitch;
      const Mesh m{pitch, hx, hy};
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) inverse[c] = 1 / diagonal(m, v, c);
    }
  }
  if (f.preconditioner == jac_block) {
    #pragma omp target teams distribute parallel for is_device_ptr(v, reciprocal, upper)
    for (int k = 0; k < ny; k += strip) {
      const int cells = ny - k < strip ? ny - k : strip;
      const long row = (k + 1) * pitch;
      const Mesh m{pitch, hx, hy};
      for (long c = row; c < row + nx; ++c) factor_block(m, v, c, cells, reciprocal, upper);
    }
  }
}

void tea::precondition(Fields& f, const double* from, double* to) {
  const int nx = f.nx;
  const int ny = f.ny;
  const long pitch = f.mesh.pitch;
  const double hx = f.mesh.hx;
  const double hy = f.mesh.hy;
  const double* v = f.v;
  const double* inverse = f.inverse;
  const double* reciprocal = f.reciprocal;
  const double* upper = f.upper;
  if (f.preconditioner == jac_diag) {
    #pragma omp target teams distribute parallel for is_device_ptr(from, to, inverse)
    for (int k = 0; k < ny; ++k) {
      const long row = (k + 1) * pitch;
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) to[c] = from[c] * inverse[c];
    }
    return;
  }
  #pragma omp target teams distribute parallel for is_device_ptr(v, reciprocal, upper, from, to)
  for (int k = 0; k < ny; k += strip) {
    const int cells = ny - k < strip ? ny - k : strip;
    const long row = (k + 1) * pitch;
    const Mesh m{pitch, hx, hy};
    for (long c = row; c < row + nx; ++c) solve_block(m, v, reciprocal, upper, c, cells, from, to);
  }
}
