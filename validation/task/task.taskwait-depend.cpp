// task.taskwait-depend
// OpenMP 5.0, section 15.5: taskwait with depend waits for the earlier tasks that the dependence
// names.
// Observed: the result of a slow deferred target region right behind the taskwait that names it;
// that of another one is looked at only behind a plain taskwait.
// Seconds: 120
// Mutant: taskwait depend(in : named) => taskwait depend(in : unrelated)

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
  int named = 0;
  int other = 0;
  int unrelated = 0;
  int at_once = -1;
  int named_on_host = 1;
  int other_on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp target nowait depend(out : named) map(from : named, named_on_host)
    {
      linger(20000000);
      named = 5;
      named_on_host = omp_is_initial_device();
    }

    #pragma omp target nowait depend(out : other) map(from : other, other_on_host)
    {
      linger(20000000);
      other = 6;
      other_on_host = omp_is_initial_device();
    }

    #pragma omp taskwait depend(in : named)
    at_once = named;

    #pragma omp task depend(out : unrelated)
    unrelated = 1;
    #pragma omp taskwait
  }

  claim.ran(named_on_host);
  claim.ran(other_on_host);
  claim.equal("result behind the taskwait that names it", at_once, 5);
  claim.equal("the other result, at the end", other, 6);
  return claim.verdict();
}
