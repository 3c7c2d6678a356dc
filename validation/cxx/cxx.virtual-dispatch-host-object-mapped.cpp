// cxx.virtual-dispatch-host-object-mapped
// OpenMP 5.2, section 13.8: a virtual call in a region is defined for an object that is accessible
// there and was constructed on the host; it runs the device's version of the overrider.
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
  int where() const override { return 10 * place; }
};
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  place = 2;
  #pragma omp target update to(place)
  place = 1;

  Derived object;
  int answer = 0;
  int on_host = 1;
  #pragma omp target map(to : object) map(from : answer, on_host)
  {
    const Base& base = object;
    answer = base.where();
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.note("what the function returned (20: device's version, 10: host's)", answer);
  claim.equal("returned by the device's version", answer, 20);
  return claim.verdict();
}
