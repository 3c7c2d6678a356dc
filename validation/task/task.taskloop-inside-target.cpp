// task.taskloop-inside-target
// OpenMP 4.5, section 12.6: taskloop inside a target region executes each iteration of its loop
// once, in tasks, and waits for them.
// Observed: executions of each iteration, seen by the generating thread right behind the loop.
// Mutant: #pragma omp single =>
// Mutant: grainsize(5) => grainsize(5) nogroup

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
  constexpr int kCount = 37;
  int executed[kCount] = {};
  int seen[kCount] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : executed, seen) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    #pragma omp single
    {
      #pragma omp taskloop grainsize(5)
      for (int i = 0; i < kCount; ++i) {
        linger(200000);
        #pragma omp atomic update
        executed[i] += 1;
      }
      for (int i = 0; i < kCount; ++i) seen[i] = 10 * i + executed[i];
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < kCount; ++i) {
    claim.equal("executions of the iteration", executed[i], 1);
    claim.equal("result right behind the loop", seen[i], 10 * i + 1);
  }
  return claim.verdict();
}
