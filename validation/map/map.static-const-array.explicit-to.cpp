// map.static-const-array.explicit-to
// OpenMP 4.5, section 5.8.3: a constant array of static storage, which may lie in memory that
// cannot be written, can be mapped with type to: it is copied to the device and never back.
// Observed: the region sees its values and the program goes on; bytes each way.
// Mutant: map(to : table) => map(tofrom : table)
// Mutant: map(to : table) => map(alloc : table)

#include "league/claim.hpp"

static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int seen[8] = {};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(to : table) map(from : seen, on_host)
  {
    for (int i = 0; i < 8; ++i) seen[i] = 10 * table[i];
    on_host = omp_is_initial_device();
  }

  claim.moved(before, sizeof table, sizeof seen + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("seen by the region", seen[i], 10 * table[i]);
  return claim.verdict();
}
