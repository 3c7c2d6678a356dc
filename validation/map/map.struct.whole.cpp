// map.struct.whole
// OpenMP 4.5, section 5.8.3: a structure that is a list item is mapped with all its members.
// Observed: the region sees all members from before the host poisoned them, and all come back.
// Mutant: data map(tofrom : s) => data map(tofrom : s.d)
// Mutant: data map(tofrom : s) => data map(to : s)

#include "league/claim.hpp"

struct Mixed {
  char c;
  double d;
  short v[3];
  long long n;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Mixed s = {'a', 0.5, {1, 2, 3}, 1LL << 40};
  int on_host = 1;

  #pragma omp target data map(tofrom : s)
  {
    s = {'z', -1.0, {-1, -1, -1}, -1};
    #pragma omp target map(tofrom : s) map(from : on_host)
    {
      s.c = static_cast<char>(s.c + 1);
      s.d *= 4.0;
      for (short& one : s.v) one = static_cast<short>(10 * one);
      s.n += 1;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("c", static_cast<int>(s.c), static_cast<int>('b'));
  claim.equal("d", s.d, 2.0);
  for (int i = 0; i < 3; ++i) claim.equal("v", s.v[i], 10 * (i + 1));
  claim.equal("n", s.n, (1LL << 40) + 1);
  return claim.verdict();
}
