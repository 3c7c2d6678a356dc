// dt.global-array-to
// OpenMP 4.5, section 7.8.1: an initialised array may be listed behind its definition; its copy on
// the device begins with the same values.
// Observed: the region sees the initial values although the host's were changed, and writes to its
// own copy.
// Mutant: #pragma omp declare target to(table) =>

#include "league/claim.hpp"

int table[5] = {3, 1, 4, 1, 5};
#pragma omp declare target to(table)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int initial[5] = {3, 1, 4, 1, 5};
  for (int i = 0; i < 5; ++i) table[i] = -1;
  int seen[5] = {0, 0, 0, 0, 0};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 5; ++i) {
      seen[i] = table[i];
      table[i] = 10 * i;
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < 5; ++i) {
    claim.equal("value on the device", seen[i], initial[i]);
    claim.equal("value on the host before the update", table[i], -1);
  }
  #pragma omp target update from(table)
  for (int i = 0; i < 5; ++i) claim.equal("value after the update", table[i], 10 * i);
  return claim.verdict();
}
