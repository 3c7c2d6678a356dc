// What the host makes of it: fluxes and gas of a row in one go; along y a thread goes up its rows
// and computes every face once.
//
// Which sweep it is, compilers know: asked in a loop, it makes GCC mask every load that depends on
// it, and the loops take a third longer.

#include <utility>
#include <vector>

#include "cloverleaf_parts.hpp"
#include "rows.hpp"

namespace {

using namespace clover;

template <int axis, int sweep>
void flux_row(const Grid& grid, const double* f, int set, int k, double* mass, double* carried) {
  const Grid g = grid;
  const long c = g.at(0, k);
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1 - axis; ++j) {
    const CellFlux flux = cell_flux_at<axis>(g, f, set, sweep, c + j);
    mass[j] = flux.mass;
    carried[j] = flux.energy;
  }
}

/// A row, from what comes in and goes out; all four rows begin at j = 0.
template <int axis, int sweep>
void advect_row(const Grid& grid, double* f, int set, int k, const double* mass_in,
                const double* carried_in, const double* mass_out, const double* carried_out) {
  const Grid g = grid;
  const long c = g.at(0, k);
  double* rho = f + (density + 1 - set) * g.size;
  double* e = f + (energy + 1 - set) * g.size;
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) {
    const Gas gas = advected<axis>(g, f, set, sweep, c + j, {mass_in[j], carried_in[j]},
                                   {mass_out[j], carried_out[j]});
    rho[c + j] = gas.rho;
    e[c + j] = gas.e;
  }
  mirror_row(g, rho, at_cell, k);
  mirror_row(g, e, at_cell, k);
}

template <int sweep>
void advect_along_x(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  const Block rows = block_of(g.ny);
  double* mass = f + mass_flux_x * g.size;
  std::vector<double> own(std::size_t(g.pitch));
  double* carried = own.data();
  for (int k = rows.first; k <= rows.last; ++k) {
    double* row = mass + g.at(0, k);
    flux_row<0, sweep>(g, f, set, k, row, carried);
    advect_row<0, sweep>(g, f, set, k, row, carried, row + 1, carried + 1);
    mirror_row(g, mass, xface_kind, k);
  }
}

template <int sweep>
void advect_along_y(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  const Block rows = block_of(g.ny);
  double* mass = f + mass_flux_y * g.size;
  std::vector<double> own(std::size_t(3 * g.pitch));
  double* carried_low = own.data();
  double* carried_high = carried_low + g.pitch;
  double* beyond = carried_high + g.pitch;  // the first faces of the thread above, once more
  for (int k = rows.first; k <= rows.last + 1; ++k) {
    const bool mine = k <= rows.last || k == g.ny + 1;
    double* row = mine ? mass + g.at(0, k) : beyond;
    if (rows.first > rows.last) break;
    flux_row<1, sweep>(g, f, set, k, row, carried_high);
    if (mine) mirror_row(g, mass, yface_kind, k);
    if (k > rows.first)
      advect_row<1, sweep>(g, f, set, k - 1, mass + g.at(0, k - 1), carried_low, row, carried_high);
    std::swap(carried_low, carried_high);
  }
}

}  // namespace

template <>
void clover::advect_cells<0>(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect_along_x<1>(g, f, set) : advect_along_x<2>(g, f, set);
  #pragma omp barrier
}

template <>
void clover::advect_cells<1>(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect_along_y<1>(g, f, set) : advect_along_y<2>(g, f, set);
  #pragma omp barrier
}
