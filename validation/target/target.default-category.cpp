// target.default-category
// OpenMP 6.0, section 7.5.1: a category behind the attribute of default says for which variables it
// holds; others keep the usual rules.
// Observed: an array that is firstprivate stays; a scalar, too; a structure comes back.
// Mutant: default(firstprivate : aggregate) =>
// Mutant: seen = a[0] + a[1] => seen = a[0]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a[2] = {4, 5};
  int seen = 0;
  int on_host = 1;
  #pragma omp target default(firstprivate : aggregate) map(from : seen, on_host)
  {
    seen = a[0] + a[1];
    a[0] = 9;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("value in the region", seen, 9);
  claim.equal("the original", a[0], 4);
  return claim.verdict();
}
