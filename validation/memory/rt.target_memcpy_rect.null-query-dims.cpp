// rt.target_memcpy_rect.null-query-dims
// OpenMP 4.5, section 18.8.6: with null for both addresses, omp_target_memcpy_rect returns the
// number of dimensions it can copy, at least three.
// Observed: the value returned.
// Where: host
// Mutant: void* destination = nullptr => void* destination = &cell

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int cell = 0;
  void* destination = nullptr;
  const int host = omp_get_initial_device();
  const int dimensions = omp_target_memcpy_rect(destination, nullptr, sizeof cell, 0, nullptr,
                                                nullptr, nullptr, nullptr, nullptr, host, host);
  claim.holds("at least three dimensions", dimensions >= 3);
  claim.note("dimensions", dimensions);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
