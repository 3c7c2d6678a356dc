// data.use_device_ptr.reference-to-pointer
// OpenMP 4.5, section 5.4.8: a reference to a pointer can be in use_device_ptr; inside it stands
// for a pointer with the device address, and the original pointer is unchanged behind the
// construct.
// Observed: the value inside and behind; a region that stores through it changes the mapped copy.
// Mutant: target data use_device_ptr(r) => target data map(to : n)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int n = 4;
  int a[4] = {1, 2, 3, 4};
  int* p = a;
  int*& r = p;
  const int* inside = nullptr;
  int on_host = 1;

  #pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < n; ++i) a[i] = -1000;
    #pragma omp target data use_device_ptr(r)
    {
      int* q = r;
      inside = q;
      #pragma omp target is_device_ptr(q) map(from : on_host)
      {
        for (int i = 0; i < n; ++i) q[i] *= 10;
        on_host = omp_is_initial_device();
      }
    }
  }

  claim.ran(on_host);
  claim.holds("inside it is not the host's address", inside != a);
  claim.equal("the original pointer behind the construct", p, a);
  claim.equal("the reference behind the construct", &r, &p);
  for (int i = 0; i < n; ++i) claim.equal("a", a[i], 10 * (i + 1));
  return claim.verdict();
}
