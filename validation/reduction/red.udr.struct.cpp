// red.udr.struct
// OpenMP 4.0, section 5.5.11: declare reduction makes a class type usable in a reduction, with its
// own combiner and initializer.
// Observed: two accumulators over all iterations, exact.
// Mutant: omp_priv = Extent{0, 0} => omp_priv = Extent{1, 0}

#include "league/claim.hpp"

struct Extent {
  long sum;
  long squares;
};
#pragma omp declare reduction(add:Extent : omp_out.sum += omp_in.sum, \
                                  omp_out.squares += omp_in.squares)  \
    initializer(omp_priv = Extent{0, 0})

int main() {
  league::Claim claim;
  const int n = 200;
  Extent total = {0, 0};
  Extent own{7, 7};
  Extent begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(add : total, own) map(tofrom : total) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    total.sum += i;
    total.squares += static_cast<long>(i) * i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  long sum = 0;
  long squares = 0;
  for (int i = 0; i < n; ++i) {
    sum += i;
    squares += static_cast<long>(i) * i;
  }
  claim.ran(on_host);
  claim.equal("a copy begins with", begun.squares, 0L);
  claim.equal("sum", total.sum, sum);
  claim.equal("sum of squares", total.squares, squares);
  return claim.verdict();
}
