// dt.link
// OpenMP 4.5, section 5.8.5: a variable in a link clause has no copy on the device of its own;
// device code reaches the one that a map clause makes.
// Observed: a device function sees the values the host had when it mapped, and what it writes comes
// back when the mapping ends.
// Mutant: declare target link(data) => declare target to(data)
// Mutant: map(tofrom : data) => map(to : data)

#include "league/claim.hpp"

int data[4] = {1, 2, 3, 4};
#pragma omp declare target link(data)

#pragma omp declare target
int add_to_data(int n) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += data[i];
    data[i] += n;
  }
  return sum;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  for (int i = 0; i < 4; ++i) data[i] = 10 * (i + 1);
  int sum = 0;
  int on_host = 1;

  #pragma omp target data map(tofrom : data)
  {
    for (int i = 0; i < 4; ++i) data[i] = -1;
    #pragma omp target map(from : sum, on_host)
    {
      on_host = omp_is_initial_device();
      sum = add_to_data(5);
    }
  }
  claim.ran(on_host);
  claim.equal("sum seen by the device function", sum, 100);
  for (int i = 0; i < 4; ++i) claim.equal("value brought back", data[i], 10 * (i + 1) + 5);
  return claim.verdict();
}
