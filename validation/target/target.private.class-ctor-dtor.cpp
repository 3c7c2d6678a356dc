// target.private.class-ctor-dtor
// OpenMP 4.5, section 5.4.3: a private object of class type is made by its default constructor
// when the region begins, and destroyed by its destructor when the region ends.
// Observed: the values of the default constructor, not those of the original; one construction and
// one destruction on the device.
// Mutant: private(object) => firstprivate(object)
// Mutant: private(object) =>

#include "league/claim.hpp"

#pragma omp declare target
int made = 0;
int destroyed = 0;

struct Object {
  int value;
  int twice;
  Object() : value(42), twice(84) { ++made; }
  explicit Object(int given) : value(given), twice(2 * given) {}
  ~Object() { ++destroyed; }
};
#pragma omp end declare target

int main() {
  league::Claim claim;
  Object object(7);
  int value = -1;
  int twice = -1;
  int on_host = 1;
  int counts[2] = {-1, -1};

  #pragma omp target private(object) map(from : value, twice, on_host)
  {
    value = object.value;
    twice = object.twice;
    object.value = 1;
    on_host = omp_is_initial_device();
  }

  #pragma omp target map(from : counts)
  {
    counts[0] = made;
    counts[1] = destroyed;
  }

  claim.ran(on_host);
  claim.equal("value of the private object", value, 42);
  claim.equal("its second member", twice, 84);
  claim.equal("value of the original", object.value, 7);
  claim.equal("constructions", counts[0], 1);
  claim.equal("destructions", counts[1], 1);
  return claim.verdict();
}
