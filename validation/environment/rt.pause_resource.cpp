// rt.pause_resource
// OpenMP 5.0, section 18.6: after omp_pause_resource the device can be used again as before.
// Observed: regions before and after a soft pause work on the device; the routine's status is
// noted.
// Hint: whether anything is relinquished is up to the implementation; without the call all is the
// same.

#include "league/claim.hpp"

namespace {

int doubled(int (&a)[16]) {
  int on_host = 1;
  #pragma omp target map(tofrom : a) map(from : on_host)
  {
    for (int i = 0; i < 16; ++i) a[i] *= 2;
    on_host = omp_is_initial_device();
  }
  return on_host;
}

}  // namespace

int main() {
  league::Claim claim;
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;

  claim.ran(doubled(a));
  claim.note("status", omp_pause_resource(omp_pause_soft, omp_get_default_device()));
  claim.ran(doubled(a));
  claim.note("status", omp_pause_resource(omp_pause_soft, omp_get_default_device()));
  claim.ran(doubled(a));

  for (int i = 0; i < 16; ++i) claim.equal("a", a[i], 8 * i);
  return claim.verdict();
}
