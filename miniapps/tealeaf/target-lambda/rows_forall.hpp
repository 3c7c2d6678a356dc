// Loops over rows on the device whose body the caller brings.
//
// The regions have no clause for `body`: it is mapped as any object that a region uses, and
// pointers that a lambda captured by value are translated as if the region had named them itself
// (OpenMP 5.0, 2.19.7.1).
#pragma once

namespace tea {

/// body(k) for every k in [0, rows).
template <typename Body>
void each_row(int rows, Body body) {
  #pragma omp target teams distribute parallel for
  for (int k = 0; k < rows; ++k) body(k);
}

/// The sum of body(k) over every k in [0, rows).
template <typename Body>
double sum_rows(int rows, Body body) {
  double sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < rows; ++k) sum += body(k);
  return sum;
}

}  // namespace tea
