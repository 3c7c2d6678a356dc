// target.private
// OpenMP 4.5, section 5.4.3: a target region works on its own copy of a private variable; the
// original keeps its value.
// Observed: the copies are usable inside; the originals are what they were.
// Mutant: private(number, real) => map(tofrom : number, real)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int number = 5;
  double real = 0.5;
  int number_seen = -1;
  double real_seen = -1.0;
  int on_host = 1;

  #pragma omp target private(number, real) map(from : number_seen, real_seen, on_host)
  {
    number = 9;
    real = 2.25;
    number_seen = number + 1;
    real_seen = real + 1.0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("integer in the region", number_seen, 10);
  claim.equal("real in the region", real_seen, 3.25);
  claim.equal("original integer", number, 5);
  claim.equal("original real", real, 0.5);
  return claim.verdict();
}
