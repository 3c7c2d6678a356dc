// target.defaultmap.none
// OpenMP 5.0, section 5.8.7: with defaultmap(none) a program that lists every variable of the
// region is as good as without the clause.
// Observed: it is compiled; what is mapped arrives and comes back.
// Mutant: map(to : in) =>
// Mutant: firstprivate(factor) =>
// Mutant: map(tofrom : sum) => map(to : sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int in[3] = {1, 2, 3};
  int factor = 5;
  int sum = 100;
  int on_host = 1;

  #pragma omp target defaultmap(none) map(to : in) map(tofrom : sum) map(from : on_host) \
      firstprivate(factor)
  {
    for (int i = 0; i < 3; ++i) sum += factor * in[i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum made by the region", sum, 130);
  return claim.verdict();
}
