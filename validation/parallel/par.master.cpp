// par.master
// OpenMP 4.0, section 10.5: the block of a master construct is executed by thread 0 of the team
// only.
// Observed: how often each thread executes it in fifty rounds.
// Mutant: #pragma omp master =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rounds = 50;
  constexpr int room = 4;
  int runs[room] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(4) map(tofrom : runs, on_host)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      #pragma omp master
      {
        #pragma omp atomic
        ++runs[thread];
      }
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < room; ++i) claim.equal("executions", runs[i], i == 0 ? rounds : 0);
  return claim.verdict();
}
