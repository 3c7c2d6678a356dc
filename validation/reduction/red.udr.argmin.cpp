// red.udr.argmin
// OpenMP 4.0, section 5.5.11: a declared reduction can carry an index along with a minimum; ties go
// to the lower index however the iterations were shared out.
// Observed: value and index, where the minimum occurs several times.
// Mutant: a.index < b.index => a.index > b.index

#include "league/claim.hpp"

#pragma omp declare target
struct Least {
  int value;
  int index;
};
static Least better(Least a, Least b) {
  const bool first = a.value < b.value || (a.value == b.value && a.index < b.index);
  return first ? a : b;
}
#pragma omp end declare target
#pragma omp declare reduction(least:Least : omp_out = better(omp_in, omp_out)) \
    initializer(omp_priv = Least{1 << 30, 1 << 30})

int main() {
  league::Claim claim;
  const int n = 300;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = 50 + (i * 37) % 101;
  x[71] = x[72] = x[140] = x[299] = 7;
  Least best = {7, n};  // worse than an element of the same value
  Least own{7, 7};
  Least begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(least : best, own) map(to : x) \
      map(tofrom : best) map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    best = better(Least{x[i], i}, best);
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun.value, 1 << 30);
  claim.equal("least value", best.value, 7);
  claim.equal("its lowest index", best.index, 71);
  return claim.verdict();
}
