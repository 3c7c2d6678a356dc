// cxx.reference-param
// OpenMP 4.5, section 5.8.3: a reference in a map clause stands for what it refers to; the section
// of a reference to an array is a section of that array.
// Observed: scalar and array behind reference parameters, with the host's copies overwritten while
// they are mapped.
// Mutant: map(tofrom : scalar, array) => map(to : scalar, array)

#include "league/claim.hpp"

static int compute(int& scalar, int (&array)[5], const int& factor) {
  int on_host = 1;
  #pragma omp target data map(tofrom : scalar, array) map(to : factor)
  {
    scalar = -1;
    for (int& one : array) one = -1;
    #pragma omp target map(tofrom : scalar, array) map(to : factor) map(from : on_host)
    {
      scalar *= factor;
      for (int i = 0; i < 5; ++i) array[i] += scalar;
      on_host = omp_is_initial_device();
    }
  }
  return on_host;
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int scalar = 6;
  int array[5] = {0, 1, 2, 3, 4};
  const int factor = 7;
  claim.ran(compute(scalar, array, factor));
  claim.equal("scalar", scalar, 42);
  for (int i = 0; i < 5; ++i) claim.equal("array element", array[i], 42 + i);
  return claim.verdict();
}
