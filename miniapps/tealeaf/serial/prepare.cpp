// What is computed: conductivities, and what the preconditioners need.

#include "tealeaf_parts.hpp"

void tea::set_up(Fields& f, bool wants_inverse) {
  for (int k = 0; k < f.ny; ++k)
    for (int j = 0; j < f.nx; ++j)
      set_conductivity(f.mesh, f.nx, f.ny, k, j, f.inverse_density, f.density, f.v);
  if (wants_inverse)
    for (int k = 0; k < f.ny; ++k)
      for (int j = 0; j < f.nx; ++j) {
        const long c = (k + 1) * f.mesh.pitch + j;
        f.inverse[c] = 1 / diagonal(f.mesh, f.v, c);
      }
  if (f.preconditioner == jac_block)
    for (int k = 0; k < f.ny; k += strip) {
      const int cells = f.ny - k < strip ? f.ny - k : strip;
      for (int j = 0; j < f.nx; ++j)
        factor_block(f.mesh, f.v, (k + 1) * f.mesh.pitch + j, cells, f.reciprocal, f.upper);
    }
}

void tea::precondition(Fields& f, const double* from, double* to) {
  if (f.preconditioner == jac_diag)
    for (int k = 0; k < f.ny; ++k)
      for (int j = 0; j < f.nx; ++j) {
        const long c = (k + 1) * f.mesh.pitch + j;
        to[c] = from[c] * f.inverse[c];
      }
  else
    for (int k = 0; k < f.ny; k += strip) {
      const int cells = f.ny - k < strip ? f.ny - k : strip;
      for (int j = 0; j < f.nx; ++j)
        solve_block(f.mesh, f.v, f.reciprocal, f.upper, (k + 1) * f.mesh.pitch + j, cells, from,
                    to);
    }
}
