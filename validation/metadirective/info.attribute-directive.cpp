// info.attribute-directive
// OpenMP 5.1, section 3.1: a directive may be written as an attribute of C++; it means the same as
// the pragma.
// Observed: the region runs on the device; each iteration of a worksharing loop in it once.
// Mutant: map(tofrom : count) => map(to : count)
// Mutant: [[omp::directive(target map(tofrom : count) map(from : on_host))]] =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int count[32];
  for (int i = 0; i < 32; ++i) count[i] = 0;
  int on_host = 1;

  [[omp::directive(target map(tofrom : count) map(from : on_host))]] {
    on_host = omp_is_initial_device();
    [[omp::directive(parallel num_threads(2))]] {
      [[omp::directive(for)]]
      for (int i = 0; i < 32; ++i) {
        [[omp::directive(atomic)]]
        ++count[i];
      }
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < 32; ++i) claim.equal("times an iteration ran", count[i], 1);
  return claim.verdict();
}
