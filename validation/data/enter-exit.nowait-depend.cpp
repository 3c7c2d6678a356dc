// enter-exit.nowait-depend
// OpenMP 4.5, section 13.6: target enter data, target and target exit data with nowait and depend
// are tasks; each begins when the ones it depends on have ended.
// Observed: a chain of host tasks and target tasks over one array, each step changing every
// element in its own way, so that any other order gives another result.
// Mutant: target enter data map(to : a) depend(inout : a) nowait => taskwait
// Mutant: exit data map(from : a) => exit data map(release : a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  constexpr int n = 4096;
  static int a[n];
  int on_host = 1;

  #pragma omp parallel
  #pragma omp single
  {
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] = i;
    #pragma omp target enter data map(to : a) depend(inout : a) nowait
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] = -1000;  // no region may see this
    #pragma omp target map(tofrom : a) map(from : on_host) depend(inout : a) nowait
    {
      for (int i = 0; i < n; ++i) a[i] = 2 * a[i] + 1;
      on_host = omp_is_initial_device();
    }
    #pragma omp target exit data map(from : a) depend(inout : a) nowait
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] *= 3;
    #pragma omp taskwait
  }

  claim.ran(on_host);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += a[i] != 3 * (2 * i + 1);
  claim.equal("elements with another value", wrong, 0);
  claim.holds("absent in the end", omp_target_is_present(a, omp_get_default_device()) == 0);
  return claim.verdict();
}
