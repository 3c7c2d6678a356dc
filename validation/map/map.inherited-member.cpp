// map.inherited-member
// OpenMP 4.5, section 5.8.3: a member of a base class is mapped by its bare name in a member
// function of the derived class, and as a member of a derived object.
// Observed: a tofrom member arrives and comes back both ways of naming it; named through the
// object, it is taken from before the host poisoned it, and the others keep what the host stored.
// Mutant: data map(tofrom : s.v) => data map(to : s.v)

#include "league/claim.hpp"

struct Base {
  int first;
  int v[4];
};
struct Derived : Base {
  int own;

  int add() {
    int on_host = 1;
    #pragma omp target map(tofrom : v) map(from : on_host)
    {
      for (int& one : v) one += 100;
      on_host = omp_is_initial_device();
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Derived s;
  s.first = s.own = 7;
  for (int i = 0; i < 4; ++i) s.v[i] = i;
  claim.ran(s.add());
  for (int i = 0; i < 4; ++i) claim.equal("v after the member function", s.v[i], i + 100);

  int on_host = 1;
  #pragma omp target data map(tofrom : s.v)
  {
    s.first = s.own = -2;
    for (int& one : s.v) one = -1;
    #pragma omp target map(alloc : s.v) map(from : on_host)
    {
      for (int& one : s.v) one += 1000;
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("v at the end", s.v[i], i + 1100);
  claim.equal("first", s.first, -2);
  claim.equal("own", s.own, -2);
  return claim.verdict();
}
