// What a lambda costs: the loops of target-data, with bodies that capture pointers.

#include <rows_forall.hpp>  // the variant's own

#include "tealeaf_parts.hpp"

void tea::set_up(Fields& f, bool wants_inverse) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const bool inverse_density = f.inverse_density;
  const double* density = f.density;
  double* v = f.v;
  double* inverse = f.inverse;
  double* reciprocal = f.reciprocal;
  double* upper = f.upper;
  each_row(ny, [=](int k) {
    for (int j = 0; j < nx; ++j) set_conductivity(m, nx, ny, k, j, inverse_density, density, v);
  });
  if (wants_inverse)
    each_row(ny, [=](int k) {
      const long row = (k + 1) * m.pitch;
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) inverse[c] = 1 / diagonal(m, v, c);
    });
  if (f.preconditioner == jac_block)
    each_row((ny + strip - 1) / strip, [=](int s) {
      const int k = s * strip;
      const int cells = ny - k < strip ? ny - k : strip;
      const long row = (k + 1) * m.pitch;
      for (long c = row; c < row + nx; ++c) factor_block(m, v, c, cells, reciprocal, upper);
    });
}

void tea::precondition(Fields& f, const double* from, double* to) {
  const int nx = f.nx;
  const int ny = f.ny;
  const Mesh m = f.mesh;
  const double* v = f.v;
  const double* inverse = f.inverse;
  const double* reciprocal = f.reciprocal;
  const double* upper = f.upper;
  if (f.preconditioner == jac_diag) {
    each_row(ny, [=](int k) {
      const long row = (k + 1) * m.pitch;
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) to[c] = from[c] * inverse[c];
    });
    return;
  }
  each_row((ny + strip - 1) / strip, [=](int s) {
    const int k = s * strip;
    const int cells = ny - k < strip ? ny - k : strip;
    const long row = (k + 1) * m.pitch;
    for (long c = row; c < row + nx; ++c) solve_block(m, v, reciprocal, upper, c, cells, from, to);
  });
}
