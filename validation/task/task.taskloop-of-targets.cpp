// task.taskloop-of-targets
// OpenMP 4.5, section 12.6: the tasks of a taskloop on the host can execute target regions; the
// loop ends when all of them have ended.
// Observed: each of 12 slow regions was executed once, with its own iteration, right behind the
// loop; launches.
// Mutant: taskloop grainsize(2) => taskloop grainsize(2) nogroup

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
  constexpr int kCount = 12;
  int value[kCount];
  int at_once[kCount] = {};
  int on_host[kCount];
  for (int i = 0; i < kCount; ++i) {
    value[i] = -i;
    on_host[i] = 1;
  }
  const auto before = league::counted();

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp taskloop grainsize(2)
    for (int i = 0; i < kCount; ++i) {
      #pragma omp target map(tofrom : value[i : 1]) map(from : on_host[i : 1])
      {
        linger(4000000);
        value[i] += 1000 + 2 * i;
        on_host[i] = omp_is_initial_device();
      }
    }
    for (int i = 0; i < kCount; ++i) at_once[i] = value[i];
  }

  for (int i = 0; i < kCount; ++i) {
    claim.ran(on_host[i]);
    claim.equal("result right behind the loop", at_once[i], 1000 + i);
  }
  claim.launched(before, kCount);
  return claim.verdict();
}
