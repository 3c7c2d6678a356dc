// map.attach.order-pointee-first
// OpenMP 5.0, section 5.8.6: a pointer is attached to a section that was mapped earlier, by the
// construct that maps the pointer and names the section.
// Observed: through the pointer, the region sees the values from when the storage was mapped, not
// the poison on the host.
// Mutant: map(to : s) map(to : s.p[0 : 4]) => map(to : s)

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4] = {1, 2, 3, 4};
  Vector s = {4, storage};
  int on_host = 1;

  #pragma omp target enter data map(to : storage)
  for (int& one : storage) one = -1;
  #pragma omp target enter data map(to : s) map(to : s.p[0 : 4])

  #pragma omp target map(to : s) map(from : on_host)
  {
    for (int i = 0; i < s.n; ++i) s.p[i] += 100;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("host while mapped", storage[i], -1);

  #pragma omp target exit data map(release : s) map(release : s.p[0 : 4])
  #pragma omp target exit data map(from : storage)
  for (int i = 0; i < 4; ++i) claim.equal("host at the end", storage[i], i + 101);
  claim.equal("pointer on the host", s.p, storage);
  return claim.verdict();
}
