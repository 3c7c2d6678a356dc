// map.always.to
// OpenMP 4.5, section 5.8.3: with the always modifier and map type to, the value is copied to the
// device although the item is present.
// Observed: the region sees what the host stored after the item was entered; nothing comes back;
// bytes each way.
// Mutant: map(always, to : x) => map(to : x)
// Mutant: map(always, to : x) => map(always, tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int sum = 0;
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int i = 0; i < 4; ++i) x[i] = 100 * (i + 1);
  const auto before = league::counted();

  #pragma omp target map(always, to : x) map(from : sum, on_host)
  {
    sum = x[0] + x[1] + x[2] + x[3];
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }

  claim.moved(before, sizeof x, sizeof sum + sizeof on_host);
  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 1000);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], 100 * (i + 1));
  #pragma omp target exit data map(delete : x)
  return claim.verdict();
}
