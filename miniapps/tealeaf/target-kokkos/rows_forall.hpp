// What Kokkos adds: its loops over rows, for the lambdas of target-lambda.
#pragma once

#include <Kokkos_Core.hpp>

namespace tea {

using Device = Kokkos::DefaultExecutionSpace;

/// body(k) for every k in [0, rows).
template <typename Body>
void each_row(int rows, Body body) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Device>(0, rows), body);
  Kokkos::fence();
}

/// The sum of body(k) over every k in [0, rows).
template <typename Body>
double sum_rows(int rows, Body body) {
  double sum = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Device>(0, rows), KOKKOS_LAMBDA(int k, double& part) { part += body(k); },
      sum);
  return sum;
}

}  // namespace tea
