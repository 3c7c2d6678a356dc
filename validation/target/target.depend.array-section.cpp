// target.depend.array-section
// OpenMP 4.5, section 15.9.5: depend clauses that name the same array section order target regions
// and host tasks.
// Observed: two halves of an array, each with a chain of its own over its section: host task,
// two regions, host task; the steps do not commute and the first ones take a while.
// Mutant: target nowait depend(inout : a[s : 4]) => target nowait
// Mutant: task depend(out : a[s : 4]) => task

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
  int a[8] = {};
  int result[8] = {};
  int on_host[4] = {1, 1, 1, 1};

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int s = 0; s < 8; s += 4) {
      #pragma omp task depend(out : a[s : 4]) firstprivate(s)
      {
        linger(80000000);
        for (int i = s; i < s + 4; ++i) a[i] = i + 1;
      }

      #pragma omp target nowait depend(inout : a[s : 4]) map(tofrom : a[s : 4]) \
          map(from : on_host[s / 2 : 1]) firstprivate(s)
      {
        linger(10000000);
        for (int i = s; i < s + 4; ++i) a[i] *= 10;
        on_host[s / 2] = omp_is_initial_device();
      }

      #pragma omp target nowait depend(inout : a[s : 4]) map(tofrom : a[s : 4]) \
          map(from : on_host[s / 2 + 1 : 1]) firstprivate(s)
      {
        for (int i = s; i < s + 4; ++i) a[i] += 3;
        on_host[s / 2 + 1] = omp_is_initial_device();
      }

      #pragma omp task depend(in : a[s : 4]) firstprivate(s)
      for (int i = s; i < s + 4; ++i) result[i] = a[i];
    }
  }

  for (const int where : on_host) claim.ran(where);
  for (int i = 0; i < 8; ++i) claim.equal("element behind its chain", result[i], 10 * (i + 1) + 3);
  return claim.verdict();
}
