// enter-data.tofrom-accepted
// OpenMP 5.2, section 5.8.3: the map type tofrom, also as the default, acts as to on target enter
// data and as from on target exit data.
// Observed: the region sees the values from the entry; the host receives the results at the exit;
// the bytes each way.
// Mutant: enter data map(tofrom : a) map(b) => enter data map(alloc : a, b)
// Mutant: exit data map(tofrom : a) map(b) => exit data map(release : a, b)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  int b[4] = {5, 6, 7, 8};
  int on_host = 1;

  auto before = league::counted();
  #pragma omp target enter data map(tofrom : a) map(b)
  claim.moved(before, sizeof a + sizeof b, 0);
  for (int i = 0; i < 4; ++i) a[i] = b[i] = -1;

  #pragma omp target map(tofrom : a, b) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) {
      a[i] += 10;
      b[i] += 20;
    }
    on_host = omp_is_initial_device();
  }

  before = league::counted();
  #pragma omp target exit data map(tofrom : a) map(b)
  claim.moved(before, 0, sizeof a + sizeof b);

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("a", a[i], i + 11);
    claim.equal("b", b[i], i + 25);
  }
  const int device = omp_get_default_device();
  claim.holds("a is absent in the end", omp_target_is_present(a, device) == 0);
  claim.holds("b is absent in the end", omp_target_is_present(b, device) == 0);
  return claim.verdict();
}
