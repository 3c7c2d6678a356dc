// target.depend.inoutset
// OpenMP 5.1, section 15.9.1: a target region that reads an item waits for all earlier ones with
// the dependence type inoutset on it, which need not wait for one another, but wait for an earlier
// out.
// Observed: four slow regions each fill an element with what a slow host task produced; the reader
// sees all.
// Seconds: 120
// Mutant: depend(inoutset : gate) => depend(in : gate)
// Mutant: depend(out : gate) =>

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
  int gate = 0;
  int base = 0;
  int a[4] = {};
  int seen[4] = {};
  int on_host[5] = {1, 1, 1, 1, 1};

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : gate)
    {
      linger(80000000);
      base = 40;
    }

    for (int i = 0; i < 4; ++i) {
      #pragma omp target nowait depend(inoutset : gate) map(to : base) map(from : a[i : 1]) \
          map(from : on_host[i : 1]) firstprivate(i)
      {
        linger(10000000);
        a[i] = base + i;
        on_host[i] = omp_is_initial_device();
      }
    }

    #pragma omp target nowait depend(in : gate) map(to : a) map(from : seen, on_host[4 : 1])
    {
      for (int i = 0; i < 4; ++i) seen[i] = a[i];
      on_host[4] = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  for (const int where : on_host) claim.ran(where);
  for (int i = 0; i < 4; ++i) claim.equal("element seen by the reader", seen[i], 40 + i);
  return claim.verdict();
}
