// acc.rt.memcpy
// OpenACC 2.0, section 3.2.31 (unchecked): acc_memcpy_to_device and acc_memcpy_from_device copy
// between host and device memory; acc_deviceptr tells the address of a copy.
// Observed: values that made the way there, through a region, and back.
// Mutant: acc_memcpy_to_device(acc_deviceptr(x), y, sizeof y); =>
// Mutant: x[i] += 7 => x[i] += 8

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int y[4] = {10, 20, 30, 40};
  int back[4] = {};
  #pragma acc data copyin(x)
  {
    acc_memcpy_to_device(acc_deviceptr(x), y, sizeof y);
    #pragma acc parallel num_gangs(1) present(x) copyout(on_host)
    {
      for (int i = 0; i < 4; ++i) x[i] += 7;
      on_host = acc_on_device(acc_device_host);
    }
    acc_memcpy_from_device(back, acc_deviceptr(x), sizeof back);
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("copied back", back[i], 10 * (i + 1) + 7);
  return claim.verdict();
}
