// target.nowait.completes-at-taskwait
// OpenMP 4.5, section 15.6: a target region with nowait is complete, and its results are on the
// host, behind the taskwait that follows.
// Observed: the results behind taskwait, of a region that takes a while.
// Seconds: 120
// Mutant: #pragma omp taskwait =>
// Mutant: map(from : out, on_host) => map(from : on_host) map(to : out)

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
  int in[4] = {1, 2, 3, 4};
  int out[4] = {-1, -1, -1, -1};
  int on_host = 1;

  #pragma omp target nowait map(to : in) map(from : out, on_host)
  {
    linger(40000000);
    for (int i = 0; i < 4; ++i) out[i] = 10 * in[i] + 1;
    on_host = omp_is_initial_device();
  }

  #pragma omp taskwait

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("result behind taskwait", out[i], 10 * (i + 1) + 1);
  return claim.verdict();
}
