// dt.global-scalar-to
// OpenMP 4.5, section 7.8.1: a variable in the to clause of declare target has a copy on every
// device that begins with the initial value of the host's; only target update moves values.
// Observed: the region sees the initial value, not the one the host wrote since; the host does not
// see the region's value before an update from the device.
// Mutant: #pragma omp declare target to(value) =>
// Mutant: target update to(value) => target update from(value)

#include "league/claim.hpp"

int value = 7;
#pragma omp declare target to(value)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  value = 100;
  int first = 0;
  int second = 0;
  int on_host = 1;

  #pragma omp target map(from : first, on_host)
  {
    on_host = omp_is_initial_device();
    first = value;
    value = 8;
  }
  claim.ran(on_host);
  claim.equal("first value on the device", first, 7);
  claim.equal("value on the host before the update", value, 100);
  #pragma omp target update from(value)
  claim.equal("value on the host after the update", value, 8);

  value = 200;
  #pragma omp target update to(value)
  value = 300;
  #pragma omp target map(from : second, on_host)
  {
    on_host = omp_is_initial_device();
    second = value;
  }
  claim.ran(on_host);
  claim.equal("value on the device after the update", second, 200);
  return claim.verdict();
}
