// map.this.member-array
// OpenMP 4.5, section 5.8.3: in a member function, an array member is mapped by its bare name.
// Observed: the region sees the array from before the host poisoned it, and it comes back; the
// members around it keep what the host stored.
// Mutant: data map(tofrom : v) => data map(to : v)
// Mutant: data map(tofrom : v) => data map(tofrom : before)

#include "league/claim.hpp"

struct Holder {
  int before;
  int v[4];
  int behind;

  int add() {
    int on_host = 1;
    #pragma omp target data map(tofrom : v)
    {
      before = -2;
      for (int& one : v) one = -1;
      behind = -3;
      #pragma omp target map(alloc : v) map(from : on_host)
      {
        for (int i = 0; i < 4; ++i) v[i] += 100;
        on_host = omp_is_initial_device();
      }
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Holder s = {5, {1, 2, 3, 4}, 6};
  claim.ran(s.add());
  claim.equal("before", s.before, -2);
  for (int i = 0; i < 4; ++i) claim.equal("v on the host", s.v[i], i + 101);
  claim.equal("behind", s.behind, -3);
  return claim.verdict();
}
