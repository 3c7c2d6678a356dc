// cxx.restrict-const-propagation
// OpenMP 4.5, section 5.8.3: pointers with restrict and const qualifiers are mapped like others,
// and the qualifiers hold in the region.
// Observed: a stencil from one array to another, with the host's copies overwritten while they are
// mapped; the input and the guards stay.
// Mutant: map(from : out[1 : n - 2]) => map(alloc : out[1 : n - 2])

#include "league/claim.hpp"

static int smooth(const double* __restrict in, double* __restrict out, int n) {
  int on_host = 1;
  #pragma omp target teams distribute parallel for map(to : in[0 : n]) map(from : out[1 : n - 2]) \
      map(tofrom : on_host)
  for (int i = 1; i < n - 1; ++i) {
    out[i] = in[i - 1] + 2 * in[i] + in[i + 1];
    if (i == 1) on_host = omp_is_initial_device();
  }
  return on_host;
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int n = 20;
  double in[n];
  double out[n];
  for (int i = 0; i < n; ++i) {
    in[i] = i * i;
    out[i] = -5;
  }
  int on_host = 1;
  #pragma omp target data map(to : in)
  {
    for (double& one : in) one = -1;
    on_host = smooth(in, out, n);
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    const bool inside = i > 0 && i < n - 1;
    claim.equal(inside ? "stencil" : "guard", out[i], inside ? 4.0 * i * i + 2 : -5.0);
    claim.equal("input on the host", in[i], -1.0);
  }
  return claim.verdict();
}
