// Unified shared memory against mapping: as target-data, without a word about data.

#include "tealeaf_parts.hpp"

#pragma omp requires unified_shared_memory

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
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j)
      set_conductivity(Mesh{pitch, hx, hy}, nx, ny, k, j, inverse_density, density, v);
  if (wants_inverse) {
    #pragma omp target teams distribute parallel for collapse(2)
    for (int k = 0; k < ny; ++k)
      for (int j = 0; j < nx; ++j) {
        const long c = (k + 1) * pitch + j;
        inverse[c] = 1 / diagonal(Mesh{pitch, hx, hy}, v, c);
      }
  }
  if (f.preconditioner == jac_block) {
    const int strips = (ny + strip - 1) / strip;
    #pragma omp target teams distribute parallel for collapse(2)
    for (int s = 0; s < strips; ++s)
      for (int j = 0; j < nx; ++j) {
        const int k = s * strip;
        const int cells = ny - k < strip ? ny - k : strip;
        factor_block(Mesh{pitch, hx, hy}, v, (k + 1) * pitch + j, cells, reciprocal, upper);
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
    #pragma omp target teams distribute parallel for collapse(2)
    for (int k = 0; k < ny; ++k)
      for (int j = 0; j < nx; ++j) {
        const long c = (k + 1) * pitch + j;
        to[c] = from[c] * inverse[c];
      }
    return;
  }
  const int strips = (ny + strip - 1) / strip;
  #pragma omp target teams distribute parallel for collapse(2)
  for (int s = 0; s < strips; ++s)
    for (int j = 0; j < nx; ++j) {
      const int k = s * strip;
      const int cells = ny - k < strip ? ny - k : strip;
      solve_block(Mesh{pitch, hx, hy}, v, reciprocal, upper, (k + 1) * pitch + j, cells, from, to);
    }
}
