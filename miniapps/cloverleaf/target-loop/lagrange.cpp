// How well the compiler maps loops it is told nothing about: predictor, acceleration, corrector and
// volume fluxes, one kernel each.

#include "cloverleaf_parts.hpp"

void clover::lagrange(const Grid& g, double* f, int set, double dt) {
  const int next = 1 - set;
  double* p = f + pressure * g.size;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  double* u = f + (xvel + next) * g.size;
  double* w = f + (yvel + next) * g.size;
  double* fx = f + vol_flux_x * g.size;
  double* fy = f + vol_flux_y * g.size;
  const long up = g.pitch;
  #pragma omp target teams loop collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) p[g.at(j, k)] = predict(g, f, set, g.at(j, k), dt);
  update_halo(g, f, {1, {pressure}, {at_cell}});
  #pragma omp target teams loop collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      const Velocity v = accelerate(g, f, set, c, p + c - up, p + c, dt);
      u[c] = v.u;
      w[c] = v.w;
    }
  #pragma omp target teams loop collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      const Gas gas = compress(g, f, set, c, u + c, w + c, u + c + up, w + c + up, p[c], dt);
      rho[c] = gas.rho;
      e[c] = gas.e;
    }
  #pragma omp target teams loop collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      if (k <= g.ny) fx[c] = flux_x(g, f, set, c, u + c, u + c + up, dt);
      if (j <= g.nx) fy[c] = flux_y(g, f, set, c, w + c, dt);
    }
  update_halo(g, f, after_lagrange(next));
}
