// map.static-member
// OpenMP 4.5, section 5.8.3: a static data member can be a list item like any other variable.
// Observed: the region sees it from before the host poisoned it, and it comes back.
// Mutant: data map(tofrom : Counter::total, Counter::each) => data map(to : Counter::total)
// Mutant: data map(tofrom : Counter::total, Counter::each) => data map(tofrom : Counter::each)

#include "league/claim.hpp"

struct Counter {
  static int total;
  static int each[3];
};
int Counter::total = 5;
int Counter::each[3] = {1, 2, 3};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int on_host = 1;

  #pragma omp target data map(tofrom : Counter::total, Counter::each)
  {
    Counter::total = -1;
    for (int& one : Counter::each) one = -1;
    #pragma omp target map(tofrom : Counter::total, Counter::each) map(from : on_host)
    {
      for (int i = 0; i < 3; ++i) Counter::total += 10 * Counter::each[i]++;
      on_host = omp_is_initial_device();
    }
    claim.equal("total while mapped", Counter::total, -1);
  }

  claim.ran(on_host);
  claim.equal("total", Counter::total, 65);
  for (int i = 0; i < 3; ++i) claim.equal("each", Counter::each[i], i + 2);
  return claim.verdict();
}
