// enter-exit.basic
// OpenMP 4.5, section 13.6: what target enter data maps stays mapped until target exit data unmaps
// it, whatever constructs lie between.
// Observed: presence between and behind; the region sees the value from the time of entry; the
// host sees the result only after the exit; one transfer each way.
// Mutant: exit data map(from : a) => exit data map(release : a)
// Mutant: #pragma omp target enter data map(to : a) =>
// Mutant: #pragma omp target exit data map(from : a) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target enter data map(to : a)
  const int between = omp_target_is_present(a, device);
  for (int i = 0; i < 16; ++i) a[i] = -1;
  #pragma omp target map(tofrom : a) map(from : on_host)
  {
    for (int i = 0; i < 16; ++i) a[i] += 100;
    on_host = omp_is_initial_device();
  }
  int poisoned = 0;
  for (int i = 0; i < 16; ++i) poisoned += a[i] == -1;
  #pragma omp target exit data map(from : a)
  const int behind = omp_target_is_present(a, device);

  claim.ran(on_host);
  claim.holds("present between entry and exit", between != 0);
  claim.equal("host elements untouched before the exit", poisoned, 16);
  claim.holds("absent behind the exit", behind == 0);
  for (int i = 0; i < 16; ++i) claim.equal("a", a[i], i + 100);
  claim.moved(before, sizeof a, sizeof a + sizeof on_host);
  return claim.verdict();
}
