// map.swap.exit-data
// OpenMP 4.5, section 13.7: target exit data copies to the storage that its clauses name when it is
// reached, whatever their pointers pointed to when the data was entered.
// Observed: both arrays after an exit data through a pointer that was swapped in between.
// Mutant: exit data map(from : p[0 : n]) map(release : q[0 : n]) => exit data map(release : p[0 :
// n]) map(from : q[0 : n])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  constexpr int n = 32;
  int first[n];
  int second[n];
  for (int i = 0; i < n; ++i) {
    first[i] = i;
    second[i] = 100 + i;
  }
  int* p = first;
  int* q = second;
  int on_host = 1;

  #pragma omp target enter data map(to : p[0 : n], q[0 : n])
  #pragma omp target map(from : on_host)
  {
    for (int i = 0; i < n; ++i) {
      p[i] += 1000;
      q[i] += 2000;
    }
    on_host = omp_is_initial_device();
  }
  int* const other = p;
  p = q;
  q = other;
  #pragma omp target exit data map(from : p[0 : n]) map(release : q[0 : n])

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("what p points to now", second[i], 2100 + i);
  for (int i = 0; i < n; ++i) claim.equal("what is not copied back", first[i], i);
  return claim.verdict();
}
