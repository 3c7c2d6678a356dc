// atom.compare-capture-cas
// OpenMP 5.1, section 15.8.4: atomic compare capture is a compare-and-swap: of all threads that
// want to replace one value, exactly one does, and the others see its value.
// Observed: the old values that were captured, and the owners at the end.
// Mutant: if (owner[i] == 0) => if (owner[i] == -1)

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 400;
  int owner[n] = {};
  int before[2][n];
  for (auto& row : before)
    for (int& one : row) one = -1;
  int threads = 0;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(2) map(tofrom : owner, before, threads, steps) \
      map(tofrom : on_host)
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    for (int i = 0; i < n; ++i) {
      int old = -1;
      #pragma omp atomic compare capture
      {
        old = owner[i];
        if (owner[i] == 0) {
          owner[i] = me + league_one(steps, i);
        }
      }
      before[me][i] = old;
    }
  }

  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    int winners = 0;
    for (int thread = 0; thread < threads; ++thread) {
      const bool won = before[thread][i] == 0;
      winners += won;
      wrong += before[thread][i] != (won ? 0 : owner[i]) || (won && owner[i] != thread + 1);
    }
    wrong += winners != 1;
  }
  claim.ran(on_host);
  claim.holds("threads", threads > 0);
  claim.equal("values without one winner that the other one saw", wrong, 0);
  return claim.verdict();
}
