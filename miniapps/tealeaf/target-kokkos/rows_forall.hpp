// Loops over rows by Kokkos.
#pragma once

#include <Kokkos_Core.hpp>

#include "../lambda/loops.hpp"

namespace tea {

using Device = Kokkos::DefaultExecutionSpace;

template <typename Body>
void each_row(int rows, Body body) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Device>(0, rows), body);
  Kokkos::fence();
}

template <typename Body>
double sum_rows(int rows, Body body) {
  double sum = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Device>(0, rows), KOKKOS_LAMBDA(int k, double& part) { part += body(k); },
      sum);
  return sum;
}

}  // namespace tea
