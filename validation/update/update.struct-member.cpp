// update.struct-member
// OpenMP 4.5, section 5.9: a member of a structure can be in to and from; only that member moves.
// Observed: all members as a region sees them after to, and as the host sees them after from;
// bytes each way.
// Mutant: update to(s.middle) => update to(s)
// Mutant: update from(s.last[1 : 2]) => update from(s)
// Mutant: update to(s.middle) => update to(s.first)

#include "league/claim.hpp"

struct Record {
  int first;
  double middle;
  int last[4];
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Record s = {1, 2.0, {3, 4, 5, 6}};
  int first = 0;
  double middle = 0;
  int last = 0;
  int on_host = 1;

  #pragma omp target data map(to : s)
  {
    s = Record{11, 12.0, {13, 14, 15, 16}};
    auto before = league::counted();
    #pragma omp target update to(s.middle)
    claim.moved(before, sizeof s.middle, 0);
    #pragma omp target map(to : s) map(from : first, middle, last, on_host)
    {
      first = s.first;
      middle = s.middle;
      last = s.last[1];
      s.first = 101;
      s.middle = 102.0;
      for (int i = 0; i < 4; ++i) s.last[i] = 103 + i;
      on_host = omp_is_initial_device();
    }
    before = league::counted();
    #pragma omp target update from(s.last[1 : 2])
    claim.moved(before, 0, 2 * sizeof(int));
  }

  claim.ran(on_host);
  claim.equal("first on the device", first, 1);
  claim.equal("middle on the device", middle, 12.0);
  claim.equal("last[1] on the device", last, 4);
  claim.equal("first on the host", s.first, 11);
  claim.equal("middle on the host", s.middle, 12.0);
  for (int i = 0; i < 4; ++i)
    claim.equal("last on the host", s.last[i], i == 1 || i == 2 ? 103 + i : 13 + i);
  return claim.verdict();
}
