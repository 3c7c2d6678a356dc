// c.complex.reduction
// OpenMP 4.0, section 5.5.5: in C the complex types are arithmetic, so + and * are built in as
// reductions of them.
// Observed: real and imaginary part of a sum and of a product of small integers, exact.
// Mutant: reduction(+ : sum) => reduction(* : sum)
// Mutant: reduction(* : product) => reduction(+ : product)

#include <complex.h>

#include "league/claim.h"

enum { kTerms = 120, kFactors = 8 };

int main(void) {
  float _Complex x[kTerms];
  for (int i = 0; i < kTerms; ++i) x[i] = i + (2 * i + 1) * I;
  float _Complex sum = 0.5F - 1000.0F * I;
  float _Complex product = 2;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum) map(to : x) \
      map(tofrom : sum, on_host)
  for (int i = 0; i < kTerms; ++i) {
    sum += x[i];
    if (i == 0) on_host = omp_is_initial_device();
  }
  league_ran(on_host);
  league_equal("real part of the sum", crealf(sum), 0.5F + kTerms * (kTerms - 1) / 2);
  league_equal("imaginary part of the sum", cimagf(sum), -1000.0F + kTerms * kTerms);

  on_host = 1;
  #pragma omp target parallel for reduction(* : product) map(tofrom : product, on_host)
  for (int i = 0; i < kFactors; ++i) {
    product *= i % 2 ? 1.0F + 1.0F * I : -1.0F * I;
    if (i == 0) on_host = omp_is_initial_device();
  }
  league_ran(on_host);
  // (1 + i)^4 is -4 and (-i)^4 is 1.
  league_equal("real part of the product", crealf(product), -8.0F);
  league_equal("imaginary part of the product", cimagf(product), 0.0F);
  return league_verdict();
}
