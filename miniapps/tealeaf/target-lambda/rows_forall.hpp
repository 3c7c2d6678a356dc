// Loops over cells on the device whose body the caller brings.
//
// The regions have no clause for `body`: it is mapped as any object that a region uses, and
// pointers that a lambda captured by value are translated as if the region had named them itself
// (OpenMP 5.0, 2.19.7.1).
#pragma once

namespace tea {

/// body(k, j) for every cell of a grid.
template <typename Body>
void each_cell(int nx, int ny, Body body) {
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) body(k, j);
}

/// The sum of body(k, j) over every cell of a grid.
template <typename Body>
double sum_cells(int nx, int ny, Body body) {
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < ny; ++k)
    for (int j = 0; j < nx; ++j) sum += body(k, j);
  return sum;
}

}  // namespace tea
