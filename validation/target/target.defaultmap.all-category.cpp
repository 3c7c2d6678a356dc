// target.defaultmap.all-category
// OpenMP 5.2, section 5.8.7: the category all stands for scalars, aggregates and pointers alike.
// Observed: with tofrom, an unlisted scalar, an array and a pointer come back as the region left
// them.
// Mutant: defaultmap(tofrom : all) =>
// Mutant: defaultmap(tofrom : all) => defaultmap(tofrom : scalar)
// Mutant: defaultmap(tofrom : all) => defaultmap(firstprivate : all)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int target[4] = {1, 2, 3, 4};
  int scalar = 3;
  int array[3] = {1, 2, 3};
  int* pointer = target;
  int on_host = 1;

  #pragma omp target defaultmap(tofrom : all)
  {
    scalar *= 7;
    for (int i = 0; i < 3; ++i) array[i] = -array[i];
    pointer += 2;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("scalar", scalar, 21);
  for (int i = 0; i < 3; ++i) claim.equal("element of the array", array[i], -(i + 1));
  claim.equal("pointer", pointer, target + 2);
  return claim.verdict();
}
