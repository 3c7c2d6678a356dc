// map.present.combined-modifiers-any-order
// OpenMP 5.1, section 5.8.3: present and always may stand together, in either order, and both take
// effect.
// Observed: for both orders, a present item is copied both ways; an absent one ends the program.
// Expect: terminates
// Mutant: map(present, always, tofrom : x) => map(present, tofrom : x)
// Mutant: map(always, present, tofrom : x) => map(present, tofrom : x)
// Mutant: map(always, present, to : absent) => map(always, to : absent)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {};
  int absent[4] = {};
  int on_host[2] = {1, 1};
  #pragma omp target enter data map(to : x)

  for (int i = 0; i < 4; ++i) x[i] = i + 1;
  #pragma omp target map(present, always, tofrom : x) map(from : on_host[0 : 1])
  {
    for (int i = 0; i < 4; ++i) x[i] += 10;
    on_host[0] = omp_is_initial_device();
  }
  bool right = on_host[0] == 0;
  for (int i = 0; i < 4; ++i) right = right && x[i] == i + 11;

  for (int i = 0; i < 4; ++i) x[i] = 2 * i;
  #pragma omp target map(always, present, tofrom : x) map(from : on_host[1 : 1])
  {
    for (int i = 0; i < 4; ++i) x[i] += 100;
    on_host[1] = omp_is_initial_device();
  }
  right = right && on_host[1] == 0;
  for (int i = 0; i < 4; ++i) right = right && x[i] == 2 * i + 100;

  #pragma omp target exit data map(delete : x)
  claim.holds("always has its effect on a device", right);
  if (!right) return claim.verdict();
  claim.must_end_here();

  #pragma omp target map(always, present, to : absent)
  absent[0] = 1;

  return claim.survived();
}
