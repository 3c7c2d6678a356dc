// acc.copy.section
// OpenACC 1.0, section 2.7.1 (unchecked): a data clause may name a part of an array; elements
// outside of it are not copied.
// Observed: elements in the part are changed, those beside it are not.
// Mutant: copy(p[4 : 8]) => copyin(p[4 : 8])
// Mutant: copy(p[4 : 8]) => copyout(p[4 : 8])

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int storage[16];
  for (int i = 0; i < 16; ++i) storage[i] = i;
  int* p = storage;
  #pragma acc parallel num_gangs(1) copy(p[4 : 8]) copyout(on_host)
  {
    for (int i = 4; i < 12; ++i) p[i] += 100;
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) claim.equal("element", storage[i], i + (i >= 4 && i < 12 ? 100 : 0));
  return claim.verdict();
}
