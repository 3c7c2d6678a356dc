// par.scan-init_complete
// OpenMP 6.0, section 7.7.3: init_complete divides a scan loop in phases: initialisation, input,
// scan.
// Observed: the prefixes.
// Seconds: 5
// Mutant: mine = i + 1 => mine = i
// Mutant: prefix[i] = sum => prefix[i] = sum + 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int prefix[50] = {};
  int sum = 0;
  int on_host = 1;
  #pragma omp target parallel for reduction(inscan, + : sum) map(tofrom : prefix, on_host)
  for (int i = 0; i < 50; ++i) {
    int mine = 0;
    #pragma omp scan init_complete
    mine = i + 1;
    sum += mine;
    #pragma omp scan inclusive(sum)
    prefix[i] = sum;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 50; ++i) claim.equal("prefix", prefix[i], (i + 1) * (i + 2) / 2);
  return claim.verdict();
}
