// info.assume
// OpenMP 5.1, section 8.3.3: the assume directive gives the compiler facts; where they are true the
// program means what it means without it.
// Observed: results of a region with assumptions of several kinds.
// Hint: a promise that holds changes nothing that could be observed

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int given = 12;
  const int n = given;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : sum, on_host) firstprivate(n)
  {
    on_host = omp_is_initial_device();
    sum = 0;
    #pragma omp assume holds(n > 0 && n % 4 == 0) no_parallelism absent(critical, barrier)
    {
      for (int i = 0; i < n; ++i) sum += i;
    }
  }
  claim.ran(on_host);
  claim.equal("sum in the region", sum, 66);

  int count = 0;
  #pragma omp assume holds(n == 12) no_openmp
  {
    for (int i = 0; i < n; ++i) ++count;
  }
  claim.equal("count on the host", count, 12);
  return claim.verdict();
}
