// map.mapper-template
// OpenMP 5.0, section 5.8.8: a mapper can be declared for a specialisation of a class template.
// Observed: two specialisations, each with a mapper of its own: the region sees the storage from
// before the host poisoned its own; only the one mapped tofrom comes back.
// Mutant: mapper(Buffer<double> b) map(b.n) => mapper(other : Buffer<double> b) map(b.n)
// Mutant: data map(tofrom : x) map(to : y) => data map(tofrom : x) map(tofrom : y)

#include "league/claim.hpp"

template <typename T>
struct Buffer {
  int n;
  T* p;
};
#pragma omp declare mapper(Buffer<double> b) map(b.n) map(b.p[0 : b.n])
#pragma omp declare mapper(Buffer<int> b) map(b.n) map(b.p[0 : b.n])

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  double doubles[4] = {1, 2, 3, 4};
  int ints[3] = {5, 6, 7};
  Buffer<double> x = {4, doubles};
  Buffer<int> y = {3, ints};
  int on_host = 1;

  #pragma omp target data map(tofrom : x) map(to : y)
  {
    for (double& one : doubles) one = -1;
    for (int& one : ints) one = -2;
    #pragma omp target map(tofrom : x) map(to : y) map(from : on_host)
    {
      for (int i = 0; i < x.n; ++i) x.p[i] += 10 * y.p[i % y.n];
      for (int i = 0; i < y.n; ++i) y.p[i] = 0;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("doubles", doubles[i], i + 1.0 + 10 * (i % 3 + 5));
  for (int i = 0; i < 3; ++i) claim.equal("ints", ints[i], -2);
  claim.equal("pointer to doubles", x.p, doubles);
  claim.equal("pointer to ints", y.p, ints);
  return claim.verdict();
}
