// data.nested-different-devices
// OpenMP 4.5, section 13.5: target data constructs for different devices do not affect each other;
// each device has its own copy of an item that both map.
// Observed: each device's copy holds the value from its own construct; presence and the outer copy
// outlive the inner construct.
// Mutant: device(inner) => device(outer)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const int outer = 0;
  const int inner = 1;
  int x = 1;
  int seen[3] = {0, 0, 0};
  int on_host[3] = {1, 1, 1};
  int outer_left = 0;
  int inner_left = 1;

  #pragma omp target data map(to : x) device(outer)
  {
    x = 2;
    #pragma omp target data map(tofrom : x) device(inner)
    {
      x = 3;
      #pragma omp target map(to : x) map(from : seen[0 : 1], on_host[0 : 1]) device(outer)
      {
        seen[0] = x;
        on_host[0] = omp_is_initial_device();
      }
      #pragma omp target map(to : x) map(from : seen[1 : 1], on_host[1 : 1]) device(inner)
      {
        seen[1] = x;
        x = 20;
        on_host[1] = omp_is_initial_device();
      }
    }
    outer_left = omp_target_is_present(&x, outer);
    inner_left = omp_target_is_present(&x, inner);
    #pragma omp target map(to : x) map(from : seen[2 : 1], on_host[2 : 1]) device(outer)
    {
      seen[2] = x;
      on_host[2] = omp_is_initial_device();
    }
  }

  for (int i = 0; i < 3; ++i) claim.ran(on_host[i]);
  claim.equal("outer device in the inner construct", seen[0], 1);
  claim.equal("inner device", seen[1], 2);
  claim.equal("outer device behind the inner construct", seen[2], 1);
  claim.holds("still present on the outer device", outer_left != 0);
  claim.holds("absent on the inner device", inner_left == 0);
  claim.equal("x on the host", x, 20);
  return claim.verdict();
}
