// dt.function-explicit
// OpenMP 4.5, section 7.8.1: a function defined between declare target and end declare target is
// compiled for the device, and regions of another source file can call it.
// Observed: the value of the function, which knows whether it was compiled for a device.
// Mutant: #pragma omp declare target to(scaled) =>
// With: dt.function-explicit.part.cpp as object

#include "league/claim.hpp"

int scaled(int n);
#pragma omp declare target to(scaled)
int scaled(int n) { return omp_is_initial_device() ? -1 : 3 * n; }

int call_on_device(int n, int* on_host);  // in the other file

int main() {
  league::Claim claim;
  int on_host = 1;
  const int result = call_on_device(14, &on_host);
  claim.ran(on_host);
  claim.equal("value of the function", result, on_host ? -1 : 42);
  return claim.verdict();
}
