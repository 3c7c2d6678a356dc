// acc.deviceptr
// OpenACC 1.0, section 2.7.4 (unchecked): a pointer in a deviceptr clause is the address of device
// memory and is used as it is.
// Observed: two regions work on memory from acc_malloc; the sum of what the first stored.
// Mutant: p[i] = 3 * i => p[i] = 2 * i
// Mutant: copy(sum) => copyin(sum)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int* p = static_cast<int*>(acc_malloc(8 * sizeof(int)));
  claim.holds("memory was given", p != nullptr);
  int sum = 0;
  #pragma acc parallel num_gangs(1) deviceptr(p) copyout(on_host)
  {
    for (int i = 0; i < 8; ++i) p[i] = 3 * i;
    on_host = acc_on_device(acc_device_host);
  }
  #pragma acc parallel num_gangs(1) deviceptr(p) copy(sum)
  for (int i = 0; i < 8; ++i) sum += p[i];
  acc_free(p);
  claim.ran(on_host);
  claim.equal("sum of what the first region stored", sum, 84);
  return claim.verdict();
}
