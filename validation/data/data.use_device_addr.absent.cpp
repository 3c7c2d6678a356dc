// data.use_device_addr.absent
// OpenMP 5.1, section 5.4.10 (unchecked): a list item of use_device_addr that is not mapped keeps
// the address that it has: it is taken as accessible.
// Observed: addresses of an item that is mapped and of one that is not.
// Mutant: use_device_addr(there, absent) => use_device_addr(absent)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int there = 1;
  int absent = 2;
  int on_host = 1;
  const int* const host_there = &there;
  const int* const host_absent = &absent;
  const int* address_there = nullptr;
  const int* address_absent = nullptr;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  #pragma omp target data map(tofrom : there) use_device_addr(there, absent)
  {
    address_there = &there;
    address_absent = &absent;
  }
  claim.ran(on_host);
  claim.holds("the mapped one has another address", address_there != host_there);
  claim.equal("the other one has its own", address_absent, host_absent);
  return claim.verdict();
}
