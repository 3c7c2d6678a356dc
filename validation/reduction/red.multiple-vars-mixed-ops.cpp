// red.multiple-vars-mixed-ops
// OpenMP 4.0, section 5.5.8: one construct can reduce several variables, each with an operator of
// its own.
// Observed: sum, product, maximum and exclusive or.
// Mutant: reduction(max : largest => reduction(min : largest
// Mutant: reduction(^ : parity => reduction(| : parity

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 150;
  long sum = 10;
  double product = 3;
  int largest = -100;
  unsigned parity = 0xF0;
  int own_sum = 7;
  int own_product = 7;
  int own_largest = 7;
  int own_parity = 7;
  int begun[4] = {7, 7, 7, 7};
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum, own_sum)  \
      reduction(* : product, own_product) reduction(max : largest, own_largest) \
      reduction(^ : parity, own_parity) map(tofrom : on_host, begun)            \
      map(tofrom : sum, product, largest, parity)
  for (int i = 0; i < n; ++i) {
    sum += i;
    product *= i % 10 == 0 ? 2.0 : 1.0;
    largest = largest > i - 75 ? largest : i - 75;
    parity ^= static_cast<unsigned>(i);
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun[0] = own_sum;
      begun[1] = own_product;
      begun[2] = own_largest;
      begun[3] = own_parity;
    }
  }

  unsigned expected = 0xF0;
  for (int i = 0; i < n; ++i) expected ^= static_cast<unsigned>(i);
  claim.ran(on_host);
  claim.equal("a sum begins with", begun[0], 0);
  claim.equal("a product begins with", begun[1], 1);
  claim.holds("a maximum begins lower than any", begun[2] < -1000000);
  claim.equal("a parity begins with", begun[3], 0);
  claim.equal("sum", sum, 10L + n * (n - 1) / 2);
  claim.equal("product", product, 3.0 * (1 << 15));
  claim.equal("maximum", largest, 74);
  claim.equal("exclusive or", parity, expected);
  return claim.verdict();
}
