// dt.link.not-present-until-mapped
// OpenMP 4.5, section 5.8.5: a variable in a link clause is not present on the device before it is
// mapped, nor after it was deleted.
// Observed: omp_target_is_present before, between and after; the value seen between.
// Mutant: declare target link(value) => declare target to(value)

#include "league/claim.hpp"

int value = 1;
#pragma omp declare target link(value)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  value = 5;
  int seen = 0;
  int on_host = 1;
  claim.equal("present before", omp_target_is_present(&value, device), 0);

  #pragma omp target enter data map(to : value)
  claim.holds("present while mapped", omp_target_is_present(&value, device) != 0);
  value = 9;
  #pragma omp target map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen = value;
  }
  #pragma omp target exit data map(delete : value)
  claim.equal("present after", omp_target_is_present(&value, device), 0);

  claim.ran(on_host);
  claim.equal("value seen while mapped", seen, 5);
  claim.equal("value on the host", value, 9);
  return claim.verdict();
}
