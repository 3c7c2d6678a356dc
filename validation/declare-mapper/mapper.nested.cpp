// mapper.nested
// OpenMP 5.0, section 5.8.8: a mapper that lists a member of structure type uses that type's
// mapper for it.
// Observed: the array behind the inner structure's pointer reaches the region and comes back; what
// the inner mapper maps only to does not; bytes each way.
// Mutant: tofrom : i.data[0 : i.size] => to : i.data[0 : i.size]
// Mutant: map(tofrom : o.inner) => map(to : o.inner)

#include "league/claim.hpp"

struct Inner {
  int size;
  int* data;
};
struct Outer {
  int factor;
  Inner inner;
};
#pragma omp declare mapper(Inner i) map(to : i.size, i.data) map(tofrom : i.data[0 : i.size])
#pragma omp declare mapper(Outer o) map(to : o.factor) map(tofrom : o.inner)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int data[6] = {1, 2, 3, 4, 5, 6};
  Outer outer = {10, {6, data}};
  int poisoned = 0;
  int on_host = 1;

  #pragma omp target data map(tofrom : outer)
  {
    for (int i = 0; i < 6; ++i) data[i] = -1000;
    #pragma omp target map(tofrom : outer) map(from : on_host)
    {
      for (int i = 0; i < outer.inner.size; ++i) outer.inner.data[i] *= outer.factor;
      outer.factor = -1;
      on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 6; ++i) poisoned += data[i] == -1000;
  }

  claim.ran(on_host);
  claim.equal("host elements untouched in the body", poisoned, 6);
  for (int i = 0; i < 6; ++i) claim.equal("data", data[i], 10 * (i + 1));
  claim.equal("factor", outer.factor, 10);
  claim.equal("the pointer on the host", outer.inner.data, data);
  return claim.verdict();
}
