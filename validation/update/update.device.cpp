// update.device
// OpenMP 4.5, section 13.9: target update moves between the host and the device that its device
// clause names; other devices keep their values.
// Observed: the value on each of two devices after to on one of them, and what from brings back.
// Mutant: update to(x) device(1) => update to(x) device(0)
// Mutant: update to(x) device(1) => update to(x)
// Mutant: update from(x) device(1) => update from(x) device(0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  omp_set_default_device(0);
  int x = 1;
  int seen[2] = {};
  int on_host[2] = {1, 1};

  #pragma omp target enter data map(to : x) device(0)
  #pragma omp target enter data map(to : x) device(1)
  x = 2;
  #pragma omp target update to(x) device(1)
  x = 3;
  #pragma omp target map(to : x) map(from : seen[0 : 1], on_host[0 : 1]) device(0)
  {
    seen[0] = x;
    x = 50;
    on_host[0] = omp_is_initial_device();
  }
  #pragma omp target map(to : x) map(from : seen[1 : 1], on_host[1 : 1]) device(1)
  {
    seen[1] = x;
    x = 60;
    on_host[1] = omp_is_initial_device();
  }
  #pragma omp target update from(x) device(1)
  const int back = x;
  #pragma omp target exit data map(release : x) device(0)
  #pragma omp target exit data map(release : x) device(1)

  for (int i = 0; i < 2; ++i) claim.ran(on_host[i]);
  claim.equal("on device 0", seen[0], 1);
  claim.equal("on device 1", seen[1], 2);
  claim.equal("back from device 1", back, 60);
  return claim.verdict();
}
