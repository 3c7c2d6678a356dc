// map.struct.member-only
// OpenMP 4.5, section 5.8.3: of a structure of which one member is a list item, only that member is
// copied.
// Observed: the member comes back from the device; the members before and behind it keep what the
// host stored meanwhile; bytes each way.
// Mutant: data map(tofrom : s.b) => data map(tofrom : s)
// Mutant: data map(tofrom : s.b) => data map(to : s.b)

#include "league/claim.hpp"

struct Three {
  int a;
  int b;
  int c;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Three s = {1, 2, 3};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : s.b)
  {
    s = {-1, -2, -3};
    #pragma omp target map(alloc : s.b) map(from : on_host)
    {
      s.b += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, sizeof s.b, sizeof s.b + sizeof on_host);
  claim.ran(on_host);
  claim.equal("a on the host", s.a, -1);
  claim.equal("b on the host", s.b, 102);
  claim.equal("c on the host", s.c, -3);
  return claim.verdict();
}
