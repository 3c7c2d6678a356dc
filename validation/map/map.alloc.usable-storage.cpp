// map.alloc.usable-storage
// OpenMP 4.5, section 5.8.3: map type alloc makes storage for the whole item, which keeps what
// regions store in it for as long as the item is mapped.
// Observed: a second region reads every element that the first one stored, not what the host's
// array was poisoned with in between.
// Mutant: map(alloc : big, small) => map(alloc : small)
// Mutant: map(alloc : big, small) => map(from : big, small)

#include "league/claim.hpp"

static int big[4096];
static short small[3];

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int right = 0;
  int on_host[2] = {1, 1};

  #pragma omp target data map(alloc : big, small)
  {
    #pragma omp target map(tofrom : big, small) map(from : on_host[0 : 1])
    {
      for (int i = 0; i < 4096; ++i) big[i] = 7 * i + 1;
      for (int i = 0; i < 3; ++i) small[i] = static_cast<short>(i - 5);
      on_host[0] = omp_is_initial_device();
    }
    for (int& one : big) one = -1;
    for (short& one : small) one = -1;
    #pragma omp target map(tofrom : big, small, right) map(from : on_host[1 : 1])
    {
      for (int i = 0; i < 4096; ++i) right += big[i] == 7 * i + 1;
      for (int i = 0; i < 3; ++i) right += small[i] == i - 5;
      on_host[1] = omp_is_initial_device();
    }
  }

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  claim.equal("elements that kept their value", right, 4096 + 3);
  claim.equal("first element on the host", big[0], -1);
  claim.equal("last element on the host", big[4095], -1);
  return claim.verdict();
}
