// map.swap.target-data
// OpenMP 4.5, section 13.5: a target data region copies back to the storage that its clauses named
// when it began, wherever their pointers point when it ends.
// Observed: both arrays after a region inside which the two pointers were swapped.
// Mutant: map(tofrom : p[0 : n]) map(to : q[0 : n]) => map(to : p[0 : n]) map(tofrom : q[0 : n])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
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

  #pragma omp target data map(tofrom : p[0 : n]) map(to : q[0 : n])
  {
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
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("what p pointed to at first", first[i], 1000 + i);
  claim.needs_separate_memory();
  for (int i = 0; i < n; ++i) claim.equal("what is not copied back", second[i], 100 + i);
  claim.equal("p has been swapped", p, second);
  return claim.verdict();
}
