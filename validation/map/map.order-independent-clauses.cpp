// map.order-independent-clauses
// OpenMP 5.0, section 5.8.3: the order of the map clauses of one construct means nothing.
// Observed: a structure and a section of its pointer member in both orders: the pointer is
// attached, the section is copied as its own clause says, and the host's pointer stays; four items
// with different map types in two orders.
// Mutant: map(to : s.p[0 : 4]) map(tofrom : s) => map(tofrom : s)
// Mutant: map(from : c) map(to : a) => map(from : c) map(tofrom : a)
// Mutant: map(alloc : d) map(tofrom : b) => map(tofrom : d) map(tofrom : b)

#include "league/claim.hpp"

struct Vector {
  int sum;
  int* p;
};

static void check(league::Claim& claim, const Vector& s, const int* storage, int on_host) {
  claim.ran(on_host);
  claim.equal("sum", s.sum, 10);
  claim.equal("pointer on the host", s.p, storage);
  for (int i = 0; i < 4; ++i) claim.equal("storage on the host", storage[i], i + 1);
}

static void check(league::Claim& claim, int a, int b, int c, int d, int on_host) {
  claim.ran(on_host);
  claim.equal("a, to", a, 1);
  claim.equal("b, tofrom", b, 12);
  claim.equal("c, from", c, 3);
  claim.equal("d, alloc", d, 4);
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4] = {1, 2, 3, 4};
  Vector s = {0, storage};
  int on_host = 1;
  #pragma omp target map(tofrom : s) map(to : s.p[0 : 4]) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) s.sum += s.p[i];
    for (int i = 0; i < 4; ++i) s.p[i] = -1;
    on_host = omp_is_initial_device();
  }
  check(claim, s, storage, on_host);

  s.sum = 0;
  on_host = 1;
  #pragma omp target map(from : on_host) map(to : s.p[0 : 4]) map(tofrom : s)
  {
    for (int i = 0; i < 4; ++i) s.sum += s.p[i];
    for (int i = 0; i < 4; ++i) s.p[i] = -1;
    on_host = omp_is_initial_device();
  }
  check(claim, s, storage, on_host);

  int a = 1;
  int b = 2;
  int c = -1;
  int d = 4;
  on_host = 1;
  #pragma omp target map(to : a) map(tofrom : b) map(from : c) map(alloc : d) map(from : on_host)
  {
    d = 10;
    c = a + 2;
    b += d;
    a = -1;
    on_host = omp_is_initial_device();
  }
  check(claim, a, b, c, d, on_host);

  b = 2;
  c = -1;
  on_host = 1;
  #pragma omp target map(alloc : d) map(tofrom : b) map(from : on_host) map(from : c) map(to : a)
  {
    d = 10;
    c = a + 2;
    b += d;
    a = -1;
    on_host = omp_is_initial_device();
  }
  check(claim, a, b, c, d, on_host);
  return claim.verdict();
}
