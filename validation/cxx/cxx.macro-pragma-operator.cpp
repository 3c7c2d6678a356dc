// cxx.macro-pragma-operator
// OpenMP 4.5, section 3.1: a directive can be written with the _Pragma operator, so that a macro
// can hold it.
// Observed: values and place of a region that a macro opened, with a second macro inside.
// Mutant: target map(tofrom : x) => target map(to : x)

#include "league/claim.hpp"

#define IN_REGION _Pragma("omp target map(tofrom : x) map(from : on_host)")
#define SHARED_LOOP(i, n) _Pragma("omp parallel for") for (int i = 0; i < (n); ++i)

int main() {
  league::Claim claim;
  int x[6] = {1, 2, 3, 4, 5, 6};
  int on_host = 1;

  IN_REGION {
    SHARED_LOOP(i, 6) x[i] *= 11;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 6; ++i) claim.equal("element", x[i], 11 * (i + 1));
  return claim.verdict();
}
