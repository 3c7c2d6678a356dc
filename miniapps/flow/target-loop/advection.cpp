// How well the compiler maps `loop`: every cell an iteration, nothing said about where it runs.

#include "flow_body_fused.hpp"
#include "flow_parts.hpp"

namespace {

void sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k,
           flow::Sweep which) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, f, k, which)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::sweep_at(grid, f, k, which, i, j);
}

void update_velocity(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k,
                     const flow::Component& it, bool along) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, f, k, it)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::update_velocity_at(grid, f, k, it, along, i, j);
}

void update_momentum(const flow::Grid& grid, const flow::Fields& f, const flow::Factors& k,
                     const flow::Component& it, bool along) {
  #pragma omp target teams loop collapse(2) firstprivate(grid, f, k, it)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) flow::update_momentum_at(grid, f, k, it, along, i, j);
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  const Factors k(grid, pace);
  sweep(grid, f, k, {x_first, true});
  sweep(grid, f, k, {!x_first, false});
  update_velocity(grid, f, k, velocity_x(f), !x_first);
  update_momentum(grid, f, k, momentum_x(f), x_first);
  update_velocity(grid, f, k, velocity_y(f), x_first);
  update_momentum(grid, f, k, momentum_y(f), !x_first);
}
