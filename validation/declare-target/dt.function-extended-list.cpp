// dt.function-extended-list
// OpenMP 4.5, section 7.8.1: declare target with a list in parentheses may name functions that are
// declared and not yet defined, and variables.
// Observed: a region of another file calls the function; its variable has a value of its own there.
// Mutant: declare target(shifted, offset) => declare target(shifted)
// Mutant: declare target(shifted, offset) => declare target(offset)
// With: dt.function-extended-list.part.cpp as object

#include "league/claim.hpp"

int offset = 40;
int shifted(int n);
#pragma omp declare target(shifted, offset)

int call_on_device(int n, int* on_host);  // in the other file

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  offset = 1000;
  int on_host = 1;
  const int result = call_on_device(2, &on_host);
  claim.ran(on_host);
  claim.equal("value on the device", result, 42);
  claim.equal("value on the host", shifted(2), -1002);
  return claim.verdict();
}

int shifted(int n) { return omp_is_initial_device() ? -(offset + n) : offset + n; }
