// data.use_device_addr.array-section
// OpenMP 5.0, section 5.4.10: use_device_addr takes an array section; in the construct the
// addresses of its elements are device addresses.
// Observed: the address of the section's first element inside; a region that stores through it
// changes the mapped section and nothing beside it.
// Mutant: target data use_device_addr(a[2 : 4]) => target data map(to : other)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int other = 0;
  int* first = &other;
  int on_host = 1;

  #pragma omp target data map(tofrom : a[2 : 4])
  {
    for (int i = 0; i < 8; ++i) a[i] = -1000 - i;
    #pragma omp target data use_device_addr(a[2 : 4])
    {
      first = &a[2];
      #pragma omp target is_device_ptr(first) map(from : on_host)
      {
        for (int i = 0; i < 4; ++i) first[i] += 100;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("inside it is not the host's address", first != a + 2);
  for (int i = 0; i < 8; ++i) claim.equal("a", a[i], i >= 2 && i < 6 ? i + 100 : -1000 - i);
  return claim.verdict();
}
