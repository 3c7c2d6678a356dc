// par.loopform.imperfect-nest
// OpenMP 5.0, section 4.4.1: code may stand between collapsed loops; for each outer iteration it
// runs at least once, and at most as often as the inner loop iterates.
// Observed: executions of the code between and of each pair, and the value handed from one to
// other.
// Mutant: distribute parallel for collapse(2) =>
// Mutant: const int base = 100 * i => const int base = 101 * i

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rows = 13;
  constexpr int columns = 17;
  int between[rows] = {};
  int count[rows][columns] = {};
  int value[rows][columns] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for collapse(2) num_teams(2) thread_limit(4) \
      map(tofrom : between, count, value, on_host)
  for (int i = 0; i < rows; ++i) {
    const int base = 100 * i;
    #pragma omp atomic
    ++between[i];
    for (int j = 0; j < columns; ++j) {
      #pragma omp atomic
      ++count[i][j];
      #pragma omp atomic write
      value[i][j] = base + j;
      if (i == 0 && j == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < rows; ++i) {
    claim.holds("the code between ran", between[i] >= 1);
    claim.holds("the code between ran at most once for each pair", between[i] <= columns);
    for (int j = 0; j < columns; ++j) {
      claim.equal("executions of a pair", count[i][j], 1);
      claim.equal("value from the code between", value[i][j], 100 * i + j);
    }
  }
  return claim.verdict();
}
