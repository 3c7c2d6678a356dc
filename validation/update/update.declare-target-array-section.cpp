// update.declare-target-array-section
// OpenMP 4.5, section 13.9: a section of an array that a declare target directive names can be
// updated without any map clause; the rest of the array stays as it is.
// Observed: all elements as a region sees them after to, and as the host sees them after from;
// bytes each way.
// Mutant: update to(table[4 : 4]) => update to(table)
// Mutant: update from(table[10 : 3]) => update from(table[9 : 4])
// Mutant: #pragma omp target update to(table[4 : 4]) =>

#include "league/claim.hpp"

#pragma omp declare target
int table[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int seen[16] = {};
  int on_host = 1;

  for (int i = 0; i < 16; ++i) table[i] = 100 + i;
  auto before = league::counted();
  #pragma omp target update to(table[4 : 4])
  claim.moved(before, 4 * sizeof(int), 0);
  #pragma omp target map(from : seen, on_host)
  {
    for (int i = 0; i < 16; ++i) {
      seen[i] = table[i];
      table[i] = 1000 + i;
    }
    on_host = omp_is_initial_device();
  }
  before = league::counted();
  #pragma omp target update from(table[10 : 3])
  claim.moved(before, 0, 3 * sizeof(int));

  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) {
    claim.equal("seen after to", seen[i], i >= 4 && i < 8 ? 100 + i : i);
    claim.equal("on the host after from", table[i], i >= 10 && i < 13 ? 1000 + i : 100 + i);
  }
  return claim.verdict();
}
