// map.lvalue-expression
// OpenMP 5.0, section 3.2.1, 5.8.3: an lvalue expression such as *p can be a list item: the object
// it names is mapped.
// Observed: the region sees the objects from before the host poisoned them, and they come back;
// their neighbours keep what the host stored.
// Mutant: data map(tofrom : *p, *(q + 1)) => data map(to : *p, *(q + 1))
// Mutant: data map(tofrom : *p, *(q + 1)) => data map(tofrom : *p)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[3] = {1, 2, 3};
  int b[3] = {4, 5, 6};
  int* p = a + 1;
  int* q = b;
  int on_host = 1;

  #pragma omp target data map(tofrom : *p, *(q + 1))
  {
    for (int i = 0; i < 3; ++i) a[i] = b[i] = -1;
    #pragma omp target map(tofrom : *p, *(q + 1)) map(from : on_host)
    {
      *p += 100;
      *(q + 1) += 200;
      on_host = omp_is_initial_device();
    }
    claim.equal("*p while mapped", *p, -1);
  }

  claim.ran(on_host);
  for (int i = 0; i < 3; ++i) {
    claim.equal("a on the host", a[i], i == 1 ? 102 : -1);
    claim.equal("b on the host", b[i], i == 1 ? 205 : -1);
  }
  return claim.verdict();
}
