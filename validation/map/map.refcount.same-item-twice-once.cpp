// map.refcount.same-item-twice-once
// OpenMP 5.0, section 5.8.3: one construct raises and lowers a reference count by one at most, also
// where two members of one object are list items of it.
// Observed: both members are present after one enter that names both, and absent after one release
// that names both; after two enters it takes two such releases.
// Mutant: times = 1 => times = 2

#include "league/claim.hpp"

struct Pair {
  int a;
  int b;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  Pair s = {1, 2};
  int on_host = 1;
  const int times = 1;

  for (int i = 0; i < times; ++i) {
    #pragma omp target enter data map(to : s.a, s.b)
  }
  s.a = -1;
  s.b = -1;
  int sum = 0;
  #pragma omp target map(to : s.a, s.b) map(from : sum, on_host)
  {
    sum = s.a + 10 * s.b;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen by the region", sum, 21);
  claim.holds("a is present", omp_target_is_present(&s.a, device));
  claim.holds("b is present", omp_target_is_present(&s.b, device));

  #pragma omp target exit data map(release : s.a, s.b)
  claim.holds("a is absent", !omp_target_is_present(&s.a, device));
  claim.holds("b is absent", !omp_target_is_present(&s.b, device));
  return claim.verdict();
}
