// rt.target_associate_ptr.offset
// OpenMP 4.5, section 18.8.9: the device offset of omp_target_associate_ptr, in bytes, is added to
// the device address.
// Observed: every element of the device memory behind a region that changes the associated array.
// Mutant: 3 * sizeof(int), device => 2 * sizeof(int), device

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int a[4] = {-1, -2, -3, -4};
  int whole[12];
  for (int i = 0; i < 12; ++i) whole[i] = i;
  int* memory = static_cast<int*>(omp_target_alloc(sizeof whole, device));
  claim.needs(memory != nullptr, "device memory");
  omp_target_memcpy(memory, whole, sizeof whole, 0, 0, device, host);
  int on_host = 1;

  const int status = omp_target_associate_ptr(a, memory, sizeof a, 3 * sizeof(int), device);
  #pragma omp target map(tofrom : a) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) a[i] += 100;
    on_host = omp_is_initial_device();
  }
  const int undone = omp_target_disassociate_ptr(a, device);
  omp_target_memcpy(whole, memory, sizeof whole, 0, 0, host, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  claim.equal("status of the disassociation", undone, 0);
  for (int i = 0; i < 12; ++i)
    claim.equal("device memory", whole[i], i >= 3 && i < 7 ? 100 + i : i);
  for (int i = 0; i < 4; ++i) claim.equal("a on the host", a[i], -i - 1);
  return claim.verdict();
}
