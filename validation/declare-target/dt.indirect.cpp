// dt.indirect
// OpenMP 5.1, section 7.8.3: the address of a function with the indirect clause, taken on the host,
// calls the device's version of the function when it is called in a region.
// Observed: the function tells whether it was compiled for a device, and which copy of a
// declare-target variable it saw.
// Mutant: indirect =>

#include "league/claim.hpp"

#pragma omp begin declare target
int copy = 1;
#pragma omp end declare target

#pragma omp begin declare target indirect
int first(int n) { return omp_is_initial_device() ? -1 : n + copy; }
int second(int n) { return omp_is_initial_device() ? -2 : n * copy; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  copy = 1000;
  int (*volatile chosen[2])(int) = {first, second};
  int result[2] = {0, 0};
  int on_host = 1;

  for (int i = 0; i < 2; ++i) {
    int (*function)(int) = chosen[i];
    int value = 0;
    #pragma omp target map(from : value, on_host) firstprivate(function)
    {
      on_host = omp_is_initial_device();
      value = function(20);
    }
    claim.ran(on_host);
    result[i] = value;
  }
  claim.equal("value through the first pointer", result[0], 21);
  claim.equal("value through the second pointer", result[1], 20);
  return claim.verdict();
}
