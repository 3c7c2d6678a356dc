// red.for-simd-with-store
// OpenMP 4.5, section 5.5.8: a reduction of a worksharing-loop SIMD construct takes in every
// iteration, whatever else the iteration does.
// Observed: the sum over a loop that also stores its elements, and the elements stored, with little
// optimisation.
// Flags: -O1
// Mutant: map(tofrom : to[0 : n], sum) => map(to : to[0 : n], sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 1400;
  double* from = new double[n];
  double* to = new double[n];
  for (int i = 0; i < n; ++i) {
    from[i] = 1 + i % 3;
    to[i] = -1;
  }
  double sum = 10;
  int own = 7;
  int begun = 7;
  int on_host = 1;

  #pragma omp target map(to : from[0 : n]) map(tofrom : to[0 : n], sum) map(from : on_host, begun) \
      map(to : own)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel
    #pragma omp for simd reduction(+ : sum, own)
    for (int i = 0; i < n; ++i) {
      to[i] = from[i];
      sum += from[i] * from[i];
      if (i == 0) begun = own;
    }
  }

  double expected = 10;
  for (int i = 0; i < n; ++i) expected += (1 + i % 3) * (1 + i % 3);
  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("sum", sum, expected);
  for (int i = 0; i < n; ++i) claim.equal("element stored", to[i], 1.0 + i % 3);
  delete[] from;
  delete[] to;
  return claim.verdict();
}
