// rt.disassociate_unassociated-fails
// OpenMP 4.5, section 18.8.10: omp_target_disassociate_ptr returns a non-zero value if it does not
// succeed, as for an address without associated storage.
// Observed: the value returned for an address that was never mapped or associated.
// Where: host
// Open: the specification leaves the behaviour unspecified for an address that has no associated
// storage.

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 0;
  const int status = omp_target_disassociate_ptr(&x, omp_get_default_device());
  claim.holds("status is not zero", status != 0);
  return claim.verdict();
}
