// variant.device-kind-host
// OpenMP 5.0, section 7.2: device={kind(host)} matches on the host, kind(nohost) and kind(gpu) do
// not.
// Observed: which function a call on the host reaches.
// Where: host
// Mutant: kind(host) => kind(fpga)
// Mutant: kind(nohost) => kind(any)

#include "league/claim.hpp"

int for_host() { return 2; }
int for_devices() { return 3; }
int for_gpu() { return 4; }

#pragma omp declare variant(for_host) match(device = {kind(host)})
int with_host() { return 1; }

#pragma omp declare variant(for_devices) match(device = {kind(nohost)})
int with_devices() { return 1; }

#pragma omp declare variant(for_gpu) match(device = {kind(gpu)})
int with_gpu() { return 1; }

int main() {
  league::Claim claim;
  claim.equal("variant for the host", with_host(), 2);
  claim.equal("variant for devices", with_devices(), 1);
  claim.equal("variant for GPUs", with_gpu(), 1);
  return claim.verdict();
}
