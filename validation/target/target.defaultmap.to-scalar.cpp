// target.defaultmap.to-scalar
// OpenMP 5.0, section 5.8.7: defaultmap(to: scalar) has unlisted scalars mapped with type to: the
// value arrives and does not come back; where one is present already, its copy is used.
// Observed: the value seen by a region, before and while it is present; the original.
// Mutant: defaultmap(to : scalar) =>
// Mutant: defaultmap(to : scalar) => defaultmap(tofrom : scalar)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 5;
  int seen = -1;
  int present_seen = -1;
  int on_host[2] = {1, 1};

  #pragma omp target defaultmap(to : scalar) map(from : seen, on_host[0 : 1])
  {
    seen = x;
    x = -2;
    on_host[0] = omp_is_initial_device();
  }

  claim.equal("value seen", seen, 5);
  claim.equal("original", x, 5);

  x = 6;
  #pragma omp target enter data map(to : x)
  x = 7;  // a firstprivate copy would be made from this one

  #pragma omp target defaultmap(to : scalar) map(from : present_seen, on_host[1 : 1])
  {
    present_seen = x;
    on_host[1] = omp_is_initial_device();
  }

  #pragma omp target exit data map(release : x)

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  claim.equal("value seen while it is present", present_seen, 6);
  claim.equal("original while it is present", x, 7);
  return claim.verdict();
}
