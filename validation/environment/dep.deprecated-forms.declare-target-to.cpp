// dep.deprecated-forms.declare-target-to
// OpenMP 5.2, section 5.8.4: the clause to of declare target is deprecated in favour of enter,
// which means the same; it still works.
// Observed: a variable and a function that to lists, used in a region; the host's variable stays.
// Mutant: value += 5 => value += 4

#include "league/claim.hpp"

static int value = 30;
static int triple(int x) { return 3 * x; }
#pragma omp declare target to(value, triple)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int seen = -1;
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    value += 5;
    seen = triple(value);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("value on the device", seen, 105);
  claim.equal("value on the host", value, 30);
  return claim.verdict();
}
