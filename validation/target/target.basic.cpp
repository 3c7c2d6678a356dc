// target.basic
// OpenMP 4.5, section 13.8: a target construct has its region executed on the device; what is
// mapped to it arrives there, and what is mapped from it comes back.
// Observed: the sums that the region makes of its input; one launch.
// Mutant: map(to : in) => map(alloc : in)
// Mutant: map(from : out, on_host) => map(from : on_host) map(to : out)
// Mutant: #pragma omp target map(to : in) map(from : out, on_host) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int in[4] = {3, 5, 7, 11};
  int out[4] = {-1, -1, -1, -1};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(to : in) map(from : out, on_host)
  {
    out[0] = in[0];
    for (int i = 1; i < 4; ++i) out[i] = out[i - 1] + in[i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int sums[4] = {3, 8, 15, 26};
  for (int i = 0; i < 4; ++i) claim.equal("sum made by the region", out[i], sums[i]);
  claim.launched(before, 1);
  return claim.verdict();
}
