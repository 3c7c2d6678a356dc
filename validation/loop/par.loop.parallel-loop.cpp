// par.loop.parallel-loop
// OpenMP 5.0, section 11.7: a loop construct that binds to a parallel region executes each
// iteration once in the team, not once in each thread.
// Observed: a counter for each iteration, kept apart for each thread: a directive without effect
// counts every iteration in each of them, without a race. The combined form as well.
// Mutant: #pragma omp loop => #pragma omp loop bind(thread)
// Mutant: #pragma omp loop =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 500;
  constexpr int room = 4;
  int count[room][n] = {};
  int once[n] = {};
  int on_host = 1;

  #pragma omp target parallel num_threads(4) map(tofrom : count, on_host)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp loop
    for (int i = 0; i < n; ++i) count[thread][i] += 1;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    const int sum = count[0][i] + count[1][i] + count[2][i] + count[3][i];
    claim.equal("executions of an iteration", sum, 1);
  }

  // No call may stand in this one to tell its place, so that only the launch shows it.
  const auto before = league::counted();
  #pragma omp target parallel loop num_threads(4) map(tofrom : once)
  for (int i = 0; i < n; ++i) once[i] += 1;
  claim.launched(before, 1);
  for (int i = 0; i < n; ++i) claim.equal("executions in the combined form", once[i], 1);
  return claim.verdict();
}
