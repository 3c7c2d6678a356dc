// par.loop.reduction-collapse
// OpenMP 5.0, section 11.7: loop with collapse(2) and a reduction over both loops.
// Observed: the sum of a different value from each pair, and executions of each pair.
// Mutant: collapse(2) reduction(+ : sum) => collapse(2) reduction(max : sum)
// Mutant: loop collapse(2) reduction(+ : sum) => loop collapse(2) bind(thread) reduction(+ : sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rows = 19;
  constexpr int columns = 23;
  constexpr int room = 4;
  int count[room][rows][columns] = {};
  long sum = 1000;
  int on_host = 1;

  #pragma omp target map(tofrom : count, sum, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp loop collapse(2) reduction(+ : sum)
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        count[thread][i][j] += 1;
        sum += i * columns + j;
      }
    }
  }

  claim.ran(on_host);
  const long all = rows * columns;
  claim.equal("sum", sum, 1000 + all * (all - 1) / 2);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const int runs = count[0][i][j] + count[1][i][j] + count[2][i][j] + count[3][i][j];
      claim.equal("executions of an iteration", runs, 1);
    }
  }

  // No call may stand in this one to tell its place, so that only the launch shows it.
  long total = 1000;
  const auto before = league::counted();
  #pragma omp target teams loop num_teams(4) collapse(2) reduction(+ : total) map(tofrom : total)
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) total += i * columns + j;
  }
  claim.launched(before, 1);
  claim.equal("sum of the combined form", total, 1000 + all * (all - 1) / 2);
  return claim.verdict();
}
