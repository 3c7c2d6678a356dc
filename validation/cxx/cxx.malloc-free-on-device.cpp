// cxx.malloc-free-on-device
// OpenMP 4.5, section 4.3: malloc and free are usable in a region by every thread.
// Observed: each iteration's block holds what that iteration stored, and blocks do not overlap.
// Mutant: map(from : sums) => map(to : sums)

#include <cstdlib>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int sums[16];
  int overlaps[16];
  for (int i = 0; i < 16; ++i) sums[i] = overlaps[i] = -1;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(from : sums) map(from : overlaps) \
      map(tofrom : on_host)
  for (int i = 0; i < 16; ++i) {
    int* const a = static_cast<int*>(std::malloc(8 * sizeof(int)));
    int* const b = static_cast<int*>(std::malloc(8 * sizeof(int)));
    sums[i] = 0;
    overlaps[i] = 1;
    if (a != nullptr && b != nullptr) {
      for (int k = 0; k < 8; ++k) a[k] = i + k;
      for (int k = 0; k < 8; ++k) b[k] = 1000;
      for (int k = 0; k < 8; ++k) sums[i] += a[k];
      overlaps[i] = a < b ? b - a < 8 : a - b < 8;
    }
    std::free(b);
    std::free(a);
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) {
    claim.equal("sum of the block", sums[i], 8 * i + 28);
    claim.equal("blocks overlap", overlaps[i], 0);
  }
  return claim.verdict();
}
