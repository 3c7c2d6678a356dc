// env.OMP_STACKSIZE
// OpenMP 4.0, section 21.2.2: OMP_STACKSIZE sets the stack size of the threads that the
// implementation creates on the host; a region for the device runs with it as without.
// Observed: every iteration of a region exactly once; a host parallel region in which every thread
// uses more stack than it has by default.
// Environment: OMP_STACKSIZE=48M
// Mutant: map(tofrom : times) => map(to : times)

#include "league/claim.hpp"

static int deep(int n) {
  volatile char large[1 << 20];
  large[0] = 1;
  large[sizeof large - 1] = 1;
  return n == 0 ? 0 : large[0] + deep(n - 1);
}

int main() {
  league::Claim claim;
  int times[128] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : times) map(tofrom : on_host)
  for (int i = 0; i < 128; ++i) {
    ++times[i];
    if (i == 0) on_host = omp_is_initial_device();
  }

  int threads = 0;
  int depth = 0;
  #pragma omp parallel reduction(+ : threads, depth)
  if (omp_get_thread_num() > 0) {  // the initial thread's stack is not the runtime's affair
    ++threads;
    depth += deep(24);
  }

  claim.ran(on_host);
  claim.equal("calls, 24 for each thread", depth, 24 * threads);
  for (int one : times) claim.equal("times the iteration ran", one, 1);
  return claim.verdict();
}
