// The best that directives allow on a GPU: a thread for every cell, fluxes computed on both sides
// of a cell rather than stored, and both momenta in one kernel where they do not wait for each
// other.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"

namespace {

template <bool along_x, bool first>
void sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k) {
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::sweep_at(grid, {grid, f, k, along_x, first}, i, j);
}

// x momentum goes along x before y momentum does, and across it after.
void momenta_across_first(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k) {
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      flow::update_velocity_at(grid, flow::velocity_x(grid, f, k, false), i, j);
      flow::update_velocity_at(grid, flow::velocity_y(grid, f, k, true), i, j);
    }
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      flow::update_momentum_at(grid, flow::momentum_x(grid, f, k, true), i, j);
      flow::update_momentum_at(grid, flow::momentum_y(grid, f, k, false), i, j);
    }
}

void momenta_along_first(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k) {
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j)
      flow::update_velocity_at(grid, flow::velocity_x(grid, f, k, true), i, j);
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      flow::update_momentum_at(grid, flow::momentum_x(grid, f, k, false), i, j);
      flow::update_velocity_at(grid, flow::velocity_y(grid, f, k, false), i, j);
    }
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f, k)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j)
      flow::update_momentum_at(grid, flow::momentum_y(grid, f, k, true), i, j);
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  const Factors k(grid, pace);
  if (x_first) {
    sweep<true, true>(grid, f, k);
    sweep<false, false>(grid, f, k);
    momenta_across_first(grid, f, k);
  } else {
    sweep<false, true>(grid, f, k);
    sweep<true, false>(grid, f, k);
    momenta_along_first(grid, f, k);
  }
}
