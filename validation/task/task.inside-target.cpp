// task.inside-target
// OpenMP 4.5, section 12.5: explicit tasks can be generated inside a target region; taskwait there
// waits for them.
// Observed: each of 16 slow tasks is executed once, with its own number; the generating thread
// sees their results behind taskwait.
// Mutant: #pragma omp single =>
// Mutant: #pragma omp taskwait =>

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
  constexpr int kTasks = 16;
  int executed[kTasks] = {};
  int seen[kTasks] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : executed, seen) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    #pragma omp single
    {
      for (int i = 0; i < kTasks; ++i) {
        #pragma omp task firstprivate(i)
        {
          linger(500000);
          #pragma omp atomic update
          executed[i] += 1;
        }
      }
      #pragma omp taskwait
      for (int i = 0; i < kTasks; ++i) seen[i] = 10 * i + executed[i];
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < kTasks; ++i) {
    claim.equal("executions of the task", executed[i], 1);
    claim.equal("result behind taskwait", seen[i], 10 * i + 1);
  }
  return claim.verdict();
}
