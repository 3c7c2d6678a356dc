// target.volatile-local
// OpenMP 4.5, section 13.8: a target region is executed as its base language says: accesses to
// volatile variables in it are carried out.
// Observed: a loop whose counter is volatile ends, and what follows it is executed.
// Mutant: i < kSteps => i < kSteps - 1
// Seconds: 10

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kSteps = 1000;
  int steps = 0;
  int behind = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : steps, behind) map(from : on_host)
  {
    for (volatile int i = 0; i < kSteps; i = i + 1) ++steps;
    behind = 1;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("steps of the loop", steps, kSteps);
  claim.equal("statement behind the loop", behind, 1);
  return claim.verdict();
}
