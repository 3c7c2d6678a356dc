// enter-exit.cross-function
// OpenMP 4.5, section 13.6: storage that one function maps with target enter data can be used by a
// region in a second one and unmapped by target exit data in a third, by the address alone.
// Observed: the region sees the value from the time of entry; the host sees the result after the
// exit; presence.
// Mutant: enter data map(to : p[0 : n]) => enter data map(to : p[0 : n]) if (n < 0)
// Mutant: exit data map(from : p[0 : n]) => exit data map(release : p[0 : n])

#include "league/claim.hpp"

namespace {

void enter(int* p, int n) {
  #pragma omp target enter data map(to : p[0 : n])
  for (int i = 0; i < n; ++i) p[i] = -1000;  // no region may see this
}

int compute(int* q, int count) {
  int on_host = 1;
  #pragma omp target map(tofrom : q[0 : count]) map(from : on_host)
  {
    for (int i = 0; i < count; ++i) q[i] = 3 * q[i] + 1;
    on_host = omp_is_initial_device();
  }
  return on_host;
}

void leave(int* p, int n) {
  #pragma omp target exit data map(from : p[0 : n])
}

}  // namespace

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[10];
  for (int i = 0; i < 10; ++i) a[i] = i;

  enter(a, 10);
  claim.ran(compute(a, 10));
  claim.equal("a before the exit", a[3], -1000);
  leave(a, 10);

  for (int i = 0; i < 10; ++i) claim.equal("a", a[i], 3 * i + 1);
  claim.holds("absent behind the exit", omp_target_is_present(a, omp_get_default_device()) == 0);
  return claim.verdict();
}
