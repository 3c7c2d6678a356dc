// target.nowait.really-asynchronous
// OpenMP 4.5, section 15.6: with nowait the encountering task may go on before the target region
// has ended.
// Observed: the part of the region's time that had passed when the host went on (0: it was deferred
// at once, 1: it was executed first); the result behind taskwait.
// Open: the region may be deferred or executed at once (section 12.5).

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
  int out = -1;
  int on_host = 1;
  const double begin = omp_get_wtime();

  #pragma omp target nowait map(from : out, on_host)
  {
    linger(40000000);
    out = 12;
    on_host = omp_is_initial_device();
  }

  const double went_on = omp_get_wtime();
  #pragma omp taskwait
  const double end = omp_get_wtime();

  claim.ran(on_host);
  claim.equal("result behind taskwait", out, 12);
  claim.note("part of the time passed when the host went on", (went_on - begin) / (end - begin));
  return claim.verdict();
}
