// map.data-motion-minimal
// OpenMP 4.5, section 5.8.3: the regions of a time loop inside target data move no data: all items
// are present, and scalars that are not listed are firstprivate.
// Observed: bytes each way per step, and in all; the values after the last step.
// Mutant: target map(tofrom : a, b) => target map(always, tofrom : a, b)
// Mutant: data map(tofrom : a) map(alloc : b) => data map(to : a) map(alloc : b)

#include "league/claim.hpp"

constexpr int n = 64;

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  double a[n];
  double b[n];
  double expected[n];
  double next[n];
  for (int i = 0; i < n; ++i) a[i] = expected[i] = i * i % 17;
  const double weight = 0.25;
  int on_host[4] = {1, 1, 1, 1};
  const auto before = league::counted();

  #pragma omp target data map(tofrom : a) map(alloc : b) map(from : on_host)
  {
    for (double& one : a) one = -1.0;
    for (int step = 0; step < 4; ++step) {
      const auto before_step = league::counted();
      #pragma omp target map(tofrom : a, b) map(tofrom : on_host)
      {
        for (int i = 1; i < n - 1; ++i) b[i] = a[i] + weight * (a[i - 1] - 2 * a[i] + a[i + 1]);
        for (int i = 1; i < n - 1; ++i) a[i] = b[i];
        on_host[step] = omp_is_initial_device();
      }
      claim.moved(before_step, 0, 0);
    }
  }
  claim.moved(before, sizeof a, sizeof a + sizeof on_host);

  for (const int one : on_host) claim.ran(one);
  for (int step = 0; step < 4; ++step) {
    for (int i = 1; i < n - 1; ++i) {
      next[i] = expected[i] + weight * (expected[i - 1] - 2 * expected[i] + expected[i + 1]);
    }
    for (int i = 1; i < n - 1; ++i) expected[i] = next[i];
  }
  for (int i = 0; i < n; ++i) claim.equal("a at the end", a[i], expected[i]);
  return claim.verdict();
}
