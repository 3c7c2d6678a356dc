// par.loopform.nonrectangular
// OpenMP 5.0, section 4.4.1: the bounds of an inner loop may depend on an outer iteration
// variable, also where both loops are collapsed.
// Observed: each pair of two triangles runs once, no pair outside them does.
// Mutant: int j = i => int j = 0
// Mutant: distribute parallel for collapse(2) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 41;
  int upper[n][n] = {};
  int lower[n][n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for collapse(2) num_teams(2) thread_limit(4) \
      map(tofrom : upper, on_host)
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      #pragma omp atomic
      ++upper[i][j];
      if (i == 0 && j == 0) on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);

  on_host = 1;
  #pragma omp target teams distribute parallel for collapse(2) num_teams(2) thread_limit(4) \
      map(tofrom : lower, on_host)
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      #pragma omp atomic
      ++lower[i][j];
      if (i == 1 && j == 0) on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);

  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      claim.equal("executions, with the diagonal", upper[i][j], j >= i ? 1 : 0);
      claim.equal("executions, below it", lower[i][j], j < i ? 1 : 0);
    }
  }
  return claim.verdict();
}
