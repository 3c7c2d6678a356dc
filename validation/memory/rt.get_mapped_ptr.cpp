// rt.get_mapped_ptr
// OpenMP 5.1, section 18.8.11: omp_get_mapped_ptr gives the device address that corresponds to a
// host address, null if there is none, and the same address for the host device.
// Observed: the answers for an array that is mapped in part; a region stores through the one in
// the middle of the section.
// Mutant: target data map(tofrom : a[2 : 4]) => target data map(tofrom : a[0 : 4])
// Mutant: omp_get_mapped_ptr(a + 3, device) => omp_get_mapped_ptr(a + 2, device)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  int on_host = 1;
  const void* nowhere = omp_get_mapped_ptr(a + 2, device);
  const void* same = omp_get_mapped_ptr(a + 2, omp_get_initial_device());
  const void* begin = nullptr;
  const void* beside[2] = {a, a};
  int* middle = nullptr;

  #pragma omp target data map(tofrom : a[2 : 4])
  {
    for (int i = 0; i < 8; ++i) a[i] = -1;
    begin = omp_get_mapped_ptr(a + 2, device);
    middle = static_cast<int*>(omp_get_mapped_ptr(a + 3, device));
    beside[0] = omp_get_mapped_ptr(a + 1, device);
    beside[1] = omp_get_mapped_ptr(a + 6, device);
    if (middle != nullptr) {
      #pragma omp target is_device_ptr(middle) map(from : on_host)
      {
        middle[0] = 30;
        middle[2] = 50;
        on_host = omp_is_initial_device();
      }
    }
  }
  const void* gone = omp_get_mapped_ptr(a + 2, device);

  claim.ran(on_host);
  claim.equal("before the mapping", nowhere, nullptr);
  claim.equal("on the host device", same, a + 2);
  claim.holds("not the host's address", begin != a + 2 && begin != nullptr);
  claim.equal("an element later", middle, static_cast<const int*>(begin) + 1);
  claim.equal("the element before the section", beside[0], nullptr);
  claim.equal("the element behind the section", beside[1], nullptr);
  claim.equal("behind the construct", gone, nullptr);
  const int expected[8] = {-1, -1, 2, 30, 4, 50, -1, -1};
  for (int i = 0; i < 8; ++i) claim.equal("a", a[i], expected[i]);
  return claim.verdict();
}
