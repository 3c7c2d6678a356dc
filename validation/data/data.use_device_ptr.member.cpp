// data.use_device_ptr.member
// OpenMP 4.5, section 5.4.8: in a member function, use_device_ptr takes a pointer member by its
// name; inside the construct the name stands for the device address.
// Observed: the value inside and behind; a region that stores through it changes the mapped copy.
// Mutant: target data use_device_ptr(data) => target data map(to : on_host)

#include "league/claim.hpp"

struct Buffer {
  int* data;
  int n;
  const int* inside;

  int add(int what) {
    int on_host = 1;
    #pragma omp target data use_device_ptr(data)
    {
      int* p = data;
      inside = p;
      const int count = n;
      #pragma omp target is_device_ptr(p) map(from : on_host) firstprivate(count, what)
      {
        for (int i = 0; i < count; ++i) p[i] += what;
        on_host = omp_is_initial_device();
      }
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  Buffer buffer{a, 4, nullptr};
  int on_host = 1;

  #pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < 4; ++i) a[i] = -1000;
    on_host = buffer.add(10);
  }

  claim.ran(on_host);
  claim.holds("inside it is not the host's address", buffer.inside != a);
  claim.equal("the member behind the construct", buffer.data, a);
  for (int i = 0; i < 4; ++i) claim.equal("a", a[i], i + 11);
  return claim.verdict();
}
