// red.multiple-vars-mixed-ops
// OpenMP 4.0, section 5.5.8: one construct can reduce several variables, each with an operator of
// its own.
// Observed: sum, product, maximum and exclusive or.
// Mutant: reduction(max : largest) => reduction(min : largest)
// Mutant: reduction(^ : parity) => reduction(| : parity)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 150;
  long sum = 10;
  double product = 3;
  int largest = -100;
  unsigned parity = 0xF0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum) reduction(* : product) \
      reduction(max : largest) reduction(^ : parity) map(tofrom : on_host)                   \
      map(tofrom : sum, product, largest, parity)
  for (int i = 0; i < n; ++i) {
    sum += i;
    product *= i % 10 == 0 ? 2.0 : 1.0;
    largest = largest > i - 75 ? largest : i - 75;
    parity ^= static_cast<unsigned>(i);
    if (i == 0) on_host = omp_is_initial_device();
  }

  unsigned expected = 0xF0;
  for (int i = 0; i < n; ++i) expected ^= static_cast<unsigned>(i);
  claim.ran(on_host);
  claim.equal("sum", sum, 10L + n * (n - 1) / 2);
  claim.equal("product", product, 3.0 * (1 << 15));
  claim.equal("maximum", largest, 74);
  claim.equal("exclusive or", parity, expected);
  return claim.verdict();
}
