// dispatch.need_device_addr
// OpenMP 6.0, section 9.6.2: adjust_args(need_device_addr: x) hands the device address of a
// reference to the variant.
// Observed: what the variant does with the address in a region.
// Mutant: seen = x => seen = x + 1
// Mutant: int x = 4 => int x = 5

#include "league/claim.hpp"

static int variant(int& x) {
  int seen = 0;
  #pragma omp target has_device_addr(x) map(from : seen)
  seen = x;
  return seen;
}
#pragma omp declare variant(variant) match(construct = {dispatch}) adjust_args(need_device_addr : x)
static int base(int& x) { return -x; }

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 4;
  int value = 0;
  int on_host = 1;
  #pragma omp target data map(to : x)
  {
    x = 40;
    #pragma omp dispatch
    value = base(x);
  }
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  claim.ran(on_host);
  claim.equal("the device's value", value, 4);
  return claim.verdict();
}
