// map.this.whole
// OpenMP 5.0, section 5.8.3: map(this[0:1]) maps the object a member function was called for.
// Observed: the region sees all members from before the host poisoned them, and all come back.
// Mutant: data map(tofrom : this[0 : 1]) => data map(to : this[0 : 1])
// Mutant: data map(tofrom : this[0 : 1]) => data map(tofrom : on_host)

#include "league/claim.hpp"

struct Point {
  int a;
  double b;
  int v[3];

  int change() {
    int on_host = 1;
    #pragma omp target data map(tofrom : this[0 : 1])
    {
      a = v[0] = v[1] = v[2] = -1;
      b = -1.0;
      #pragma omp target map(tofrom : this[0 : 1]) map(from : on_host)
      {
        a += 100;
        b *= 2.0;
        for (int& one : v) one += 10;
        on_host = omp_is_initial_device();
      }
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Point s = {1, 1.5, {2, 3, 4}};
  claim.ran(s.change());
  claim.equal("a", s.a, 101);
  claim.equal("b", s.b, 3.0);
  for (int i = 0; i < 3; ++i) claim.equal("v", s.v[i], i + 12);
  return claim.verdict();
}
