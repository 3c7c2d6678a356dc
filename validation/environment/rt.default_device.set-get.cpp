// rt.default_device.set-get
// OpenMP 4.5, section 18.7.1: omp_set_default_device determines on which device the following
// constructs without device clause work; omp_get_default_device returns it.
// Observed: a variable that every device was given another value of, read by regions without
// device clause; the value returned.
// Mutant: omp_set_default_device(i); => omp_set_default_device(devices - 1 - i);
// Mutant: omp_set_default_device(i); => omp_set_default_device(0);

#include "league/claim.hpp"

#pragma omp declare target
int mark = -1;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const int devices = omp_get_num_devices();
  for (int i = 0; i < devices; ++i) {
    mark = 100 + i;
    #pragma omp target update to(mark) device(i)
  }
  mark = -1;

  for (int i = 0; i < devices; ++i) {
    omp_set_default_device(i);
    int seen = 0;
    int on_host = 1;
    #pragma omp target map(from : seen, on_host)
    {
      seen = mark;
      on_host = omp_is_initial_device();
    }
    claim.ran(on_host);
    claim.equal("default device", omp_get_default_device(), i);
    claim.equal("mark of the device", seen, 100 + i);
  }
  return claim.verdict();
}
