// How well the compiler maps `loop`: every cell an iteration, nothing said about where it runs.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"

namespace {

void sweep(const flow::Grid& grid, const flow::Sweep& it) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, it)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::sweep_at(grid, it, i, j);
}

void update_velocity(const flow::Grid& grid, const flow::Component& it) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, it)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::update_velocity_at(grid, it, i, j);
}

void update_momentum(const flow::Grid& grid, const flow::Component& it) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, it)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::update_momentum_at(grid, it, i, j);
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  const Factors k(grid, pace);
  sweep(grid, {grid, f, k, x_first, true});
  sweep(grid, {grid, f, k, !x_first, false});
  update_velocity(grid, velocity_x(grid, f, k, !x_first));
  update_momentum(grid, momentum_x(grid, f, k, x_first));
  update_velocity(grid, velocity_y(grid, f, k, x_first));
  update_momentum(grid, momentum_y(grid, f, k, !x_first));
}
