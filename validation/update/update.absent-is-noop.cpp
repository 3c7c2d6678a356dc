// update.absent-is-noop
// OpenMP 4.5, section 13.9: target update does nothing for an item that is not in the device data
// environment: it neither copies nor maps it.
// Observed: presence and the host's values behind it; bytes each way; offload works before and
// after.
// Mutant: target update to(x) from(y) => target enter data map(to : x)
// Mutant: target update to(x) from(y) => target map(to : x) map(from : y)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x = 1;
  int y[2] = {2, 3};
  int z = 4;
  int on_host[2] = {1, 1};

  #pragma omp target data map(to : z)
  {
    #pragma omp target map(from : on_host[0 : 1])
    on_host[0] = omp_is_initial_device();
    const auto before = league::counted();
    #pragma omp target update to(x) from(y)
    y[1] += 0;
    claim.moved(before, 0, 0);
    claim.holds("x is absent", omp_target_is_present(&x, device) == 0);
    claim.holds("y is absent", omp_target_is_present(y, device) == 0);
    z = 5;
    // The item that is present moves, whatever the absent one beside it does.
    #pragma omp target update to(x, z)
    z = 6;
    #pragma omp target map(tofrom : x, y) map(to : z) map(from : on_host[1 : 1])
    {
      x += z;
      y[0] += z;
      on_host[1] = omp_is_initial_device();
    }
  }

  for (int i = 0; i < 2; ++i) claim.ran(on_host[i]);
  claim.equal("x", x, 6);
  claim.equal("y[0]", y[0], 7);
  claim.equal("y[1]", y[1], 3);
  return claim.verdict();
}
