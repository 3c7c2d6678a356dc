// rt.target_associate_ptr
// OpenMP 4.5, section 18.8.9: omp_target_associate_ptr makes device memory the corresponding
// storage of host memory; map clauses then copy nothing, target update does.
// Observed: status and presence; a region sees what the device memory held; the host's array
// changes at the update and not at the end of the region.
// Mutant: map(tofrom : a) => map(always, tofrom : a)
// Mutant: #pragma omp target update from(a) =>
// Mutant: omp_target_associate_ptr(a, => omp_target_associate_ptr(other,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int a[4] = {1, 2, 3, 4};
  int other[4] = {0, 0, 0, 0};
  int values[4] = {10, 20, 30, 40};
  int* memory = static_cast<int*>(omp_target_alloc(sizeof a, device));
  claim.needs(memory != nullptr, "device memory");
  omp_target_memcpy(memory, values, sizeof a, 0, 0, device, omp_get_initial_device());
  int on_host = 1;

  const int status = omp_target_associate_ptr(a, memory, sizeof a, 0, device);
  const int present = omp_target_is_present(a, device);
  #pragma omp target map(tofrom : a) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) a[i] += i + 1;
    on_host = omp_is_initial_device();
  }
  int untouched = 0;
  for (int i = 0; i < 4; ++i) untouched += a[i] == i + 1;
  #pragma omp target update from(a)
  const int undone = omp_target_disassociate_ptr(status == 0 && present ? a : other, device);
  const int behind = omp_target_is_present(a, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  claim.holds("present", present != 0);
  claim.equal("host elements untouched by the region", untouched, 4);
  for (int i = 0; i < 4; ++i) claim.equal("a behind the update", a[i], 11 * (i + 1));
  claim.equal("status of the disassociation", undone, 0);
  claim.holds("absent afterwards", behind == 0);
  return claim.verdict();
}
