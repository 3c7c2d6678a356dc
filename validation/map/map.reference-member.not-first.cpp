// map.reference-member.not-first
// OpenMP 5.0, section 5.8.3: a list item that is a member of reference type stands for the object
// it refers to, wherever in the structure the member lies.
// Observed: through the reference, the region sees the value from before the host poisoned it; it
// comes back; the object is present while mapped, its neighbours keep what the host stored.
// Mutant: data map(tofrom : s.r) => data map(to : s.r)
// Mutant: data map(tofrom : s.r) => data map(tofrom : s.n)

#include "league/claim.hpp"

struct View {
  int n;
  int& r;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int object[3] = {1, 2, 3};
  View s = {7, object[1]};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.r)
  {
    for (int& one : object) one = -1;
    claim.holds("present", omp_target_is_present(&object[1], omp_get_default_device()));
    #pragma omp target map(tofrom : s.r) map(from : on_host)
    {
      s.r += 100;
      on_host = omp_is_initial_device();
    }
    claim.equal("object while mapped", object[1], -1);
  }

  claim.ran(on_host);
  for (int i = 0; i < 3; ++i) claim.equal("object at the end", object[i], i == 1 ? 102 : -1);
  claim.equal("other member", s.n, 7);
  return claim.verdict();
}
