// red.array-section
// OpenMP 4.5, section 5.5.8: a section of an array behind a pointer can be reduced; elements
// outside the section take no part.
// Observed: the elements of the section, and guards on both sides.
// Mutant: reduction(+ : p[3 : 4], => reduction(max : p[3 : 4],

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 200;
  int storage[10];
  for (int i = 0; i < 10; ++i) storage[i] = 300 + i;
  int* p = storage;
  int own = 7;
  int begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : p[3 : 4], own) \
      map(tofrom : p[0 : 10]) map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    p[3 + i % 4] += i % 4 + 1;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  for (int i = 0; i < 10; ++i) {
    const bool inside = i >= 3 && i < 7;
    claim.equal(inside ? "in the section" : "guard", storage[i],
                300 + i + (inside ? (i - 2) * n / 4 : 0));
  }
  return claim.verdict();
}
