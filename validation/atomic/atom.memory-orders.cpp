// atom.memory-orders
// OpenMP 5.0, section 15.8.1: atomic takes a memory order: relaxed, acquire and seq_cst for read;
// relaxed, release and seq_cst for write and update; these and acq_rel for capture.
// Observed: counts made with each of them, exact; values read and written whole.
// Mutant: captures[3] + league_one(steps, round, 6) => captures[3] - 1

#include "league/claim.hpp"
#include "league/together.hpp"

int main() {
  league::Claim claim;
  const int n = 8000;
  volatile int updates[3] = {0, 0, 0};
  volatile int captures[5] = {0, 0, 0, 0, 0};
  int written[3] = {-1, -1, -1};
  int seen = 0;
  int steps[3] = {};
  int on_host = 1;

  #pragma omp target parallel for num_threads(2) schedule(static) \
      map(tofrom : updates, captures, written) map(tofrom : seen, on_host, steps)
  for (int i = 0; i < n; ++i) {
    const int round = i % (n / 2);
    int old[5];
    #pragma omp atomic update relaxed
    updates[0] = updates[0] + league_one(steps, round);
    #pragma omp atomic update release
    updates[1] = updates[1] + league_one(steps, round, 1);
    #pragma omp atomic update seq_cst
    updates[2] = updates[2] + league_one(steps, round, 2);
    #pragma omp atomic capture relaxed
    {
      old[0] = captures[0];
      captures[0] = captures[0] + league_one(steps, round, 3);
    }
    #pragma omp atomic capture acquire
    {
      old[1] = captures[1];
      captures[1] = captures[1] + league_one(steps, round, 4);
    }
    #pragma omp atomic capture release
    {
      old[2] = captures[2];
      captures[2] = captures[2] + league_one(steps, round, 5);
    }
    #pragma omp atomic capture acq_rel
    {
      old[3] = captures[3];
      captures[3] = captures[3] + league_one(steps, round, 6);
    }
    #pragma omp atomic capture seq_cst
    {
      old[4] = captures[4];
      captures[4] = captures[4] + league_one(steps, round, 7);
    }
    #pragma omp atomic write relaxed
    written[0] = 5;
    #pragma omp atomic write release
    written[1] = 6;
    #pragma omp atomic write seq_cst
    written[2] = 7;
    int read[3];
    #pragma omp atomic read relaxed
    read[0] = written[0];
    #pragma omp atomic read acquire
    read[1] = written[1];
    #pragma omp atomic read seq_cst
    read[2] = written[2];
    bool good = read[0] == 5 && read[1] == 6 && read[2] == 7;
    for (int one : old) good = good && one >= 0 && one < n;
    #pragma omp atomic
    seen += good ? 1 : 0;
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int one : updates) claim.equal("updates", one, n);
  for (int one : captures) claim.equal("captures", one, n);
  claim.equal("iterations that read what was written", seen, n);
  return claim.verdict();
}
