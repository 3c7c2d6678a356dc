// map.attach.enter-data-then-target
// OpenMP 5.0, section 5.8.6: a pointer that is present is attached when a section of it is mapped
// by a later directive, and stays attached for the regions that follow.
// Observed: regions that name only the structure see, through its pointer, the values from before
// the host poisoned its own; they come back with the section.
// Mutant: enter data map(to : s.p[0 : 4]) => enter data map(to : storage)
// Mutant: exit data map(from : s.p[0 : 4]) => exit data map(release : s.p[0 : 4])

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
  int on_host[2] = {1, 1};

  #pragma omp target enter data map(to : s)
  #pragma omp target enter data map(to : s.p[0 : 4])
  for (int& one : storage) one = -1;
  s.n = -1;

  for (int time = 0; time < 2; ++time) {
    #pragma omp target map(tofrom : s) map(from : on_host[time : 1])
    {
      for (int i = 0; i < s.n; ++i) s.p[i] += 100;
      on_host[time] = omp_is_initial_device();
    }
    claim.ran(on_host[time]);
  }
  for (int i = 0; i < 4; ++i) claim.equal("host while mapped", storage[i], -1);

  #pragma omp target exit data map(from : s.p[0 : 4])
  #pragma omp target exit data map(release : s)
  for (int i = 0; i < 4; ++i) claim.equal("host at the end", storage[i], i + 201);
  claim.equal("pointer on the host", s.p, storage);
  claim.holds("absent at the end", !omp_target_is_present(&s, omp_get_default_device()));
  return claim.verdict();
}
