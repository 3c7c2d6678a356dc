// map.lambda.star-this-capture
// OpenMP 5.0, section 5.8.1: a closure that captured *this holds a copy of the object, which is
// mapped implicitly with the closure.
// Observed: calls in the region use the members' values from when the closure was made, not those
// that the object has on the host meanwhile.
// Mutant: target map(from : seen => target map(alloc : scale) map(from : seen

#include "league/claim.hpp"

struct Line {
  int factor;
  int offset;

  int run(int (&seen)[4]) {
    const auto scale = [*this](int i) { return factor * i + offset; };
    factor = -100;
    offset = -100;
    int on_host = 1;
    #pragma omp target map(from : seen, on_host)
    {
      for (int i = 0; i < 4; ++i) seen[i] = scale(i);
      on_host = omp_is_initial_device();
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  Line s = {3, 5};
  int seen[4] = {};
  claim.ran(s.run(seen));
  for (int i = 0; i < 4; ++i) claim.equal("seen by the region", seen[i], 3 * i + 5);
  return claim.verdict();
}
