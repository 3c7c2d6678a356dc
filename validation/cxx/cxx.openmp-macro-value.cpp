// cxx.openmp-macro-value
// OpenMP 4.5, section 3.3: the macro _OPENMP has a value yyyymm, year and month of the version that
// the implementation supports, the same for host and device.
// Observed: the value, which is noted, on the host and in a region.
// Where: build
// Mutant: seen = _OPENMP => seen = 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  long seen = -1;

  #pragma omp target map(from : seen)
  seen = _OPENMP;

  claim.note("_OPENMP", _OPENMP);
  claim.holds("a year and month not before 4.0", _OPENMP >= 201307);
  claim.holds("the month is one", _OPENMP % 100 >= 1 && _OPENMP % 100 <= 12);
  claim.equal("value in a region", seen, static_cast<long>(_OPENMP));
  return claim.verdict();
}
