// map.large-array
// OpenMP 4.5, section 5.8.3: an array of 8 MiB is copied completely, once each way.
// Observed: every element, changed by the region, on the host; bytes each way.
// Mutant: map(tofrom : x[0 : n]) => map(to : x[0 : n])
// Mutant: map(tofrom : x[0 : n]) => map(from : x[0 : n])

#include <vector>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const long n = 1L << 20;
  std::vector<double> values(n);
  double* x = values.data();
  for (long i = 0; i < n; ++i) x[i] = static_cast<double>(i);
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(tofrom : x[0 : n]) map(from : on_host)
  {
    for (long i = 0; i < n; ++i) x[i] = 2.0 * x[i] + 1.0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const long size = n * static_cast<long>(sizeof(double));
  claim.moved(before, size, size + static_cast<long>(sizeof on_host));
  long right = 0;
  for (long i = 0; i < n; ++i) right += x[i] == 2.0 * static_cast<double>(i) + 1.0;
  claim.equal("right elements", right, n);
  return claim.verdict();
}
