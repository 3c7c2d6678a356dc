// target.depend.undeferred-waits
// OpenMP 4.5, section 15.9.5: a target construct with depend and without nowait begins when the
// task it depends on has ended, and the next statement comes behind the region.
// Observed: the region sees what a slow host task produced, in what it maps and what it is given by
// value; its result is there at once.
// Mutant: target depend(in : x) => target

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
  int x = 0;
  int seen = -1;
  int on_host = 1;
  int at_once = -1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : x)
    {
      linger(80000000);
      x = 5;
    }

    #pragma omp target depend(in : x) map(to : x) map(from : seen, on_host)
    {
      seen = x;
      on_host = omp_is_initial_device();
    }

    at_once = seen;
  }

  claim.ran(on_host);
  claim.equal("value seen by the region", seen, 5);
  claim.equal("result right behind the region", at_once, 5);
  return claim.verdict();
}
