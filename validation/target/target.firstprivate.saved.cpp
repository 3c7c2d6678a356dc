// target.firstprivate.saved
// OpenMP 6.0, section 7.2: the modifier saved of firstprivate keeps the value for replays of a
// taskgraph; elsewhere it has no effect.
// Observed: value in the region and outside.
// Mutant: firstprivate(saved : x) => map(tofrom : x)
// Mutant: seen = x; => seen = x + 1;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int x = 4;
  int seen = 0;
  int on_host = 1;
  #pragma omp target firstprivate(saved : x) map(from : seen, on_host)
  {
    seen = x;
    x = 5;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 4);
  claim.equal("original", x, 4);
  return claim.verdict();
}
