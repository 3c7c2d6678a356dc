// red.udr.combiner-function
// OpenMP 4.0, section 5.5.11: combiner and initializer may call functions, which take omp_out,
// omp_in, omp_priv and omp_orig as arguments.
// Observed: the greatest common divisor of all elements and the number of elements.
// Mutant: combine(&omp_out, &omp_in) => combine(&omp_out, &omp_out)

#include "league/claim.hpp"

struct Common {
  int divisor;
  int elements;
};
#pragma omp declare target
static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
static void combine(Common* out, const Common* in) {
  out->divisor = gcd(out->divisor, in->divisor);
  out->elements += in->elements;
}
static void begin(Common* own, const Common* original) {
  own->divisor = 0 * original->divisor;
  own->elements = 0;
}
#pragma omp end declare target
#pragma omp declare reduction(common:Common : combine(&omp_out, &omp_in)) \
    initializer(begin(&omp_priv, &omp_orig))

int main() {
  league::Claim claim;
  const int n = 60;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = 42 * (i + 1);
  x[n - 1] = 42 * 7 + 21;
  Common result = {0, 1000};
  Common own{7, 7};
  Common begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(common : result, own) \
      map(tofrom : result) map(to : x) map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    const Common one = {x[i], 1};
    combine(&result, &one);
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun.elements, 0);
  claim.equal("greatest common divisor", result.divisor, 21);
  claim.equal("elements", result.elements, 1000 + n);
  return claim.verdict();
}
