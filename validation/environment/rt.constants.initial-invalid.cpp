// rt.constants.initial-invalid
// OpenMP 5.2, section 18.7: omp_initial_device is -1 and omp_invalid_device another negative
// number; both are constants.
// Observed: the values, which the compiler has to know.
// Where: host
// Mutant: initial = omp_initial_device => initial = omp_invalid_device

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int initial = omp_initial_device;
  constexpr int invalid = omp_invalid_device;
  claim.equal("omp_initial_device", initial, -1);
  claim.holds("omp_invalid_device is below it", invalid < -1);
  return claim.verdict();
}
