// variant.arch-and-isa-negative
// OpenMP 5.0, section 7.2: a variant for another architecture or for an instruction set that the
// code is not compiled for is never chosen, and neither is one that asks for both sides at once.
// Observed: calls in a region and on the host reach the base.
// Mutant: device = {arch(wrong_architecture)} => device = {kind(any)}
// Mutant: device = {isa("no-such-extension")} => device = {kind(any)}
// Mutant: device = {kind(host, nohost)} => device = {kind(any)}

#include "league/claim.hpp"

#if defined(__x86_64__)
#define wrong_architecture aarch64
#else
#define wrong_architecture x86_64
#endif

int variant() { return 2; }

#pragma omp declare variant(variant) match(device = {arch(wrong_architecture)})
int with_arch() { return 1; }

#pragma omp declare variant(variant) match(device = {isa("no-such-extension")})
int with_isa() { return 1; }

#pragma omp declare variant(variant) match(device = {kind(host, nohost)})
int with_both() { return 1; }

int main() {
  league::Claim claim;
  int value[3] = {0, 0, 0};
  int on_host = 1;

  #pragma omp target map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value[0] = with_arch();
    value[1] = with_isa();
    value[2] = with_both();
  }
  claim.ran(on_host);
  claim.equal("wrong architecture, in the region", value[0], 1);
  claim.equal("wrong instruction set, in the region", value[1], 1);
  claim.equal("host and device at once, in the region", value[2], 1);
  claim.equal("wrong architecture, on the host", with_arch(), 1);
  claim.equal("wrong instruction set, on the host", with_isa(), 1);
  claim.equal("host and device at once, on the host", with_both(), 1);
  return claim.verdict();
}
