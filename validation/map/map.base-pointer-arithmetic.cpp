// map.base-pointer-arithmetic
// OpenMP 5.0, section 3.2.5, 5.8.6: a section may be formed of a pointer expression such as p + k;
// its base pointer is p, which is attached so that p[k] is the section's first element.
// Observed: through the pointers, the region sees the values from before the host poisoned its own,
// at the host's indices; exactly the sections come back; the pointers on the host stay.
// Mutant: (p + 2)[0 : 4] => (p + 3)[0 : 3]
// Mutant: (s.p + 1)[0 : 3] => (s.p + 1)[0 : 2]

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8];
  int b[6];
  for (int i = 0; i < 8; ++i) a[i] = i;
  for (int i = 0; i < 6; ++i) b[i] = i;
  int* p = a;
  Vector s = {6, b};
  int on_host = 1;

  #pragma omp target data map(tofrom : (p + 2)[0 : 4], (s.p + 1)[0 : 3])
  {
    for (int& one : a) one = -1;
    for (int& one : b) one = -2;
    #pragma omp target map(tofrom : (p + 2)[0 : 4], (s.p + 1)[0 : 3]) map(from : on_host)
    {
      for (int i = 2; i < 6; ++i) p[i] += 100;
      for (int i = 1; i < 4; ++i) s.p[i] += 200;
      on_host = omp_is_initial_device();
    }
    for (int one : a) claim.equal("a while mapped", one, -1);
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("a", a[i], i >= 2 && i < 6 ? i + 100 : -1);
  for (int i = 0; i < 6; ++i) claim.equal("b", b[i], i >= 1 && i < 4 ? i + 200 : -2);
  claim.equal("p", p, a);
  claim.equal("s.p", s.p, b);
  return claim.verdict();
}
