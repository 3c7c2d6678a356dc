// map.attach.pointer-not-copied-back
// OpenMP 5.0, section 5.8.3, 5.8.6: when a structure with an attached pointer is copied back, the
// host's pointer keeps its value; all other members are copied.
// Observed: pointer and members after a target construct, after an exit with from.
// Mutant: map(tofrom : s) => map(to : s)
// Mutant: exit data map(from : s) => exit data map(release : s)

#include "league/claim.hpp"

struct Vector {
  int a;
  int* p;
  int b;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4] = {1, 2, 3, 4};
  Vector s = {1, storage, 2};
  int on_host[2] = {1, 1};

  #pragma omp target map(tofrom : s) map(to : s.p[0 : 4]) map(from : on_host[0 : 1])
  {
    s.a = 10 * s.p[0];
    s.b = 10 * s.p[3];
    on_host[0] = omp_is_initial_device();
  }
  claim.equal("pointer after target", s.p, storage);
  claim.equal("a after target", s.a, 10);
  claim.equal("b after target", s.b, 40);

  #pragma omp target enter data map(to : s) map(to : s.p[0 : 4])
  #pragma omp target map(to : s) map(from : on_host[1 : 1])
  {
    s.a = 100 * s.p[1];
    s.b = 100 * s.p[2];
    on_host[1] = omp_is_initial_device();
  }
  #pragma omp target exit data map(from : s) map(release : s.p[0 : 4])
  claim.equal("pointer after exit", s.p, storage);
  claim.equal("a after exit", s.a, 200);
  claim.equal("b after exit", s.b, 300);

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  for (int i = 0; i < 4; ++i) claim.equal("storage on the host", storage[i], i + 1);
  return claim.verdict();
}
