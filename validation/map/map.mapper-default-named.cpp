// map.mapper-default-named
// OpenMP 5.0, section 5.8.2: mapper(default) selects the mapper that was declared without a name.
// Observed: the member that only the unnamed mapper copies both ways comes back; the one that only
// the named mapper does keeps what the host stored. The named mapper, in turn, does the opposite.
// Mutant: map(mapper(default), tofrom : s) => map(mapper(other), tofrom : s)
// Mutant: map(mapper(other), tofrom : t) => map(mapper(default), tofrom : t)

#include "league/claim.hpp"

struct Pair {
  int a;
  int b;
};
#pragma omp declare mapper(Pair p) map(p.a)
#pragma omp declare mapper(other : Pair p) map(p.b)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Pair s = {1, 2};
  Pair t = {3, 4};
  int on_host = 1;

  #pragma omp target data map(mapper(default), tofrom : s) map(mapper(other), tofrom : t)
  {
    s = {-1, -2};
    t = {-3, -4};
    #pragma omp target map(alloc : s.a, t.b) map(from : on_host)
    {
      s.a += 100;
      t.b += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("s.a", s.a, 101);
  claim.equal("s.b", s.b, -2);
  claim.equal("t.a", t.a, -3);
  claim.equal("t.b", t.b, 104);
  return claim.verdict();
}
