// rt.target_alloc.zero-size
// OpenMP 4.5, section 18.8.1: an allocation of no bytes is harmless, whatever it returns, and so
// is freeing a null pointer: omp_target_free ignores it.
// Observed: what was allocated before keeps its contents, and what is allocated after is usable.
// Where: host
// Mutant: sizeof back, 0, 0, host, device => 0, 0, 0, host, device
// Mutant: int first = 17; => int first = 16;

#include "league/claim.hpp"

namespace {

// Asks for nothing and frees nothing on a device; how many allocations were not null is returned.
int try_device(int device, league::Claim& claim) {
  const int host = omp_get_initial_device();
  int first = 17;
  int back = 0;
  int given = 0;
  void* before = omp_target_alloc(sizeof first, device);
  claim.needs(before != nullptr, "memory of the device");
  omp_target_memcpy(before, &first, sizeof first, 0, 0, device, host);
  for (int i = 0; i < 3; ++i) {
    void* nothing = omp_target_alloc(0, device);
    given += nothing != nullptr;
    omp_target_free(nothing, device);
    omp_target_free(nullptr, device);
  }
  void* after = omp_target_alloc(sizeof first, device);
  claim.holds("memory afterwards", after != nullptr);
  claim.equal("status", omp_target_memcpy(after, before, sizeof first, 0, 0, device, device), 0);
  omp_target_memcpy(&back, after, sizeof back, 0, 0, host, device);
  claim.equal("contents", back, 17);
  omp_target_free(before, device);
  omp_target_free(after, device);
  return given;
}

}  // namespace

int main() {
  league::Claim claim;
  claim.note("non-null on the host", try_device(omp_get_initial_device(), claim));
  if (omp_get_num_devices() > 0) claim.note("non-null on device 0", try_device(0, claim));
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
