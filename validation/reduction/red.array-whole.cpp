// red.array-whole
// OpenMP 4.5, section 5.5.8: an array can be reduced, element by element.
// Observed: a histogram whose bins began with different counts.
// Mutant: reduction(+ : bins, => reduction(max : bins,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 240;
  int bins[7];
  int expected[7];
  for (int i = 0; i < 7; ++i) expected[i] = bins[i] = 1000 * i + 500;
  for (int i = 0; i < n; ++i) ++expected[(i * i) % 7];
  int own = 7;
  int begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : bins, own) map(tofrom : bins) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    ++bins[(i * i) % 7];
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  for (int i = 0; i < 7; ++i) claim.equal("bin", bins[i], expected[i]);
  return claim.verdict();
}
