// target.nowait.taskgroup
// OpenMP 4.5, section 15.4: target regions with nowait are complete at the end of the taskgroup
// region around them.
// Observed: the results of eight such regions, which take a while, right behind the taskgroup.
// Mutant: #pragma omp taskgroup =>

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
  constexpr int kRegions = 8;
  int out[kRegions];
  int on_host[kRegions];
  for (int i = 0; i < kRegions; ++i) {
    out[i] = -1;
    on_host[i] = 1;
  }

  #pragma omp taskgroup
  {
    for (int i = 0; i < kRegions; ++i) {
      #pragma omp target nowait map(from : out[i : 1], on_host[i : 1]) firstprivate(i)
      {
        linger(4000000);
        out[i] = i * i + 3;
        on_host[i] = omp_is_initial_device();
      }
    }
  }

  for (int i = 0; i < kRegions; ++i) {
    claim.ran(on_host[i]);
    claim.equal("result behind the taskgroup", out[i], i * i + 3);
  }
  return claim.verdict();
}
