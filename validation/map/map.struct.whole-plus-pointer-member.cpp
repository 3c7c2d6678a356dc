// map.struct.whole-plus-pointer-member
// OpenMP 5.0, section 5.8.6: with a structure and a section of its pointer member as list items,
// the device's copy of the pointer is attached to the device's copy of the section.
// Observed: a to section is seen with its values and changed without the host noticing; the other
// members come back; the host's pointer is what it was.
// Mutant: map(to : s.p[0 : s.n]) =>
// Mutant: map(tofrom : s) => map(to : s)

#include "league/claim.hpp"

struct Vector {
  int n;
  double* p;
  double sum;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  double storage[4] = {1.0, 2.0, 3.0, 4.0};
  Vector s = {4, storage, -1.0};
  int on_host = 1;

  #pragma omp target map(tofrom : s) map(to : s.p[0 : s.n]) map(from : on_host)
  {
    double sum = 0;
    for (int i = 0; i < s.n; ++i) {
      sum += s.p[i];
      s.p[i] = -5.0;
    }
    s.sum = sum;
    s.n = 40;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum", s.sum, 10.0);
  claim.equal("n", s.n, 40);
  claim.equal("pointer on the host", s.p, storage);
  for (int i = 0; i < 4; ++i) claim.equal("storage on the host", storage[i], 1.0 + i);
  return claim.verdict();
}
