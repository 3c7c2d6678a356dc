// atom.compare-fail
// OpenMP 5.1, section 15.8.3: the fail clause gives the memory order for a comparison that fails; a
// loop around compare and swap changes the value exactly once each time.
// Observed: a count made of such loops, exact; a limit on the attempts ends a loop that never gets
// through.
// Mutant: before + league_one(steps, round) => before + 2

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  volatile int count = 0;
  int lost = 0;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) map(tofrom : count, lost) \
      map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    int expected = 0;
    bool done = false;
    for (int attempt = 0; attempt < 1000000 && !done; ++attempt) {
      const int before = expected;
      #pragma omp atomic compare capture seq_cst fail(relaxed)
      {
        done = count == expected;
        if (done) {
          count = before + league_one(steps, round);
        } else {
          expected = count;
        }
      }
    }
    if (!done) {
      #pragma omp atomic update
      ++lost;
    }
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("loops that never got through", lost, 0);
  claim.equal("count", count, n);
  return claim.verdict();
}
