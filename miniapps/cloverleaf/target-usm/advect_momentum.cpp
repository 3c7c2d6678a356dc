// Unified shared memory against mapping: masses, momenta and velocities of a sweep, four kernels.

#include "cloverleaf_parts.hpp"

#pragma omp requires unified_shared_memory

template <int axis>
void clover::advect_momentum(const Grid& g, double* f, int set, int sweep) {
  const int next = 1 - set;
  const long a = g.step<axis>();
  const long b = 2 * a;
  const double* u = f + (xvel + set) * g.size;
  const double* w = f + (yvel + set) * g.size;
  double* new_u = f + (xvel + next) * g.size;
  double* new_w = f + (yvel + next) * g.size;
  double* nodes = f + work * g.size;
  double* before = f + (work + 1) * g.size;
  double* after = f + (work + 2) * g.size;
  double* flow_u = f + (work + 3) * g.size;
  double* flow_w = f + (work + 4) * g.size;
  // Along the axis two more in front, one more behind.
  const int x = axis == 0 ? 1 : 0;
  const int y = axis;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1 - 2 * y; k <= g.ny + 1 + y; ++k)
    for (int j = 1 - 2 * x; j <= g.nx + 1 + x; ++j)
      nodes[g.at(j, k)] = node_flux<axis>(g, f, g.at(j, k));
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1 - y; k <= g.ny + 1 + y; ++k)
    for (int j = 1 - x; j <= g.nx + 1 + x; ++j) {
      const long c = g.at(j, k);
      after[c] = node_mass<axis>(g, f, next, sweep, c);
      before[c] = after[c] - nodes[c - a] + nodes[c];
    }
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1 - y; k <= g.ny + 1; ++k)
    for (int j = 1 - x; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      flow_u[c] =
          momentum_flux(nodes[c], before[c], before[c + a], u[c - a], u[c], u[c + a], u[c + b]);
      flow_w[c] =
          momentum_flux(nodes[c], before[c], before[c + a], w[c - a], w[c], w[c + a], w[c + b]);
    }
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny + 1; ++k)
    for (int j = 1; j <= g.nx + 1; ++j) {
      const long c = g.at(j, k);
      new_u[c] = (u[c] * before[c] + flow_u[c - a] - flow_u[c]) / after[c];
      new_w[c] = (w[c] * before[c] + flow_w[c - a] - flow_w[c]) / after[c];
    }
  update_halo(g, f, after_momentum(next));
}

template void clover::advect_momentum<0>(const Grid&, double*, int, int);
template void clover::advect_momentum<1>(const Grid&, double*, int, int);
