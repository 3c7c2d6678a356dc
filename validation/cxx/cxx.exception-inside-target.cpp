// cxx.exception-inside-target
// OpenMP 4.5, section 13.8: an exception thrown in a target region may be caught in the same region
// by the thread that threw it. A compiler that cannot do this for its device has to say so.
// Observed: the handler runs with the value thrown, statements after the throw do not.
// Mutant: throw 40 + i; => out[i] = 40 + i;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int out[4] = {-1, -1, -1, -1};
  int after = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : out, after) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) {
      try {
        if (i % 2 == 1) throw 40 + i;
        out[i] = i;
        ++after;
      } catch (int thrown) {
        out[i] = thrown;
      }
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int expected[4] = {0, 41, 2, 43};
  for (int i = 0; i < 4; ++i) claim.equal("value stored", out[i], expected[i]);
  claim.equal("times the statements after the throw ran", after, 2);
  return claim.verdict();
}
