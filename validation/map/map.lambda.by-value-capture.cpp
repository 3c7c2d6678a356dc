// map.lambda.by-value-capture
// OpenMP 5.0, section 5.8.1, 5.8.3: a closure is mapped like a structure; what it captured by value
// goes with it.
// Observed: calls in the region use the captured values; the closure on the host is unchanged by a
// call in the region that modifies the captured copy.
// Mutant: map(to : scale) => map(alloc : scale)
// Mutant: map(to : count) => map(tofrom : count)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  volatile int one = 1;  // so that nothing is known when compiling
  const int factor = one + 2;
  const double offset = one / 2.0;
  const auto scale = [factor, offset](int i) { return factor * i + offset; };
  auto count = [n = static_cast<int>(one)]() mutable { return n++; };
  double seen[8] = {};
  int counted[2] = {-1, -1};
  int on_host = 1;

  #pragma omp target map(to : scale) map(to : count) map(from : seen, counted, on_host)
  {
    for (int i = 0; i < 8; ++i) seen[i] = scale(i);
    for (int& number : counted) number = count();
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("seen by the region", seen[i], 3.0 * i + 0.5);
  claim.equal("first count on the device", counted[0], 1);
  claim.equal("second count on the device", counted[1], 2);
  claim.equal("first count on the host", count(), 1);
  return claim.verdict();
}
