// data.if-clause
// OpenMP 4.5, section 13.5: when the if clause of a target data construct is false, nothing is
// mapped to the device; when it is true, with or without the directive name, the items are.
// Observed: presence in the body, and whether a region in the body sees the value from before the
// body or the later one of the host.
// Mutant: if (off) => if (on)
// Mutant: if (on) => if (off)
// Mutant: if (target data : on) => if (target data : off)

#include "league/claim.hpp"

int main(int argc, char**) {
  league::Claim claim;
  claim.needs_separate_memory();
  const bool on = argc > 0;
  const bool off = argc < 0;
  const int device = omp_get_default_device();
  int x = 1;
  int seen[3] = {0, 0, 0};
  int on_host[3] = {1, 1, 1};
  int present[3] = {-1, -1, -1};

  #pragma omp target data map(to : x) if (off)
  {
    present[0] = omp_target_is_present(&x, device);
    x = 2;
    #pragma omp target map(to : x) map(from : seen[0 : 1], on_host[0 : 1])
    {
      seen[0] = x;
      on_host[0] = omp_is_initial_device();
    }
  }
  #pragma omp target data map(to : x) if (on)
  {
    present[1] = omp_target_is_present(&x, device);
    x = 3;
    #pragma omp target map(to : x) map(from : seen[1 : 1], on_host[1 : 1])
    {
      seen[1] = x;
      on_host[1] = omp_is_initial_device();
    }
  }
  #pragma omp target data map(to : x) if (target data : on)
  {
    present[2] = omp_target_is_present(&x, device);
    x = 4;
    #pragma omp target map(to : x) map(from : seen[2 : 1], on_host[2 : 1])
    {
      seen[2] = x;
      on_host[2] = omp_is_initial_device();
    }
  }

  for (int i = 0; i < 3; ++i) claim.ran(on_host[i]);
  claim.holds("absent with a false condition", present[0] == 0);
  claim.holds("present with a true condition", present[1] != 0);
  claim.holds("present with a true condition and the directive name", present[2] != 0);
  claim.equal("seen without a mapping", seen[0], 2);
  claim.equal("seen with a mapping", seen[1], 2);
  claim.equal("seen with a mapping and the directive name", seen[2], 3);
  return claim.verdict();
}
