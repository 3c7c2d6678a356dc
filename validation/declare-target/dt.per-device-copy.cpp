// dt.per-device-copy
// OpenMP 4.5, section 7.8.1: each device has its own copy of a declare-target variable.
// Observed: a number written to each device by target update is read there after the others were
// written.
// Mutant: update to(value) device(k) => update to(value) device(0)

#include "league/claim.hpp"

int value = 7;
#pragma omp declare target to(value)

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const int count = omp_get_num_devices();
  for (int k = 0; k < count; ++k) {
    value = 100 + k;
    #pragma omp target update to(value) device(k)
  }
  value = -1;
  for (int k = 0; k < count; ++k) {
    int seen = 0;
    int on_host = 1;
    #pragma omp target device(k) map(from : seen, on_host)
    {
      on_host = omp_is_initial_device();
      seen = value;
    }
    claim.ran(on_host);
    claim.equal("value on device k", seen, 100 + k);
  }
  return claim.verdict();
}
