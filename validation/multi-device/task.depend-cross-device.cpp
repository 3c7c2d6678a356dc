// task.depend-cross-device
// OpenMP 5.0, section 15.9.5: dependences order deferred target regions on different devices: the
// consumer begins when the producer has ended and its result is on the host.
// Observed: the value after eight steps that alternate between two devices and do not commute.
// Mutant: depend(inout : x) =>
// Mutant: map(tofrom : x) => map(to : x)

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
  claim.needs_devices(2);
  constexpr int kSteps = 8;
  int x = 1;
  int on_host[kSteps];
  for (int& where : on_host) where = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int step = 0; step < kSteps; ++step) {
      #pragma omp target nowait device(step % 2) depend(inout : x) map(tofrom : x) \
          map(from : on_host[step : 1]) firstprivate(step)
      {
        const int before = x;
        linger(1000000);
        x = 3 * before + step;
        on_host[step] = omp_is_initial_device();
      }
    }
    #pragma omp taskwait
  }

  int expected = 1;
  for (int step = 0; step < kSteps; ++step) expected = 3 * expected + step;
  for (const int where : on_host) claim.ran(where);
  claim.equal("value after eight steps", x, expected);
  return claim.verdict();
}
