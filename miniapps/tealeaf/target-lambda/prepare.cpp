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
  each_cell(nx, ny,
            [=](int k, int j) { set_conductivity(m, nx, ny, k, j, inverse_density, density, v); });
  if (wants_inverse) {
    each_cell(nx, ny, [=](int k, int j) {
      const long c = (k + 1) * m.pitch + j;
      inverse[c] = 1 / diagonal(m, v, c);
    });
  }
  if (f.preconditioner == jac_block) {
    const int strips = (ny + strip - 1) / strip;
    each_cell(nx, strips, [=](int s, int j) {
      const int k = s * strip;
      const int cells = ny - k < strip ? ny - k : strip;
      factor_block(m, v, (k + 1) * m.pitch + j, cells, reciprocal, upper);
    });
  }
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
    each_cell(nx, ny, [=](int k, int j) {
      const long c = (k + 1) * m.pitch + j;
      to[c] = from[c] * inverse[c];
    });
    return;
  }
  const int strips = (ny + strip - 1) / strip;
  each_cell(nx, strips, [=](int s, int j) {
    const int k = s * strip;
    const int cells = ny - k < strip ? ny - k : strip;
    solve_block(m, v, reciprocal, upper, (k + 1) * m.pitch + j, cells, from, to);
  });
}
