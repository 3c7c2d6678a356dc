// dt.function-pointer-taken-on-device
// OpenMP 4.5, section 7.8.1: a region can take the address of a declare-target function and call
// the function through it.
// Observed: the values of two functions chosen by a number known only when the program runs; they
// know whether they were compiled for a device.
// Mutant: function = &doubled => function = &increased

#include "league/claim.hpp"

#pragma omp declare target
int increased(int n) { return omp_is_initial_device() ? -1 : n + 1; }
int doubled(int n) { return omp_is_initial_device() ? -2 : n * 2; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  volatile int count = 2;
  for (int i = 0; i < count; ++i) {
    int value = 0;
    int on_host = 1;
    #pragma omp target map(from : value, on_host) firstprivate(i)
    {
      on_host = omp_is_initial_device();
      int (*function)(int) = &increased;
      if (i > 0) function = &doubled;
      value = function(20);
    }
    claim.ran(on_host);
    claim.equal("value through the pointer", value, on_host ? -1 - i : i == 0 ? 21 : 40);
  }
  return claim.verdict();
}
