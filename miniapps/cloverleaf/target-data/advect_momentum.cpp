// What a device does with data that stays there: both velocities of a sweep in one kernel; masses
// and momenta at the neighbours are computed where they are needed.

#include "cloverleaf_fused.hpp"
#include "cloverleaf_parts.hpp"

namespace {

using namespace clover;

template <int axis, int sweep>
void advect(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  const int next = 1 - set;
  double* u = f + (xvel + next) * g.size;
  double* w = f + (yvel + next) * g.size;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      const Velocity v = advected_vertex<axis>(g, f, set, sweep, c);
      u[c] = v.u;
      w[c] = v.w;
    }
    mirror_row(g, u, xvel_kind, k);
    mirror_row(g, w, yvel_kind, k);
  }
}

}  // namespace

template <int axis>
void clover::advect_momentum(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect<axis, 1>(g, f, set) : advect<axis, 2>(g, f, set);
}

template void clover::advect_momentum<0>(const Grid&, double*, int, int);
template void clover::advect_momentum<1>(const Grid&, double*, int, int);
