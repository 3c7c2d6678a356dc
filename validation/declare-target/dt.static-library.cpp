// dt.static-library
// OpenMP 4.5, section 7.8.1: declare-target functions and variables of a static library can be
// used in a region; file and library mean the same copy on the device.
// Observed: the region and the function see one value, which is not the host's.
// Mutant: declare target to(balance, add) => declare target to(add)
// With: dt.static-library.part.cpp as archive

#include "league/claim.hpp"

extern int balance;
int add(int n);
#pragma omp declare target to(balance, add)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  balance = 1000;
  int result = 0;
  int seen = 0;
  int on_host = 1;

  #pragma omp target map(from : result, seen, on_host)
  {
    on_host = omp_is_initial_device();
    balance += 30;
    result = add(5);
    seen = balance;
  }
  claim.ran(on_host);
  claim.equal("value of the function", result, 42);
  claim.equal("balance on the device", seen, 42);
  claim.equal("balance on the host", balance, 1000);
  return claim.verdict();
}
