// map.struct.two-members
// OpenMP 4.5, section 5.8.3: members of one object that are list items of one construct are each
// copied as their own map types say.
// Observed: the to member arrives and does not come back, the from member comes back; the member
// between them keeps what the host stored while they were mapped.
// Mutant: map(to : s.in) => map(tofrom : s.in)
// Mutant: map(from : s.out) => map(alloc : s.out)

#include "league/claim.hpp"

struct Three {
  int in;
  int between;
  int out;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Three s = {5, 6, -1};
  int on_host = 1;

  #pragma omp target data map(to : s.in) map(from : s.out)
  {
    s.in = 50;
    s.between = 60;
    #pragma omp target map(alloc : s.in, s.out) map(from : on_host)
    {
      s.out = 3 * s.in;
      s.in = -7;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("in on the host", s.in, 50);
  claim.equal("between on the host", s.between, 60);
  claim.equal("out on the host", s.out, 15);
  return claim.verdict();
}
