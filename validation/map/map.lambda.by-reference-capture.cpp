// map.lambda.by-reference-capture
// OpenMP 5.0, section 5.8.1, 5.8.3: what a closure captured by reference is, in a region, the
// device's copy of the captured variable.
// Observed: calls in the region see the values from before the host poisoned its own; what they
// store comes back with the variables; the host's stay until then.
// Mutant: data map(to : in) map(tofrom : total) => data map(to : in) map(to : total)
// Mutant: data map(to : in) map(tofrom : total) => data map(tofrom : in) map(tofrom : total)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int in[4] = {1, 2, 3, 4};
  int total = 1000;
  const auto add = [&](int i) {
    total += in[i];
    in[i] = -2;
  };
  int on_host = 1;

  #pragma omp target data map(to : in) map(tofrom : total)
  {
    for (int& one : in) one = 50;
    total = 5;
    #pragma omp target map(to : add) map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) add(i);
      on_host = omp_is_initial_device();
    }
    claim.equal("total while mapped", total, 5);
  }

  claim.ran(on_host);
  claim.equal("total at the end", total, 1010);
  for (int i = 0; i < 4; ++i) claim.equal("in on the host", in[i], 50);
  return claim.verdict();
}
