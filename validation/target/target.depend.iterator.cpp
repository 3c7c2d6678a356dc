// target.depend.iterator
// OpenMP 5.0, section 3.2.6: one depend clause with an iterator makes a dependence on each of the
// items the iterator runs through.
// Observed: a target region sees the elements of four host tasks, the later ones of which take
// longer.
// Mutant: depend(iterator(int i = 0 : n), in : a[i]) => depend(in : a[0])
// Mutant: iterator(int i = 0 : n) => iterator(int i = 0 : n - 1)

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
  volatile int producers = 4;
  const int n = producers;
  int a[4] = {-1, -1, -1, -1};
  int seen[4] = {};
  int on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int k = 0; k < n; ++k) {
      #pragma omp task depend(out : a[k]) firstprivate(k)
      {
        linger(30000000 * (k + 1));
        a[k] = 50 + k;
      }
    }

    #pragma omp target nowait depend(iterator(int i = 0 : n), in : a[i]) map(to : a) \
        map(from : seen, on_host)
    {
      for (int k = 0; k < 4; ++k) seen[k] = a[k];
      on_host = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  claim.ran(on_host);
  for (int k = 0; k < 4; ++k) claim.equal("element seen by the region", seen[k], 50 + k);
  return claim.verdict();
}
