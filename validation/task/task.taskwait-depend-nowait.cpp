// task.taskwait-depend-nowait
// OpenMP 5.1, section 15.5: taskwait with depend and nowait is an empty task with these
// dependences: what depends on it comes behind what it depends on.
// Observed: a deferred target region that depends on one item sees the result of a slow one that
// depends on another, since the empty task joins the two.
// Mutant: #pragma omp taskwait depend(in : first) depend(out : second) nowait =>

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
  int first = 0;
  int second = 0;
  int seen = -1;
  int producer_on_host = 1;
  int consumer_on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp target nowait depend(out : first) map(from : first, producer_on_host)
    {
      linger(20000000);
      first = 9;
      producer_on_host = omp_is_initial_device();
    }

    #pragma omp taskwait depend(in : first) depend(out : second) nowait

    #pragma omp target nowait depend(in : second) map(to : first) map(from : seen, consumer_on_host)
    {
      seen = first;
      consumer_on_host = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  claim.ran(producer_on_host);
  claim.ran(consumer_on_host);
  claim.equal("value seen by the second region", seen, 9);
  claim.equal("item that no task writes", second, 0);
  return claim.verdict();
}
