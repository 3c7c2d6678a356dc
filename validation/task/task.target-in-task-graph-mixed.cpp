// task.target-in-task-graph-mixed
// OpenMP 4.5, section 15.9.5: dependences join tasks on the host and deferred target regions into
// one graph.
// Observed: four chains, each a slow host task, a slow target region and a host task, and a task
// that waits for all four; the steps do not commute.
// Mutant: target nowait depend(inout : a[c]) => target nowait
// Mutant: depend(in : a[0], a[1], a[2], a[3]) => depend(in : a[0])

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
  int a[4] = {};
  int joined = -1;
  int on_host[4] = {1, 1, 1, 1};

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int c = 0; c < 4; ++c) {
      #pragma omp task depend(out : a[c]) firstprivate(c)
      {
        linger(20000000 * (c + 1));
        a[c] = c + 1;
      }

      #pragma omp target nowait depend(inout : a[c]) map(tofrom : a[c : 1]) \
          map(from : on_host[c : 1]) firstprivate(c)
      {
        linger(8000000);
        a[c] = 10 * a[c];
        on_host[c] = omp_is_initial_device();
      }

      #pragma omp task depend(inout : a[c]) firstprivate(c)
      {
        linger(20000000 * (c + 1));
        a[c] += 7;
      }
    }

    #pragma omp task depend(in : a[0], a[1], a[2], a[3])
    joined = a[0] + 100 * (a[1] + 100 * (a[2] + 100 * a[3]));
  }

  for (int c = 0; c < 4; ++c) {
    claim.ran(on_host[c]);
    claim.equal("end of the chain", a[c], 10 * (c + 1) + 7);
  }
  claim.equal("value of the task that joins them", joined, 47372717);
  return claim.verdict();
}
