// rt.target_associate_ptr.infinite-refcount
// OpenMP 4.5, section 18.8.9: associated storage has an infinite reference count: target exit data
// removes it neither with release nor with delete, and does not copy it.
// Observed: presence behind each; a region still finds the associated memory.
// Mutant: omp_target_associate_ptr(a, memory, sizeof a, 0, device) => plain(a)
// Mutant: #pragma omp target exit data map(delete : a) => omp_target_disassociate_ptr(a, device);

#include "league/claim.hpp"

namespace {

// An ordinary mapping instead of the association; what the mutant calls.
[[maybe_unused]] int plain(int (&a)[4]) {
  #pragma omp target enter data map(alloc : a)
  return 0;
}

}  // namespace

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int a[4] = {1, 2, 3, 4};
  int values[4] = {10, 20, 30, 40};
  int* memory = static_cast<int*>(omp_target_alloc(sizeof a, device));
  claim.needs(memory != nullptr, "device memory");
  omp_target_memcpy(memory, values, sizeof a, 0, 0, device, host);
  int on_host = 1;

  const int status = omp_target_associate_ptr(a, memory, sizeof a, 0, device);
  #pragma omp target exit data map(release : a)
  claim.holds("present behind release", omp_target_is_present(a, device) != 0);
  #pragma omp target exit data map(from : a)
  claim.holds("present behind from", omp_target_is_present(a, device) != 0);
  #pragma omp target exit data map(delete : a)
  claim.holds("present behind delete", omp_target_is_present(a, device) != 0);
  #pragma omp target map(to : a) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) a[i] += 1;
    on_host = omp_is_initial_device();
  }
  omp_target_memcpy(values, memory, sizeof values, 0, 0, host, device);
  if (omp_target_is_present(a, device) != 0) omp_target_disassociate_ptr(a, device);
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  for (int i = 0; i < 4; ++i) {
    claim.equal("a on the host", a[i], i + 1);
    claim.equal("device memory", values[i], 10 * (i + 1) + 1);
  }
  return claim.verdict();
}
