// map.section.zero-length-pointer-absent
// OpenMP 4.5, section 3.2.5, 5.8.6: a section of length zero of storage that is not mapped is
// legal; it maps nothing.
// Observed: constructs with such a section run, and the storage stays absent.
// Mutant: p[0 : none] => p[0 : 4]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int storage[4] = {1, 2, 3, 4};
  int* p = storage;
  int* nowhere = nullptr;
  const int none = 0;
  int on_host = 1;

  #pragma omp target data map(tofrom : p[0 : none], nowhere[0 : none])
  {
    claim.holds("absent in the data region", !omp_target_is_present(p, device));
    #pragma omp target map(tofrom : p[0 : none], nowhere[0 : none]) map(from : on_host)
    on_host = omp_is_initial_device();
  }
  #pragma omp target enter data map(to : p[0 : none])
  claim.holds("absent after an enter", !omp_target_is_present(p, device));
  #pragma omp target exit data map(from : p[0 : none])

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("storage on the host", storage[i], i + 1);
  return claim.verdict();
}
