// target.nowait-argument
// OpenMP 6.0, section 17.6: nowait takes an expression that need not be constant: with false the
// region is waited for.
// Observed: the value right behind the construct.
// Mutant: value = 6 => value = 7
// Mutant: map(tofrom : value) => map(to : value)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int given = 0;
  const int deferred = given;
  int value = 0;
  int on_host = 1;
  #pragma omp target nowait(deferred) map(tofrom : value) map(from : on_host)
  {
    for (volatile int i = 0; i < 3000000; ++i) {
    }
    value = 6;
    on_host = omp_is_initial_device();
  }
  const int seen = value;
  #pragma omp taskwait
  claim.ran(on_host);
  claim.equal("right behind the construct", seen, 6);
  return claim.verdict();
}
