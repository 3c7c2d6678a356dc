// variant.device-arch
// OpenMP 5.0, section 7.2: device={arch(...)} matches where the code is compiled for the named
// architecture.
// Observed: the variant for the architecture of the machine is chosen, the one for another is not.
// Where: host
// Mutant: with_own() { => without_own() { return 0; } int with_own() {

#include "league/claim.hpp"

int own() { return 2; }
int other() { return 3; }

#if defined(__x86_64__)
#pragma omp declare variant(own) match(device = {arch(x86_64)})
#elif defined(__aarch64__)
#pragma omp declare variant(own) match(device = {arch(aarch64)})
#elif defined(__powerpc64__)
#pragma omp declare variant(own) match(device = {arch(ppc64le)})
#endif
int with_own() { return 1; }

#if defined(__x86_64__)
#pragma omp declare variant(other) match(device = {arch(aarch64)})
#else
#pragma omp declare variant(other) match(device = {arch(x86_64)})
#endif
int with_other() { return 1; }

int main() {
  league::Claim claim;
#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(__powerpc64__)
  claim.needs(false, "an architecture whose name is known here");
#endif
  claim.equal("variant for this architecture", with_own(), 2);
  claim.equal("variant for another architecture", with_other(), 1);
  return claim.verdict();
}
