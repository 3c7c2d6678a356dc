// req.reverse_offload
// OpenMP 5.0, section 13.2: with requires reverse_offload a target construct in a region, with
// device(ancestor: 1), runs on the host that launched the region.
// Observed: where each region ran; a variable of the host that the inner one changed; a value that
// went from the outer to the inner region.
// Mutant: device(ancestor : 1) => device(0)

#include "league/claim.hpp"

#pragma omp requires reverse_offload

static int in_host_memory = 1;
static int inner_on_host = 0;

void note_on_host(int n);
#pragma omp declare target to(note_on_host) device_type(host)
void note_on_host(int n) {
  in_host_memory += n;
  inner_on_host = omp_is_initial_device();
}

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int sent = 0;
  int on_host = 1;

  #pragma omp target map(from : on_host, sent)
  {
    on_host = omp_is_initial_device();
    sent = 41;
    #pragma omp target device(ancestor : 1) map(to : sent)
    note_on_host(sent);
  }
  claim.ran(on_host);
  claim.equal("inner region on the host", inner_on_host, 1);
  claim.equal("variable of the host", in_host_memory, 42);
  return claim.verdict();
}
