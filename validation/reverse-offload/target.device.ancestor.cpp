// target.device.ancestor
// OpenMP 5.0, section 13.2: a target construct with device(ancestor: 1) inside a target region has
// its region executed by the host, which waits for it and gives back what it maps.
// Observed: a host function is called with the device's value; its result is in the outer region;
// where both regions ran.
// Mutant: device(ancestor : 1) map(tofrom : x) map(from : inner) => if (false)
// Mutant: x = on_the_host(x) => x = 0

#include "league/claim.hpp"

#pragma omp requires reverse_offload

int calls = 0;
int on_the_host(int value);
#pragma omp declare target to(on_the_host) device_type(host)

int on_the_host(int value) {
  ++calls;
  return 3 * value + 1;
}

int main() {
  league::Claim claim;
  int x = 5;
  int inner = 0;
  int outer = 1;

  #pragma omp target map(tofrom : x) map(from : inner, outer)
  {
    x += 10;
    outer = omp_is_initial_device();

    #pragma omp target device(ancestor : 1) map(tofrom : x) map(from : inner)
    {
      x = on_the_host(x);
      inner = omp_is_initial_device();
    }

    x += 1000;
  }

  claim.ran(outer);
  claim.holds("the inner region ran on the host", inner != 0);
  claim.equal("calls on the host", calls, 1);
  claim.equal("value made on both sides", x, 3 * 15 + 1 + 1000);
  return claim.verdict();
}
