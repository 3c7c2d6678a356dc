// acc.host_data.use_device
// OpenACC 1.0, section 2.8 (unchecked): in a host_data construct an item of use_device is its
// address on the device.
// Observed: the address is another one, and a region that uses it through deviceptr changes the
// copy.
// Mutant: p[i] += 100 => p[i] += 101
// Mutant: data copy(x) => data copyin(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int* address = nullptr;
  #pragma acc data copy(x)
  {
    #pragma acc host_data use_device(x)
    {
      address = x;
    }
    int* p = address;
    #pragma acc parallel num_gangs(1) deviceptr(p) copyout(on_host)
    {
      for (int i = 0; i < 4; ++i) p[i] += 100;
      on_host = acc_on_device(acc_device_host);
    }
  }
  claim.ran(on_host);
  claim.holds("another address", address != x);
  for (int i = 0; i < 4; ++i) claim.equal("x", x[i], i + 101);
  return claim.verdict();
}
