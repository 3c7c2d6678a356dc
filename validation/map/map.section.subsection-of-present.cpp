// map.section.subsection-of-present
// OpenMP 4.5, section 5.8.3: a section of an array that is present uses that array's storage, and
// nothing is copied.
// Observed: the region sees the section's values from before the host poisoned the array; what it
// stores comes back with the whole array.
// Mutant: map(tofrom : x[2 : 4]) => map(always, tofrom : x[2 : 4])
// Mutant: enter data map(to : x) => enter data map(to : x[0 : 2])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[8];
  for (int i = 0; i < 8; ++i) x[i] = i;
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int& one : x) one = -1;
  const auto before = league::counted();

  #pragma omp target map(tofrom : x[2 : 4]) map(from : on_host)
  {
    for (int i = 2; i < 6; ++i) x[i] += 100;
    on_host = omp_is_initial_device();
  }
  claim.moved(before, 0, sizeof on_host);
  for (int i = 0; i < 8; ++i) claim.equal("x before the exit", x[i], -1);
  #pragma omp target exit data map(from : x)

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {
    claim.equal("x after the exit", x[i], i >= 2 && i < 6 ? i + 100 : i);
  }
  return claim.verdict();
}
