// target.defaultmap.default-category
// OpenMP 5.0, section 5.8.7: defaultmap(default: category) leaves the usual rule for that category
// in force, beside a defaultmap clause for another category.
// Observed: an array follows the usual rule (tofrom) beside scalars that are mapped tofrom; scalars
// follow the usual rule (firstprivate) beside an array that is firstprivate.
// Mutant: default : aggregate => firstprivate : aggregate
// Mutant: default : scalar => tofrom : scalar
// Mutant: defaultmap(tofrom : scalar) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int array[3] = {1, 2, 3};
  int scalar = 10;
  int on_host = 1;

  #pragma omp target defaultmap(default : aggregate) defaultmap(tofrom : scalar)
  {
    for (int i = 0; i < 3; ++i) array[i] += scalar;
    scalar = 20;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 3; ++i) claim.equal("element, usual rule", array[i], 11 + i);
  claim.equal("scalar mapped tofrom", scalar, 20);

  int sum = -1;
  on_host = 1;

  #pragma omp target defaultmap(default : scalar) defaultmap(firstprivate : aggregate) \
      map(from : sum, on_host)
  {
    sum = scalar;
    for (int i = 0; i < 3; ++i) {
      sum += array[i];
      array[i] = 0;
    }
    scalar = 30;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 20 + 11 + 12 + 13);
  claim.equal("scalar, usual rule", scalar, 20);
  for (int i = 0; i < 3; ++i) claim.equal("element that is firstprivate", array[i], 11 + i);
  return claim.verdict();
}
