// atom.capture-swap
// OpenMP 4.0, section 15.8.4: atomic capture of { v = x; x = expr; } exchanges in one step.
// Observed: of the tokens that are put in, and the first one, each comes out exactly once or is
// left at the end.
// Mutant: slot = i + league_one(steps, round); => slot += 2;

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  int slot = 0;
  int taken[n];
  for (int& one : taken) one = -1;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) map(tofrom : slot) \
      map(from : taken) map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    #pragma omp atomic capture
    {
      taken[i] = slot;
      slot = i + league_one(steps, round);
    }
    if (i == 0) on_host = omp_is_initial_device();
  }

  int times[n + 1] = {};
  int outside = slot < 0 || slot > n;
  if (outside == 0) ++times[slot];
  for (int one : taken) {
    if (one >= 0 && one <= n)
      ++times[one];
    else
      ++outside;
  }
  int not_once = 0;
  for (int one : times) not_once += one != 1;
  claim.ran(on_host);
  claim.equal("values that nobody put in", outside, 0);
  claim.equal("tokens not seen exactly once", not_once, 0);
  return claim.verdict();
}
