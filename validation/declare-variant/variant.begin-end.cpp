// variant.begin-end
// OpenMP 5.1, section 7.5.5: functions defined between begin declare variant and end declare
// variant are variants of the functions of the same name; if the selector does not match, what
// stands between is skipped.
// Observed: which definition is called.
// Where: host
// Mutant: match(device = {kind(host)}) => match(device = {kind(nohost)})

#include "league/claim.hpp"

#if defined(__x86_64__)
#define wrong_architecture aarch64
#else
#define wrong_architecture x86_64
#endif

int matching() { return 1; }
int skipped() { return 1; }

#pragma omp begin declare variant match(device = {kind(host)})
int matching() { return 2; }
#pragma omp end declare variant

#pragma omp begin declare variant match(device = {arch(wrong_architecture)})
int skipped() { return 2; }
#pragma omp end declare variant

int main() {
  league::Claim claim;
  claim.equal("selector that matches", matching(), 2);
  claim.equal("selector that does not", skipped(), 1);
  return claim.verdict();
}
