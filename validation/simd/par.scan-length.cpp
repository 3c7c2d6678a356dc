// par.scan-length
// OpenMP 5.0, section 5.6: a loop that holds a scan may have as many iterations as the program says
// when it runs.
// Observed: every prefix.
// Flags: -O2
// Mutant: scan inclusive(sum) => scan exclusive(sum)

#include <cstdlib>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const char* const text = std::getenv("LEAGUE_NO_SUCH_VARIABLE");
  const int n = text == nullptr ? 100 : std::atoi(text);
  int prefix[1000] = {};
  int on_host = 1;
  #pragma omp target map(tofrom : prefix) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    int sum = 0;
    #pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < n; ++i) {
      sum += i + 1;
      #pragma omp scan inclusive(sum)
      prefix[i] = sum;
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("prefix", prefix[i], (i + 1) * (i + 2) / 2);
  return claim.verdict();
}
