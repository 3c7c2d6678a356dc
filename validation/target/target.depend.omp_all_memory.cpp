// target.depend.omp_all_memory
// OpenMP 5.1, section 3.2.2: a dependence on omp_all_memory is one on every item: the region waits
// for all earlier tasks with dependences, and later ones wait for it.
// Observed: a target region sees the results of two unrelated host tasks, the second slower; a
// later region sees its result.
// Mutant: depend(inout : omp_all_memory) => depend(inout : a)
// Mutant: depend(inout : omp_all_memory) => depend(inout : b)

#include "league/claim.hpp"

#pragma omp declare target
int never = 0;

// Takes a while: what does not wait for it comes too early.
inline void linger(int steps) {
  unsigned s = 1;
  for (int i = 0; i < steps; ++i) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
  }
  if (s == 0) ++never;  // it never is, but that is hard to see
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int a = 0;
  int b = 0;
  int sum = -1;
  int later = -1;
  int on_host = 1;
  int later_on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : b)
    {
      linger(120000000);
      b = 20;
    }

    #pragma omp task depend(out : a)
    {
      linger(60000000);
      a = 1;
    }

    #pragma omp target nowait depend(inout : omp_all_memory) map(to : a, b) map(from : sum, on_host)
    {
      linger(20000000);
      sum = a + b;
      on_host = omp_is_initial_device();
    }

    #pragma omp target nowait depend(in : a) map(to : sum) map(from : later, later_on_host)
    {
      later = sum;
      later_on_host = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  claim.ran(on_host);
  claim.ran(later_on_host);
  claim.equal("sum of both results", sum, 21);
  claim.equal("sum seen by the later region", later, 21);
  return claim.verdict();
}
