// atom.compare-capture-result
// OpenMP 5.1, section 15.8.4: { r = x == e; if (r) { x = d; } else { v = x; } } stores the result
// of the comparison, 1 or 0, in r, and the value of x in v only where the comparison fails.
// Observed: r, v and x for a comparison that holds and one that does not.
// Mutant: r[i] = x[i] == 5; => r[i] = x[i] == 6;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x[2] = {5, 6};
  int v[2] = {-7, -7};
  int r[2] = {-9, -9};
  int on_host = 1;

  #pragma omp target map(tofrom : x, v, r) map(from : on_host)
  {
    for (int i = 0; i < 2; ++i) {
      // clang-format off
      #pragma omp atomic compare capture
      { r[i] = x[i] == 5; if (r[i]) { x[i] = 50; } else { v[i] = x[i]; } }
      // clang-format on
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("result, the values are equal", r[0], 1);
  claim.equal("new value", x[0], 50);
  claim.equal("nothing captured", v[0], -7);
  claim.equal("result, the values differ", r[1], 0);
  claim.equal("old value stays", x[1], 6);
  claim.equal("old value captured", v[1], 6);
  return claim.verdict();
}
