// par.interchange.permutation
// OpenMP 6.0, section 11.4: permutation names the order of the loops after the interchange.
// Observed: the order of the iterations of three loops.
// Mutant: permutation(3, 1, 2) => permutation(2, 1, 3)
// Mutant: next++ => 1 + next++

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 24;
  int order[n];
  int next = 0;
  int on_host = 1;
  for (int& one : order) one = -1;
  #pragma omp target map(tofrom : order, next) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp interchange permutation(3, 1, 2)
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 4; ++k) order[12 * i + 4 * j + k] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        claim.equal("position", order[12 * i + 4 * j + k], 6 * k + 3 * i + j);
  return claim.verdict();
}
