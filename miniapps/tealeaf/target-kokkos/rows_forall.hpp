// What Kokkos adds: its loops over cells, for the lambdas of target-lambda.
#pragma once

#include <Kokkos_Core.hpp>

namespace tea {

using Device = Kokkos::DefaultExecutionSpace;
using Range = Kokkos::RangePolicy<Device, Kokkos::IndexType<int>>;

/// body(k, j) for every cell of a grid.
template <typename Body>
void each_cell(int nx, int ny, Body body) {
  Kokkos::parallel_for(Range(0, nx * ny), KOKKOS_LAMBDA(int i) { body(i / nx, i % nx); });
  Kokkos::fence();
}

/// The sum of body(k, j) over every cell of a grid.
template <typename Body>
double sum_cells(int nx, int ny, Body body) {
  double sum = 0;
  Kokkos::parallel_reduce(
      Range(0, nx * ny), KOKKOS_LAMBDA(int i, double& part) { part += body(i / nx, i % nx); }, sum);
  return sum;
}

}  // namespace tea
