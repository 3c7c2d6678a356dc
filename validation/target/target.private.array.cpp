// target.private.array
// OpenMP 4.5, section 5.4.3: a private array is an array of its own in the target region; the
// original keeps its elements.
// Observed: each element of the copy holds what the region stored there; the original is unchanged,
// and nothing of it is copied.
// Mutant: private(scratch) =>
// Mutant: private(scratch) => map(from : scratch)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kCount = 64;
  int scratch[kCount];
  int out[kCount];
  int on_host = 1;
  for (int i = 0; i < kCount; ++i) {
    scratch[i] = -i;
    out[i] = -1;
  }
  const auto before = league::counted();

  #pragma omp target private(scratch) map(from : out, on_host)
  {
    for (int i = 0; i < kCount; ++i) scratch[i] = i * i + 1;
    for (int i = 0; i < kCount; ++i) out[i] = scratch[kCount - 1 - i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < kCount; ++i) {
    const int mirrored = kCount - 1 - i;
    claim.equal("element of the private array", out[i], mirrored * mirrored + 1);
    claim.equal("element of the original", scratch[i], -i);
  }
  claim.moved(before, 0, sizeof out + sizeof on_host);
  return claim.verdict();
}
