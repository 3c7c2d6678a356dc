// The best that directives allow: three kernels, gas and fluxes in one of them.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"

void clover::lagrange(const Grid& grid, double* f, int set, double dt) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) predict_at(g, f, set, j, k, dt);
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) accelerate_at(g, f, set, j, k, dt);
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) correct_at(g, f, set, j, k, dt);
}
