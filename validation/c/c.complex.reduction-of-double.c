// c.complex.reduction-of-double
// OpenMP 4.0, section 5.5.5: reductions of double _Complex, an arithmetic type of sixteen bytes,
// are built in, over teams as well; the atomic library is linked, which some compilers combine
// with.
// Observed: real and imaginary part of a sum of small integers, exact.
// Mutant: reduction(+ : sum, => reduction(* : sum,
// Flags: -latomic

#include <complex.h>

#include "league/claim.h"

enum { kTerms = 120 };

int main(void) {
  double _Complex x[kTerms];
  for (int i = 0; i < kTerms; ++i) x[i] = i + (2 * i + 1) * I;
  double _Complex sum = 0.5 - 1000 * I;
  double _Complex own = 7;
  double begun = 7;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum, own) map(to : x) \
      map(tofrom : sum, on_host, begun)
  for (int i = 0; i < kTerms; ++i) {
    sum += x[i];
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = creal(own);
    }
  }

  league_ran(on_host);
  league_equal("a copy begins with", begun, 0.0);
  league_equal("real part", creal(sum), 0.5 + kTerms * (kTerms - 1) / 2);
  league_equal("imaginary part", cimag(sum), -1000.0 + kTerms * kTerms);
  return league_verdict();
}
