// mapper.default-implicit-target
// OpenMP 5.0, section 5.8.8: a mapper declared without a name is used for a variable of its type
// that a target region uses without any map clause.
// Observed: the region reads the array behind a pointer member; it sees the sum; what it stores
// there does not come back, as the mapper says to; what it stores in another member does.
// Mutant: to : v.data[0 : v.size] => tofrom : v.data[0 : v.size]
// Mutant: map(tofrom : v.sum) => map(to : v.sum)

#include "league/claim.hpp"

struct Vector {
  int size;
  int sum;
  int* data;
};
#pragma omp declare mapper(Vector v) map(to : v.size, v.data) map(to : v.data[0 : v.size]) \
    map(tofrom : v.sum)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int data[5] = {1, 2, 3, 4, 5};
  Vector vector = {5, 100, data};
  int on_host = 1;

  #pragma omp target map(from : on_host)
  {
    for (int i = 0; i < vector.size; ++i) {
      vector.sum += vector.data[i];
      vector.data[i] = -1;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum", vector.sum, 115);
  for (int i = 0; i < 5; ++i) claim.equal("data on the host", data[i], i + 1);
  claim.equal("the pointer on the host", vector.data, data);
  return claim.verdict();
}
