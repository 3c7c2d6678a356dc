// cxx.smart-pointer-get
// OpenMP 4.5, section 5.8.3: storage owned by a smart pointer is mapped through the pointer that
// get() returns.
// Observed: the region works on the device's copy although the host's was overwritten meanwhile.
// Mutant: map(tofrom : p[0 : n]) => map(to : p[0 : n])

#include <memory>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int n = 12;
  const std::unique_ptr<double[]> owner(new double[n]);
  for (int i = 0; i < n; ++i) owner[i] = i;
  double* p = owner.get();
  int on_host = 1;

  #pragma omp target data map(tofrom : p[0 : n])
  {
    for (int i = 0; i < n; ++i) owner[i] = -7;  // nobody may read these
    #pragma omp target map(from : on_host)
    {
      for (int i = 0; i < n; ++i) p[i] = 2 * p[i] + 1;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("the owner's pointer", static_cast<const void*>(owner.get()), p);
  for (int i = 0; i < n; ++i) claim.equal("element", owner[i], 2.0 * i + 1);
  return claim.verdict();
}
