// red.initial-value-combined
// OpenMP 4.0, section 5.5.5: the value that the original variable had takes part in the result
// exactly once, not once for each team or thread.
// Observed: a sum and a product that began with values of their own.
// Mutant: reduction(+ : sum, own) => reduction(max : sum, own)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 100;
  long sum = 1000000;
  long product = 7;
  int own = 7;
  int factor = 7;
  int begun[2] = {7, 7};
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum, own) \
      reduction(* : product, factor) map(tofrom : sum, product) map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    sum += i;
    if (i % 20 == 0) product *= 3;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun[0] = own;
      begun[1] = factor;
    }
  }

  claim.ran(on_host);
  claim.equal("a sum begins with", begun[0], 0);
  claim.equal("a product begins with", begun[1], 1);
  claim.equal("sum", sum, 1004950L);
  claim.equal("product", product, 7L * 243);
  return claim.verdict();
}
