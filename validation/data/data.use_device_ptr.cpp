// data.use_device_ptr
// OpenMP 4.5, section 5.4.8: in a construct with use_device_ptr, a pointer to mapped storage holds
// the device address of that storage; behind the construct it holds its original value.
// Observed: the value inside and behind; a region that stores through it changes the mapped copy.
// Mutant: target data use_device_ptr(p) => target data map(to : n)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int n = 8;
  int a[8];
  for (int i = 0; i < n; ++i) a[i] = i;
  int* p = a;
  int* inside = nullptr;
  int on_host = 1;

  #pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < n; ++i) a[i] = -1000;
    #pragma omp target data use_device_ptr(p)
    {
      inside = p;
      #pragma omp target is_device_ptr(p) map(from : on_host)
      {
        for (int i = 0; i < n; ++i) p[i] += 100;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("inside it is not the host's address", inside != a);
  claim.holds("inside it is not null", inside != nullptr);
  claim.equal("p behind the construct", p, a);
  for (int i = 0; i < n; ++i) claim.equal("a", a[i], i + 100);
  return claim.verdict();
}
