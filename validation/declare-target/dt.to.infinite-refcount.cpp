// dt.to.infinite-refcount
// OpenMP 4.5, section 5.8.3: the copy of a declare-target variable has an infinite reference count:
// it is always present, delete does not remove it, and map(tofrom) does not move values.
// Observed: presence before and after delete; values of host and device stay apart.
// Mutant: #pragma omp declare target to(value) =>
// Mutant: map(tofrom : value) => map(always, tofrom : value)

#include "league/claim.hpp"

int value = 7;
#pragma omp declare target to(value)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  value = 100;
  int seen[2] = {0, 0};
  int on_host = 1;
  claim.holds("present at first", omp_target_is_present(&value, device) != 0);

  for (int i = 0; i < 2; ++i) {
    #pragma omp target map(tofrom : value) map(tofrom : seen) map(from : on_host)
    {
      on_host = omp_is_initial_device();
      seen[i] = value;
      value += 1;
    }
    claim.ran(on_host);
    claim.equal("value on the host", value, 100);
    #pragma omp target exit data map(delete : value)
    claim.holds("present after delete", omp_target_is_present(&value, device) != 0);
  }
  claim.equal("first value on the device", seen[0], 7);
  claim.equal("second value on the device", seen[1], 8);
  return claim.verdict();
}
