// target.defaultmap.no-category-applies-to-all
// OpenMP 5.0, section 5.8.7: defaultmap without a category is in force for scalars, aggregates and
// pointers alike.
// Observed: with tofrom, an unlisted scalar, an array and a pointer come back as the region left
// them; the pointer's target is not looked at.
// Mutant: defaultmap(tofrom) => defaultmap(tofrom : scalar)
// Mutant: defaultmap(tofrom) => defaultmap(tofrom : pointer)
// Mutant: defaultmap(tofrom) => defaultmap(firstprivate)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int target[4] = {1, 2, 3, 4};
  int scalar = 3;
  int array[3] = {1, 2, 3};
  int* pointer = target;
  int on_host = 1;

  #pragma omp target defaultmap(tofrom)
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
