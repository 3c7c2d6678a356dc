// par.loopform.zero-trip
// OpenMP 4.5, section 4.4.1: a loop whose test fails at once executes nothing; a reduction item
// keeps its value.
// Observed: executions and the reduction item, for one loop and for a collapsed one.
// Mutant: last = 5 => last = 15

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int runs = 0;
  int sum = 41;
  int product = 42;
  int on_host = 1;
  int first = 10;
  int last = 5;
  const int none = 5;
  const unsigned wide = 3000000000U;

  #pragma omp target map(tofrom : runs, sum, product, on_host) map(to : first, last)
  #pragma omp teams num_teams(2) thread_limit(4) reduction(+ : sum) reduction(* : product)
  {
    #pragma omp parallel num_threads(1)  // directly inside teams no such call may stand
    if (omp_get_team_num() == 0) on_host = omp_is_initial_device();
    #pragma omp distribute parallel for reduction(+ : sum)
    for (int i = first; i < last; ++i) {
      #pragma omp atomic
      ++runs;
      sum += 1;
    }
    #pragma omp distribute parallel for collapse(2) reduction(* : product)
    for (unsigned i = 0; i < wide; ++i) {
      for (int j = none; j > first; --j) {
        #pragma omp atomic
        ++runs;
        product *= 2;
      }
    }
  }

  claim.ran(on_host);
  claim.equal("executions", runs, 0);
  claim.equal("sum", sum, 41);
  claim.equal("product", product, 42);
  return claim.verdict();
}
