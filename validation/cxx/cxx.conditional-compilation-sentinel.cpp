// cxx.conditional-compilation-sentinel
// OpenMP 4.5, section 3.3: _OPENMP is defined, so text between #ifdef _OPENMP and #endif is
// compiled, for the host and for the device, without any header of OpenMP.
// Observed: what was compiled before the first header, in main and in a region.
// Where: build
// Mutant: #ifdef _OPENMP => #ifndef _OPENMP

#ifdef _OPENMP
static const int compiled = 1;
#else
static const int compiled = 0;
#endif

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int in_region = -1;

  #pragma omp target map(from : in_region)
  {
    in_region = 0;
#ifdef _OPENMP
    in_region = 10 + compiled;
#endif
  }

  claim.equal("compiled for the host", compiled, 1);
  claim.equal("compiled in a region", in_region, 11);
  return claim.verdict();
}
