// target.implicit.this
// OpenMP 5.0, section 5.8.1: a target region in a member function that uses members of the object
// maps the object, as if this[0:1] were listed with type tofrom.
// Observed: members named plainly and through this; what the region stores in them comes back.
// Mutant: omp target map => omp target map(to : this[0 : 1]) map
// Mutant: omp target map => omp target map(from : this[0 : 1]) map

#include "league/claim.hpp"

struct Counter {
  int values[4] = {1, 2, 3, 4};
  int sum = 100;
  double scale = 0.5;

  int add() {
    int on_host = 1;

    #pragma omp target map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) {
        sum += values[i];
        this->values[i] *= 10;
      }
      this->scale += 1.0;
      on_host = omp_is_initial_device();
    }

    return on_host;
  }
};

int main() {
  league::Claim claim;
  Counter counter;
  claim.ran(counter.add());
  claim.equal("sum", counter.sum, 110);
  claim.equal("scale", counter.scale, 1.5);
  for (int i = 0; i < 4; ++i) claim.equal("member array", counter.values[i], 10 * (i + 1));
  return claim.verdict();
}
