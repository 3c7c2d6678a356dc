// The loops of serial, a thread a cell, with resident data: fluxes of a sweep, then the gas of all
// cells.

#include "cloverleaf_parts.hpp"

template <int axis>
void clover::advect_cells(const Grid& g, double* f, int set, int sweep) {
  const int next = 1 - set;
  double* mass = f + (axis == 0 ? mass_flux_x : mass_flux_y) * g.size;
  double* carried = f + work * g.size;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  const long a = g.step<axis>();
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + axis; ++k)
    for (int j = 1; j <= g.nx + 1 - axis; ++j) {
      const long c = g.at(j, k);
      const CellFlux flux = cell_flux_at<axis>(g, f, set, sweep, c);
      mass[c] = flux.mass;
      carried[c] = flux.energy;
    }
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      const Gas gas =
          advected<axis>(g, f, set, sweep, c, {mass[c], carried[c]}, {mass[c + a], carried[c + a]});
      rho[c] = gas.rho;
      e[c] = gas.e;
    }
  update_halo(g, f, after_cells<axis>(next));
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
