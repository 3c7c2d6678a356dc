// update.nowait-depend
// OpenMP 4.5, section 13.9: target update with nowait and depend is a task; it moves after the
// tasks it depends on and before those that depend on it.
// Observed: a chain of host tasks, updates and regions over one array, each step changing every
// element in its own way, so that any other order gives another result.
// Mutant: target update to(a) depend(inout : a) nowait => taskwait
// Mutant: update from(a) depend(inout : a) nowait => update to(a) depend(inout : a) nowait

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  constexpr int n = 4096;
  static int a[n];
  int on_host = 1;
  for (int i = 0; i < n; ++i) a[i] = -5;

  #pragma omp target data map(to : a)
  {
    #pragma omp parallel
    #pragma omp single
    {
      #pragma omp task shared(a) depend(inout : a)
      for (int i = 0; i < n; ++i) a[i] = i;
      #pragma omp target update to(a) depend(inout : a) nowait
      #pragma omp task shared(a) depend(inout : a)
      for (int i = 0; i < n; ++i) a[i] = -1000;
      #pragma omp target map(to : a) map(from : on_host) depend(inout : a) nowait
      {
        for (int i = 0; i < n; ++i) a[i] = 2 * a[i] + 1;
        on_host = omp_is_initial_device();
      }
      #pragma omp target update from(a) depend(inout : a) nowait
      #pragma omp task shared(a) depend(inout : a)
      for (int i = 0; i < n; ++i) a[i] *= 3;
      #pragma omp taskwait
    }
  }

  claim.ran(on_host);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += a[i] != 3 * (2 * i + 1);
  claim.equal("elements with another value", wrong, 0);
  return claim.verdict();
}
