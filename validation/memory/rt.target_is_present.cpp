// rt.target_is_present
// OpenMP 4.5, section 18.8.3: omp_target_is_present tells whether an address has corresponding
// storage on a device.
// Observed: for a mapped section every element inside it, the neighbours outside it, another
// device and all elements behind the construct; a region works on the mapped section.
// Mutant: target data map(tofrom : a[4 : 8]) => target data map(tofrom : a)
// Mutant: target data map(tofrom : a[4 : 8]) => target data map(tofrom : a[4 : 8]) if (on_host ==
// 0)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  int on_host = 1;
  int inside = 0;
  int outside = 0;

  #pragma omp target data map(tofrom : a[4 : 8])
  {
    for (int i = 0; i < 16; ++i)
      (i >= 4 && i < 12 ? inside : outside) += omp_target_is_present(a + i, device) != 0;
    for (int i = 0; i < 16; ++i) a[i] = -1;
    #pragma omp target map(tofrom : a[4 : 8]) map(from : on_host)
    {
      for (int i = 4; i < 12; ++i) a[i] += 100;
      on_host = omp_is_initial_device();
    }
  }
  int behind = 0;
  for (int i = 0; i < 16; ++i) behind += omp_target_is_present(a + i, device) != 0;

  claim.ran(on_host);
  claim.equal("elements present inside the section", inside, 8);
  claim.equal("elements present outside the section", outside, 0);
  claim.equal("elements present behind the construct", behind, 0);
  for (int i = 0; i < 16; ++i) claim.equal("a", a[i], i >= 4 && i < 12 ? 100 + i : -1);
  return claim.verdict();
}
