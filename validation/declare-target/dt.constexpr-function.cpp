// dt.constexpr-function
// OpenMP 5.0, section 7.8.1: a constexpr function that a region calls with a number known only at
// run time is compiled for the device.
// Observed: its value, and that of a constant it makes at compile time.
// Mutant: cube(given) => defined_elsewhere(given)
// With: dt.constexpr-function.part.cpp as object

#include "league/claim.hpp"

int defined_elsewhere(int n);  // for the host only

constexpr int cube(int n) { return n * n * n; }

int main() {
  league::Claim claim;
  volatile int number = 5;
  const int given = number;
  int at_run_time = 0;
  int at_compile_time = 0;
  int on_host = 1;

  #pragma omp target map(from : at_run_time, at_compile_time, on_host) firstprivate(given)
  {
    on_host = omp_is_initial_device();
    constexpr int constant = cube(4);
    at_run_time = cube(given);
    at_compile_time = constant;
  }
  claim.ran(on_host);
  claim.equal("value at run time", at_run_time, 125);
  claim.equal("value at compile time", at_compile_time, 64);
  claim.equal("value of the function for the host", defined_elsewhere(5), -125);
  return claim.verdict();
}
