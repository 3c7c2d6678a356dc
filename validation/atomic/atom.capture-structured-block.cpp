// atom.capture-structured-block
// OpenMP 4.0, section 15.8.4: atomic capture of a block reads and updates in one step, in the order
// in which the block is written.
// Observed: every ticket number is drawn exactly once, from the first to the last.
// Mutant: #pragma omp atomic capture =>

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  int next = 0;
  int tickets[n];
  for (int& one : tickets) one = -1;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) map(tofrom : next) \
      map(from : tickets) map(tofrom : on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    // clang-format off
    #pragma omp atomic capture
    { tickets[i] = next; next = next + league_one(steps, round); }
    // clang-format on
    if (i == 0) on_host = omp_is_initial_device();
  }

  int drawn[n] = {};
  int outside = 0;
  for (int one : tickets) {
    if (one >= 0 && one < n)
      ++drawn[one];
    else
      ++outside;
  }
  int not_once = 0;
  for (int one : drawn) not_once += one != 1;
  claim.ran(on_host);
  claim.equal("tickets out of range", outside, 0);
  claim.equal("tickets not drawn exactly once", not_once, 0);
  claim.equal("next ticket", next, n);
  return claim.verdict();
}
