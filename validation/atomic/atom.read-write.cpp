// atom.read-write
// OpenMP 4.0, section 15.8.4: an atomic read sees a value that some atomic write stored, whole, or
// the value there was before.
// Observed: the two halves of every value read belong together; the last value is one of those.
// Mutant: map(tofrom : shared) => map(to : shared)
// Mutant: shared = pattern(i) => shared = i + 1

#include "league/claim.hpp"

#pragma omp declare target
// Upper half: the number; lower half: its complement.
static unsigned long long pattern(unsigned long long i) {
  return (i + 1) << 32 | (~(i + 1) & 0xFFFFFFFFULL);
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  const int n = 400;
  unsigned long long shared = pattern(n);
  unsigned long long seen[n] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : shared) map(tofrom : seen) \
      map(tofrom : on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic write
    shared = pattern(i);
    #pragma omp atomic read
    seen[i] = shared;
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  int torn = 0;
  for (int i = 0; i < n; ++i) {
    const auto number = static_cast<long long>(seen[i] >> 32) - 1;
    if (number < 0 || number >= n || seen[i] != pattern(number)) ++torn;
  }
  claim.equal("values that nobody stored", torn, 0);
  const auto last = static_cast<long long>(shared >> 32) - 1;
  claim.holds("the last value is one of the stored", last >= 0 && last < n);
  claim.equal("the last value is whole", shared, pattern(last));
  return claim.verdict();
}
