// target.implicit.array-tofrom
// OpenMP 4.5, section 5.8.1: an array that a target region uses without listing it is mapped with
// type tofrom.
// Observed: the region's results, made from the old elements, come back; bytes each way.
// Mutant: omp target map => omp target firstprivate(a, grid) map
// Mutant: omp target map => omp target map(to : a, grid) map
// Mutant: omp target map => omp target map(from : a, grid) map

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a[5] = {1, 2, 3, 4, 5};
  double grid[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(from : on_host)
  {
    for (int i = 0; i < 5; ++i) a[i] = 10 * a[i] + 1;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j) grid[i][j] = -grid[i][j];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 5; ++i) claim.equal("element of a", a[i], 10 * (i + 1) + 1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) claim.equal("element of grid", grid[i][j], -(2.0 * i + j + 1));
  claim.moved(before, sizeof a + sizeof grid, sizeof a + sizeof grid + sizeof on_host);
  return claim.verdict();
}
