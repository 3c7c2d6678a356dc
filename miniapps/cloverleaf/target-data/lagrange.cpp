// What a device does with data that stays there: predictor and acceleration, one kernel
// each; corrector and volume fluxes in one.

#include "cloverleaf_parts.hpp"

void clover::lagrange(const Grid& grid, double* f, int set, double dt) {
  const Grid g = grid;
  const int next = 1 - set;
  double* p = f + pressure * g.size;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  double* u = f + (xvel + next) * g.size;
  double* w = f + (yvel + next) * g.size;
  double* fx = f + vol_flux_x * g.size;
  double* fy = f + vol_flux_y * g.size;
  const long up = g.pitch;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) p[g.at(j, k)] = predict(g, f, set, g.at(j, k), dt);
    mirror_row(g, p, at_cell, k);
  }
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      const Velocity v = accelerate(g, f, set, c, p + c - up, p + c, dt);
      u[c] = v.u;
      w[c] = v.w;
    }
    mirror_row(g, u, xvel_kind, k);
    mirror_row(g, w, yvel_kind, k);
  }
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      const Gas gas = compress(g, f, set, c, u + c, w + c, u + c + up, w + c + up, p[c], dt);
      rho[c] = gas.rho;
      e[c] = gas.e;
      fx[c] = flux_x(g, f, set, c, u + c, u + c + up, dt);
      fy[c] = flux_y(g, f, set, c, w + c, dt);
    }
    const long last = g.at(g.nx + 1, k);
    fx[last] = flux_x(g, f, set, last, u + last, u + last + up, dt);
    mirror_row(g, rho, at_cell, k);
    mirror_row(g, e, at_cell, k);
    mirror_row(g, fx, xface_kind, k);
    mirror_row(g, fy, yface_kind, k);
    if (k < g.ny) continue;
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k + 1);
      fy[c] = flux_y(g, f, set, c, w + c, dt);
    }
    mirror_row(g, fy, yface_kind, k + 1);
  }
}
