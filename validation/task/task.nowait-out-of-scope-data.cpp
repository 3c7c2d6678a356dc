// task.nowait-out-of-scope-data
// OpenMP 4.5, section 13.8: scalars that a deferred target region has as firstprivate are copied
// when the construct is encountered: the originals may be gone when the region begins.
// Observed: the values as the region saw them, although it waits for a slow task and the function
// with the originals has returned and its stack has been overwritten.
// Mutant: firstprivate(number, real) => map(to : number, real)

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

namespace {

int gate = 0;
int number_seen = -1;
double real_seen = -1.0;
int on_host = 1;

__attribute__((noinline)) void start(int base) {
  int number = base;
  double real = base + 0.5;

  #pragma omp target nowait depend(in : gate) map(from : number_seen, real_seen, on_host) \
      firstprivate(number, real)
  {
    number_seen = number;
    real_seen = real;
    on_host = omp_is_initial_device();
  }

  number = -3;
  real = -3.0;
}

__attribute__((noinline)) int overwrite() {
  volatile int stack[4096];
  for (volatile int& word : stack) word = -77;
  return stack[4095];
}

}  // namespace

int main() {
  league::Claim claim;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : gate)
    linger(80000000);

    start(20);
    claim.equal("stack overwritten", overwrite(), -77);
    #pragma omp taskwait
  }

  claim.ran(on_host);
  claim.equal("integer seen", number_seen, 20);
  claim.equal("real seen", real_seen, 20.5);
  return claim.verdict();
}
