// map.refcount.nested-3
// OpenMP 4.5, section 5.8.3: structured and unstructured constructs count the same references; the
// item is copied back and removed by the one that brings the count to zero.
// Observed: presence and host values after each of the exits, with the count that the rules give.
// Mutant: exit data map(release : x) => exit data map(delete : x)
// Mutant: enter data map(to : x) => enter data map(to : other)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[4] = {1, 2, 3, 4};
  int other[4] = {};
  int on_host = 1;

  #pragma omp target enter data map(to : x)  // count 1
  #pragma omp target data map(tofrom : x)    // count 2
  {
    #pragma omp target data map(tofrom : x)  // count 3
    {
      #pragma omp target map(tofrom : x) map(from : on_host)  // count 4, then 3
      {
        for (int i = 0; i < 4; ++i) x[i] += 10;
        on_host = omp_is_initial_device();
      }
      claim.equal("x, count 3", x[0], 1);
      #pragma omp target exit data map(release : x)  // count 2
      claim.equal("x, count 2", x[0], 1);
      claim.holds("present, count 2", omp_target_is_present(x, device));
    }
    claim.equal("x, count 1", x[0], 1);
    claim.holds("present, count 1", omp_target_is_present(x, device));
  }

  claim.ran(on_host);
  claim.holds("absent, count 0", !omp_target_is_present(x, device));
  for (int i = 0; i < 4; ++i) claim.equal("x at the end", x[i], i + 11);
  #pragma omp target exit data map(delete : other)
  return claim.verdict();
}
