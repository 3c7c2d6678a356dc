// target.if.false-firstprivate-kept
// OpenMP 4.5, section 5.8.1: a scalar that a target region uses without listing it is
// firstprivate; a false if clause does not change that.
// Observed: the region sees the value; what it stores does not reach the original, neither on the
// host nor on the device.
// Mutant: map(from : seen, where) => map(tofrom : scalar) map(from : seen, where)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int condition = 0;
  const bool wanted[2] = {condition != 0, condition == 0};

  for (int i = 0; i < 2; ++i) {
    int scalar = 11;
    int seen = -1;
    int where = -1;

    #pragma omp target if (wanted[i]) map(from : seen, where)
    {
      seen = scalar;
      scalar = 99;
      where = omp_is_initial_device() != 0 ? 1 : 0;
    }

    claim.equal("value seen by the region", seen, 11);
    claim.equal("original", scalar, 11);
    if (wanted[i])
      claim.ran(where);
    else
      claim.equal("if(false): is it the host?", where, 1);
  }
  return claim.verdict();
}
