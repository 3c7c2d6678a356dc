// data.if-device-combined
// OpenMP 4.5, section 13.5: with an if and a device clause, a target data construct maps to the
// named device if the condition holds, and to none otherwise.
// Observed: presence on every device; a region on the named device sees the mapped value or, where
// nothing was mapped, the host's later one.
// Mutant: device(named) if (off) => device(named)
// Mutant: device(named) if (on) => if (on)
// Mutant: device(named) if (on) => device(named) if (off)

#include "league/claim.hpp"

namespace {

// The devices where *p is present, a bit each.
unsigned presence(const int* p) {
  unsigned bits = 0;
  for (int i = 0; i < omp_get_num_devices() && i < 32; ++i)
    if (omp_target_is_present(p, i) != 0) bits |= 1U << i;
  return bits;
}

}  // namespace

int main(int argc, char**) {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const bool on = argc > 0;
  const bool off = argc < 0;
  const int named = 1;
  omp_set_default_device(0);
  int x = 1;
  int seen[2] = {0, 0};
  int on_host[2] = {1, 1};
  unsigned mapped[2] = {99, 99};

  #pragma omp target data map(to : x) device(named) if (off)
  {
    mapped[0] = presence(&x);
    x = 2;
    #pragma omp target map(to : x) map(from : seen[0 : 1], on_host[0 : 1]) device(1)
    {
      seen[0] = x;
      on_host[0] = omp_is_initial_device();
    }
  }
  #pragma omp target data map(to : x) device(named) if (on)
  {
    mapped[1] = presence(&x);
    x = 3;
    #pragma omp target map(to : x) map(from : seen[1 : 1], on_host[1 : 1]) device(1)
    {
      seen[1] = x;
      on_host[1] = omp_is_initial_device();
    }
  }

  for (int i = 0; i < 2; ++i) claim.ran(on_host[i]);
  claim.equal("devices with x, condition false", mapped[0], 0U);
  claim.equal("seen, condition false", seen[0], 2);
  claim.equal("devices with x, condition true", mapped[1], 1U << named);
  claim.equal("seen, condition true", seen[1], 2);
  return claim.verdict();
}
