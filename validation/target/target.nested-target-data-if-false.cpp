// target.nested-target-data-if-false
// OpenMP 4.5, section 13.5: target data whose if clause is false maps nothing on the device, so a
// target construct inside it maps by itself: it copies at its own beginning and end.
// Observed: the region sees what the host stored inside target data; its result is on the host as
// soon as the region ends; bytes each way.
// Mutant: if (never) => if (!never)
// Mutant: if (never) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  volatile int condition = 0;
  const bool never = condition != 0;
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : x) if (never)
  {
    for (int i = 0; i < 4; ++i) x[i] = 10 * (i + 1);

    #pragma omp target map(tofrom : x) map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) x[i] += 1;
      on_host = omp_is_initial_device();
    }

    for (int i = 0; i < 4; ++i) claim.equal("x behind the region", x[i], 10 * (i + 1) + 1);
    for (int i = 0; i < 4; ++i) x[i] = -1;
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("x behind target data", x[i], -1);
  claim.moved(before, sizeof x, sizeof x + sizeof on_host);
  return claim.verdict();
}
