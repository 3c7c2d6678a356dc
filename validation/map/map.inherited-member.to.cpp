// map.inherited-member.to
// OpenMP 4.5, section 5.8.1, 5.8.3: a member of a base class that is listed by its bare name is
// mapped as the clause says, not implicitly as well.
// Observed: a to member arrives, and what the region stores in it does not come back; a tofrom
// member does both; the others keep their values.
// Mutant: map(to : v) map(tofrom : sum) => map(tofrom : v) map(tofrom : sum)
// Mutant: map(to : v) map(tofrom : sum) => map(to : v) map(to : sum)
// Mutant: map(to : s.v) map(tofrom : s.sum) => map(to : s.v) map(to : s.sum)

#include "league/claim.hpp"

struct Base {
  int first;
  int v[4];
  int sum;
};
struct Derived : Base {
  int own;

  int add() {
    int on_host = 1;
    #pragma omp target map(to : v) map(tofrom : sum) map(from : on_host)
    {
      for (int& one : v) {
        sum += one;
        one = -1;
      }
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
  s.sum = 1000;
  for (int i = 0; i < 4; ++i) s.v[i] = i + 1;
  claim.ran(s.add());
  for (int i = 0; i < 4; ++i) claim.equal("v after the member function", s.v[i], i + 1);
  claim.equal("sum after the member function", s.sum, 1010);

  int on_host = 1;
  #pragma omp target map(to : s.v) map(tofrom : s.sum) map(from : on_host)
  {
    for (int& one : s.v) {
      s.sum += 100 * one;
      one = -1;
    }
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("v at the end", s.v[i], i + 1);
  claim.equal("sum at the end", s.sum, 2010);
  claim.equal("first", s.first, 7);
  claim.equal("own", s.own, 7);
  return claim.verdict();
}
