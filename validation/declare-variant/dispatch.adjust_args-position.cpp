// dispatch.adjust_args-position
// OpenMP 6.0, section 9.6.2: adjust_args takes the positions of arguments.
// Observed: what the variant does with the device pointer.
// Mutant: seen = p[n] => seen = p[n - 1]
// Mutant: return seen; => return -seen;

#include "league/claim.hpp"

static int variant(int* p, int n) {
  int seen = 0;
  #pragma omp target is_device_ptr(p) map(from : seen)
  seen = p[n];
  return seen;
}
#pragma omp declare variant(variant) match(construct = {dispatch}) adjust_args(need_device_ptr : 1)
static int base(int* p, int n) { return -p[n]; }

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int* p = x;
  int value = 0;
  int on_host = 1;
  #pragma omp target data map(to : x)
  {
    x[2] = 30;
    #pragma omp dispatch
    value = base(p, 2);
  }
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  claim.ran(on_host);
  claim.equal("the device's value", value, 3);
  return claim.verdict();
}
