// meta.pass-consistency
// OpenMP 5.0, section 7.4: a metadirective on the host that chooses between forms of target means
// one and the same in all passes of a compiler: the kernel that the host launches exists.
// Observed: each iteration ran once, on the device; one launch.
// Mutant: device = {kind(nohost)} => device = {kind(host)}
// Mutant: target teams distribute parallel for => parallel for

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int count[64];
  for (int i = 0; i < 64; ++i) count[i] = i;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp metadirective when(device = {kind(nohost)} : parallel for) default( \
          target teams distribute parallel for map(tofrom : count) map(from : on_host))
  for (int i = 0; i < 64; ++i) {
    count[i] += 100;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 64; ++i) claim.equal("what an iteration left", count[i], i + 100);
  if (!on_host) claim.launched(before, 1);
  return claim.verdict();
}
