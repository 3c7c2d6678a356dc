// acc.rt.map_data
// OpenACC 2.0, section 3.2.33 (unchecked): acc_map_data joins memory of the device to an array of
// the host, and acc_unmap_data parts them.
// Observed: a region works on that memory; presence before and after.
// Mutant: acc_map_data(x, memory, sizeof x) => acc_copyin(x, sizeof x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int* memory = static_cast<int*>(acc_malloc(sizeof x));
  int back[4] = {};
  acc_map_data(x, memory, sizeof x);
  #pragma acc parallel num_gangs(1) present(x) copyout(on_host)
  {
    for (int i = 0; i < 4; ++i) x[i] = 5 * i;
    on_host = acc_on_device(acc_device_host);
  }
  acc_memcpy_from_device(back, memory, sizeof back);
  acc_unmap_data(x);
  claim.holds("absent at the end", acc_is_present(x, sizeof x) == 0);
  acc_free(memory);
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("in the memory", back[i], 5 * i);
  return claim.verdict();
}
