// What a device does with data that stays there: a sweep of the cells is one kernel; every flux is
// computed twice.

#include "cloverleaf_parts.hpp"

namespace {

using namespace clover;

template <int axis, int sweep>
void advect(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  const int next = 1 - set;
  double* mass = f + (axis == 0 ? mass_flux_x : mass_flux_y) * g.size;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  const Kind kind = axis == 0 ? xface_kind : yface_kind;
  const long a = g.step<axis>();
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      const CellFlux in = cell_flux_at<axis>(g, f, set, sweep, c);
      const CellFlux out = cell_flux_at<axis>(g, f, set, sweep, c + a);
      const Gas gas = advected<axis>(g, f, set, sweep, c, in, out);
      mass[c] = in.mass;
      rho[c] = gas.rho;
      e[c] = gas.e;
    }
    mirror_row(g, rho, at_cell, k);
    mirror_row(g, e, at_cell, k);
    if (axis == 0) {
      const CellFlux last = cell_flux_at<axis>(g, f, set, sweep, g.at(g.nx + 1, k));
      mass[g.at(g.nx + 1, k)] = last.mass;
    }
    mirror_row(g, mass, kind, k);
    if (axis == 0 || k < g.ny) continue;
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k + 1);
      const CellFlux in = cell_flux_at<axis>(g, f, set, sweep, c);
      mass[c] = in.mass;
    }
    mirror_row(g, mass, kind, k + 1);
  }
}

}  // namespace

template <int axis>
void clover::advect_cells(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect<axis, 1>(g, f, set) : advect<axis, 2>(g, f, set);
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
