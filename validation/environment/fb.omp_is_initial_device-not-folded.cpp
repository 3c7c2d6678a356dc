// fb.omp_is_initial_device-not-folded
// OpenMP 4.0, section 18.7.5: omp_is_initial_device tells where the call runs, also from a function
// that host and device share.
// Observed: the function's answer on the host, in a region for a device, and in a region that an if
// clause keeps on the host.
// Mutant: target : offload => target : !offload

#include "league/claim.hpp"

#pragma omp declare target
static int where() { return 10 + (omp_is_initial_device() != 0 ? 1 : 0); }
#pragma omp end declare target

static int in_region(bool offload, int& on_host) {
  int answer = -1;
  #pragma omp target if (target : offload) map(from : answer, on_host)
  {
    answer = where();
    on_host = omp_is_initial_device();
  }
  return answer;
}

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int on_host[2] = {1, 0};
  const int device = in_region(true, on_host[0]);
  const int kept = in_region(false, on_host[1]);

  claim.ran(on_host[0]);
  claim.equal("on the host", where(), 11);
  claim.equal("in a region for the device", device, 10);
  claim.equal("in a region kept on the host", kept, 11);
  claim.holds("the flag itself, on the host", on_host[1] != 0);
  return claim.verdict();
}
