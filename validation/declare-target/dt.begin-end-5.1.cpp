// dt.begin-end-5.1
// OpenMP 5.1, section 7.8.2: what stands between begin declare target and end declare target,
// functions as well as variables, is there for the device too.
// Observed: the region sees the initial value of the variable; the function knows that it was
// compiled for a device.
// Mutant: int value = 7; => _Pragma("omp end declare target") int value = 7;
// _Pragma("omp begin declare target")

#include "league/claim.hpp"

#pragma omp begin declare target
int value = 7;
int from_value(int n) { return omp_is_initial_device() ? -1 : n + value; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  value = 100;
  int seen = 0;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : seen, sum, on_host)
  {
    on_host = omp_is_initial_device();
    seen = value;
    sum = from_value(20);
  }
  claim.ran(on_host);
  claim.equal("value on the device", seen, 7);
  claim.equal("sum from the function", sum, 27);
  claim.equal("value on the host", value, 100);
  return claim.verdict();
}
