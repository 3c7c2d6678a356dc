// What a device does with data that stays there: a sweep of the cells is one kernel; every flux is
// computed twice.

#include "cloverleaf_parts.hpp"

template <int axis>
void clover::advect_cells(const Grid& grid, double* f, int set, int sweep) {
  const Grid g = grid;
  const int next = 1 - set;
  const int field = axis == 0 ? mass_flux_x : mass_flux_y;
  double* mass = f + field * g.size;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  const long a = g.step<axis>();
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny + axis; ++k)
    #pragma omp simd
    for (int j = 1; j <= g.nx + 1 - axis; ++j) {
      const long c = g.at(j, k);
      const CellFlux in = cell_flux_at<axis>(g, f, set, sweep, c);
      mass[c] = in.mass;
      if (j > g.nx || k > g.ny) continue;  // nothing but the last face
      const CellFlux out = cell_flux_at<axis>(g, f, set, sweep, c + a);
      const Gas gas = advected<axis>(g, f, set, sweep, c, in, out);
      rho[c] = gas.rho;
      e[c] = gas.e;
    }
  update_halo(g, f,
              {3,
               {density + next, energy + next, field},
               {at_cell, at_cell, axis == 0 ? xface_kind : yface_kind}});
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
