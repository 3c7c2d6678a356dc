// cxx.printf-on-device
// OpenMP 4.5, section 4.3: text that a region prints appears, once for each time it was printed.
// Observed: the line with its values stands in the program's output exactly once.
// Prints: region says 12 x -0.500 text
// Mutant: if (i == 5) => if (i >= 5)

#include <cstdio>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int calls = 0;
  const int base = 7;
  const double value = -0.5;

  #pragma omp target teams distribute parallel for map(to : base, value) \
      map(tofrom : on_host, calls)
  for (int i = 0; i < 8; ++i) {
    if (i == 5) {
      std::printf("region says %d %c %.3f %s\n", base + 5, 'x', value, "text");
      calls = 1;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("the branch that prints was taken", calls, 1);
  return claim.verdict();
}
