// map.lambda.this-capture
// OpenMP 5.0, section 5.8.1, 5.8.3: a captured this points, in a region, to the device's copy of
// the object, if that is mapped.
// Observed: calls in the region see the members from before the host poisoned them; what they store
// comes back with the object.
// Mutant: data map(tofrom : this[0 : 1]) => data map(to : this[0 : 1])
// Mutant: data map(tofrom : this[0 : 1]) => data map(tofrom : on_host)

#include "league/claim.hpp"

struct Counter {
  int step;
  int total;

  int run(league::Claim& claim) {
    const auto add = [this](int times) { total += times * step; };
    int on_host = 1;
    #pragma omp target data map(tofrom : this[0 : 1])
    {
      step = 77;
      total = -1;
      #pragma omp target map(to : add) map(tofrom : this[0 : 1]) map(from : on_host)
      {
        for (int i = 1; i <= 4; ++i) add(i);
        on_host = omp_is_initial_device();
      }
      claim.equal("total while mapped", total, -1);
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Counter s = {3, 1000};
  claim.ran(s.run(claim));
  claim.equal("step", s.step, 3);
  claim.equal("total", s.total, 1030);
  return claim.verdict();
}
