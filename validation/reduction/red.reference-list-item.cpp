// red.reference-list-item
// OpenMP 4.5, section 5.5.5: a reference can be reduced; the private copies are objects of the type
// it refers to, and the result goes to what it refers to.
// Observed: the caller's variable; its neighbours stay.
// Mutant: reduction(+ : sum, => reduction(max : sum,

#include "league/claim.hpp"

static int add_up(long& sum, int n, int& begun) {
  int own = 7;
  int on_host = 1;
  #pragma omp target teams distribute parallel for reduction(+ : sum, own) map(tofrom : sum) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    sum += 2 * i + 1;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }
  return on_host;
}

int main() {
  league::Claim claim;
  long values[3] = {-1, 5000, -3};
  int begun = 7;
  claim.ran(add_up(values[1], 110, begun));
  claim.equal("a copy begins with", begun, 0);
  claim.equal("neighbour before", values[0], -1L);
  claim.equal("sum", values[1], 5000L + 110 * 110);
  claim.equal("neighbour behind", values[2], -3L);
  return claim.verdict();
}
