// update.static-member
// OpenMP 4.5, section 13.9: target update takes a static member of a class that is declared for the
// device.
// Observed: what a region stored in it, after it was brought back; what the host sent to it.
// Mutant: update from(Counter::total) => update to(Counter::total)

#include "league/claim.hpp"

struct Counter {
  static int total;
};
int Counter::total = 3;
#pragma omp declare target(Counter::total)

int main() {
  league::Claim claim;
  int seen = 0;
  int on_host = 1;
  Counter::total = 40;
  #pragma omp target update to(Counter::total)
  Counter::total = -1;
  #pragma omp target map(from : seen, on_host)
  {
    seen = Counter::total;
    Counter::total += 2;
    on_host = omp_is_initial_device();
  }
  #pragma omp target update from(Counter::total)
  claim.ran(on_host);
  claim.holds("what the host sent", seen == 40 || !league::separate_memory());
  claim.equal("what the region left", Counter::total, seen + 2);
  return claim.verdict();
}
