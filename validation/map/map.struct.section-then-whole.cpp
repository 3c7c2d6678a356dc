// map.struct.section-then-whole
// OpenMP 5.0, section 5.8.3: mapping what a member points to maps no part of the structure (other
// than its pointer); the whole structure may be mapped later.
// Observed: members in the region; the pointee, which stays mapped; nothing is left behind.
// Mutant: map(to : s) map(from => map(alloc : s) map(from

#include "league/claim.hpp"

struct Held {
  int n;
  int* p;
  int k;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int data[4] = {1, 2, 3, 4};
  Held s = {4, data, 9};
  int seen = 0;
  int on_host = 1;
  #pragma omp target enter data map(to : s.p[0 : 4])
  #pragma omp target map(to : s) map(from : seen, on_host)
  {
    seen = 10 * s.n + s.k;
    on_host = omp_is_initial_device();
  }
  const int device = omp_get_default_device();
  claim.ran(on_host);
  claim.equal("members in the region", seen, 49);
  claim.holds("the pointee stays mapped", omp_target_is_present(data, device) != 0);
  #pragma omp target exit data map(delete : s.p[0 : 4])
  claim.holds("it is gone", omp_target_is_present(data, device) == 0);
  return claim.verdict();
}
