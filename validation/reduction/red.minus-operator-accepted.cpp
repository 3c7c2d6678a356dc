// red.minus-operator-accepted
// OpenMP 4.5, section 5.5.3: the operator - (deprecated since 5.2) names a reduction whose private
// copies begin with 0 and are added.
// Observed: a variable from which every iteration takes something away.
// Mutant: reduction(- : left, => reduction(* : left,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int left = 100;
  int own = 7;
  int begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(- : left, own) map(tofrom : left) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < 16; ++i) {
    left -= 1;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("what is left", left, 84);
  return claim.verdict();
}
