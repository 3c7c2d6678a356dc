// par.single-copyprivate
// OpenMP 4.0, section 5.7.2: copyprivate hands the value that the executing thread gave to its
// private item to the private items of all threads of the team.
// Observed: each thread's items behind the construct, in each of fifty rounds.
// Mutant: copyprivate(value, pair) =>

#include "league/claim.hpp"

struct Pair {
  int a;
  double b;
};

int main() {
  league::Claim claim;
  constexpr int rounds = 50;
  constexpr int room = 4;
  int values[rounds][room] = {};
  Pair pairs[rounds][room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : values, pairs, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      int value = -1;
      Pair pair = {-1, -1.0};
      #pragma omp single copyprivate(value, pair)
      {
        value = 100 + round;
        pair = {2 * round, 0.5 * round};
      }
      values[round][thread] = value;
      pairs[round][thread] = pair;
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  for (int round = 0; round < rounds; ++round) {
    for (int thread = 0; thread < threads; ++thread) {
      claim.equal("a number", values[round][thread], 100 + round);
      claim.equal("first member", pairs[round][thread].a, 2 * round);
      claim.equal("second member", pairs[round][thread].b, 0.5 * round);
    }
  }
  return claim.verdict();
}
