// c.declare-reduction.no-initializer
// OpenMP 4.0, section 5.5.11: without an initializer clause the private copies of a declared
// reduction begin as objects with static storage duration do, in C with zeros.
// Observed: all members of a sum, with the values they had before.
// Mutant: omp_out.sum += omp_in.sum => omp_out.sum += omp_in.sum + 1
// Mutant: omp_out.count += omp_in.count => omp_out.count = omp_in.count

#include "league/claim.h"

enum { kCount = 250 };
struct total {
  long sum;
  double halves;
  int count;
};
#pragma omp declare reduction(add : struct total : omp_out.sum += omp_in.sum, \
                                  omp_out.halves += omp_in.halves, omp_out.count += omp_in.count)

int main(void) {
  struct total total = {5, 0.25, -3};
  struct total own = {7, 7, 7};
  int begun = 7;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(add : total, own) \
      map(tofrom : total, on_host, begun)
  for (int i = 0; i < kCount; ++i) {
    total.sum += i;
    total.halves += 0.5;
    ++total.count;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = (int)own.count;
    }
  }

  league_ran(on_host);
  league_equal("a copy begins with", begun, 0);
  league_equal("sum", total.sum, 5 + kCount * (kCount - 1) / 2);
  league_equal("halves", total.halves, 0.25 + kCount / 2);
  league_equal("count", total.count, kCount - 3);
  return league_verdict();
}
