// dt.indirect.static-function
// OpenMP 5.1, section 7.8.3: the indirect clause holds for functions with internal linkage too.
// Observed: the function, called through an address taken on the host, tells whether it was
// compiled for a device.
// Mutant: indirect =>

#include "league/claim.hpp"

#pragma omp begin declare target indirect
static int hidden(int n) { return omp_is_initial_device() ? -1 : n + 1; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int (*volatile chosen)(int) = hidden;
  int (*function)(int) = chosen;
  int value = 0;
  int on_host = 1;

  #pragma omp target map(from : value, on_host) firstprivate(function)
  {
    on_host = omp_is_initial_device();
    value = function(20);
  }
  claim.ran(on_host);
  claim.equal("value through the pointer", value, 21);
  return claim.verdict();
}
