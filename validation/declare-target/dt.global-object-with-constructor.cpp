// dt.global-object-with-constructor
// OpenMP 5.0, section 7.8.1: a declare-target object with a constructor is constructed for the
// device before the first region uses it.
// Observed: a region sees what the constructor computed from a number known only at run time.
// Mutant: Meter meter(seed()); => _Pragma("omp end declare target") Meter meter(seed());
// _Pragma("omp declare target")

#include "league/claim.hpp"

#pragma omp declare target
int seed() {
  volatile int n = 20;
  return n + 1;
}
struct Meter {
  explicit Meter(int n) : first(n), second(2 * n) {}
  int first;
  int second;
};
Meter meter(seed());
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  claim.equal("second number on the host", meter.second, 42);
  meter.first = meter.second = -1;
  int first = 0;
  int second = 0;
  int on_host = 1;

  #pragma omp target map(from : first, second, on_host)
  {
    on_host = omp_is_initial_device();
    first = meter.first;
    second = meter.second;
  }
  claim.ran(on_host);
  claim.equal("first number on the device", first, 21);
  claim.equal("second number on the device", second, 42);
  return claim.verdict();
}
