// map.close
// OpenMP 5.0, section 5.8.3: the close modifier asks for storage near the device; it changes
// neither the values nor the directions that the map type stands for.
// Observed: close with to, from and tofrom gives what these give without it.
// Mutant: map(close, to : a) => map(close, tofrom : a)
// Mutant: map(close, from : b) => map(close, alloc : b)
// Mutant: map(close, tofrom : c) => map(close, to : c)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  int b[4] = {-1, -1, -1, -1};
  int c[4] = {5, 6, 7, 8};
  int on_host = 1;

  #pragma omp target map(close, to : a) map(close, from : b) map(close, tofrom : c) \
      map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) {
      b[i] = 10 * a[i];
      c[i] += 100;
      a[i] = -2;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("a on the host", a[i], i + 1);
    claim.equal("b on the host", b[i], 10 * (i + 1));
    claim.equal("c on the host", c[i], i + 105);
  }
  claim.holds("nothing is left", !omp_target_is_present(c, omp_get_default_device()));
  return claim.verdict();
}
