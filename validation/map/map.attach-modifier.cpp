// map.attach-modifier
// OpenMP 6.1, section B.2 of 6.1 (unchecked): the modifier attach says whether a mapped pointer is
// attached to its target.
// Observed: the pointer that a region follows, and one that is never attached.
// Mutant: attach(always) => attach(never)
// Mutant: holder.p[2] => holder.p[1]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  struct Holder {
    int* p;
  } holder;
  int values[4] = {1, 2, 3, 4};
  holder.p = values;
  int seen = 0;
  int on_host = 1;
  #pragma omp target data map(to : values)
  {
    values[2] = 300;
    #pragma omp target map(to : holder) map(attach(always), to : holder.p[0 : 4]) \
        map(from : seen, on_host)
    {
      seen = holder.p[2];
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  claim.equal("through the attached pointer", seen, 3);
  return claim.verdict();
}
