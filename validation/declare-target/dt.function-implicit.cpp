// dt.function-implicit
// OpenMP 5.0, section 7.8.1: a function that a region calls, and those that it calls, are compiled
// for the device without any directive if they are defined in the same file.
// Observed: the value from the end of a chain of calls, which knows where it was compiled for.
// Mutant: innermost(n) + => defined_elsewhere(n) +
// With: dt.function-implicit.part.cpp as object

#include "league/claim.hpp"

int defined_elsewhere(int n);  // for the host only

int innermost(int n) { return omp_is_initial_device() ? -1000 : 2 * n; }
int middle(int n) { return innermost(n) + 1; }
int outermost(int n) { return 10 * middle(n); }

int main() {
  league::Claim claim;
  int result = 0;
  int on_host = 1;

  #pragma omp target map(from : result, on_host)
  {
    on_host = omp_is_initial_device();
    result = outermost(4);
  }
  claim.ran(on_host);
  claim.equal("value of the chain", result, on_host ? -9990 : 90);
  claim.equal("value of the function for the host", defined_elsewhere(4), -8);
  return claim.verdict();
}
