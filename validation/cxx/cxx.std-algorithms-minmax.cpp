// cxx.std-algorithms-minmax
// OpenMP 4.5, section 7.8.1: function templates of the C++ library that are defined in headers,
// like std::max, std::min and std::clamp, can be called in a region.
// Observed: their values for every index.
// Mutant: std::clamp(x[i], 3, 8) => std::clamp(x[i], 3, 9)

#include <algorithm>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x[12];
  int results[12][3] = {};
  for (int i = 0; i < 12; ++i) x[i] = i;
  int on_host = 1;

  #pragma omp target map(to : x) map(from : results, on_host)
  {
    for (int i = 0; i < 12; ++i) {
      results[i][0] = std::max(x[i], 5);
      results[i][1] = std::min(x[i], 5);
      results[i][2] = std::clamp(x[i], 3, 8);
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 12; ++i) {
    claim.equal("max", results[i][0], i > 5 ? i : 5);
    claim.equal("min", results[i][1], i < 5 ? i : 5);
    claim.equal("clamp", results[i][2], i < 3 ? 3 : i > 8 ? 8 : i);
  }
  return claim.verdict();
}
