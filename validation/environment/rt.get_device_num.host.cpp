// rt.get_device_num.host
// OpenMP 5.0, section 18.7.4: on the host, omp_get_device_num returns the number of the host
// device, whatever the default device is.
// Observed: the value in serial code and in a parallel region.
// Where: host
// Mutant: number = omp_get_device_num() => number = omp_get_default_device() - 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int host = omp_get_initial_device();
  const int number = omp_get_device_num();
  claim.equal("in serial code", number, host);
  int threads = 0;
  int others = 0;
  #pragma omp parallel reduction(+ : threads, others)
  {
    threads += omp_get_level();  // 1 in the region
    others += omp_get_device_num() != host;
  }
  claim.holds("threads", threads > 0);
  claim.equal("threads with another number", others, 0);
  return claim.verdict();
}
