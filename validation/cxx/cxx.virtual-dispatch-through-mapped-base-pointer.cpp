// cxx.virtual-dispatch-through-mapped-base-pointer
// OpenMP 5.2, section 13.8: p[0:1] of a base type finds the derived object that is present; a
// virtual call on an accessible object that was constructed on the host is defined and runs the
// device's version.
// Observed: the value of a variable that differs between host and device, as the function read it.
// Mutant: map(from : answer, on_host) => map(from : on_host)

#include "league/claim.hpp"

#pragma omp declare target
int place = 1;  // the device's copy becomes 2
struct Base {
  int pad = 5;
  virtual int where() const { return -1; }
};
struct Derived : Base {
  int more = 6;
  int where() const override { return 10 * place; }
};
#pragma omp end declare target

static int ask(league::Claim& claim, Base* p) {
  int answer = 0;
  int on_host = 1;
  #pragma omp target map(to : p[0 : 1]) map(from : answer, on_host)
  {
    answer = p->where();
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  return answer;
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  place = 2;
  #pragma omp target update to(place)
  place = 1;

  Derived object;
  int answer = 0;
  #pragma omp target data map(to : object)
  answer = ask(claim, &object);

  claim.note("what the function returned (20: device's version, 10: host's)", answer);
  claim.equal("returned by the device's version", answer, 20);
  return claim.verdict();
}
