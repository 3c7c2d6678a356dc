// What the host does with threads and vectors: rows to threads, the cells of a row to SIMD lanes.

#include "tealeaf_parts.hpp"

void tea::set_up(Fields& f, bool wants_inverse) {
  const Mesh m = f.mesh;
  #pragma omp for schedule(static)
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j)
      set_conductivity(m, f.nx, f.ny, k, j, f.inverse_density, f.density, f.v);
  if (wants_inverse) {
    #pragma omp for schedule(static)
    for (int k = 0; k < f.ny; ++k) {
      const long row = (k + 1) * m.pitch;
      #pragma omp simd
      for (long c = row; c < row + f.nx; ++c) f.inverse[c] = 1 / diagonal(m, f.v, c);
    }
  }
  if (f.preconditioner == jac_block) {
    #pragma omp for schedule(static)
    for (int k = 0; k < f.ny; k += strip) {
      const int cells = f.ny - k < strip ? f.ny - k : strip;
      const long row = (k + 1) * m.pitch;
      for (long c = row; c < row + f.nx; ++c) factor_block(m, f.v, c, cells, f.reciprocal, f.upper);
    }
  }
}

void tea::precondition(Fields& f, const double* from, double* to) {
  const Mesh m = f.mesh;
  const int nx = f.nx;
  const int ny = f.ny;
  const double* v = f.v;
  const double* inverse = f.inverse;
  const double* reciprocal = f.reciprocal;
  const double* upper = f.upper;
  if (f.preconditioner == jac_diag) {
    #pragma omp for schedule(static)
    for (int k = 0; k < ny; ++k) {
      const long row = (k + 1) * m.pitch;
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) to[c] = from[c] * inverse[c];
    }
    return;
  }
  #pragma omp for schedule(static)
  for (int k = 0; k < ny; k += strip) {
    const int cells = ny - k < strip ? ny - k : strip;
    const long row = (k + 1) * m.pitch;
    // Blocks of four are worth a loop whose length the compiler knows.
    if (cells == strip) {
      #pragma omp simd
      for (long c = row; c < row + nx; ++c)
        solve_block(m, v, reciprocal, upper, c, strip, from, to);
    } else {
      for (long c = row; c < row + nx; ++c)
        solve_block(m, v, reciprocal, upper, c, cells, from, to);
    }
  }
}
