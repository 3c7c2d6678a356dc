// par.ordered-doacross
// OpenMP 5.2, section 15.9.6: doacross(sink : i - 1) waits until iteration i - 1 has come to its
// doacross(source :); so each iteration can use the result of the one before.
// Observed: a recurrence over 200 iterations and over a grid of 15 by 20, as in the serial loop.
// Mutant: #pragma omp ordered doacross(sink : i - 1) =>
// Mutant: doacross(sink : i - 1, j) doacross(sink : i, j - 1) => doacross(sink : i, j - 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  constexpr int rows = 15;
  constexpr int columns = 20;
  unsigned chain[n + 1] = {1};
  unsigned grid[rows + 1][columns + 1] = {};
  for (int i = 0; i <= rows; ++i) grid[i][0] = 1;
  for (int j = 0; j <= columns; ++j) grid[0][j] = 1;
  int on_host = 1;

  #pragma omp target map(tofrom : chain, grid) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    // Atomic, so that a missing order is no race.
    #pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 1; i <= n; ++i) {
      unsigned before;
      #pragma omp ordered doacross(sink : i - 1)
      #pragma omp atomic read
      before = chain[i - 1];
      #pragma omp atomic write
      chain[i] = 3 * before + i;
      #pragma omp ordered doacross(source:)
    }
    #pragma omp parallel for ordered(2) schedule(static, 1) num_threads(4)
    for (int i = 1; i <= rows; ++i) {
      for (int j = 1; j <= columns; ++j) {
        unsigned above;
        unsigned left;
        #pragma omp ordered doacross(sink : i - 1, j) doacross(sink : i, j - 1)
        #pragma omp atomic read
        above = grid[i - 1][j];
        #pragma omp atomic read
        left = grid[i][j - 1];
        #pragma omp atomic write
        grid[i][j] = above + left;
        #pragma omp ordered doacross(source:)
      }
    }
  }

  claim.ran(on_host);
  unsigned expected[rows + 1][columns + 1] = {};
  unsigned link = 1;
  for (int i = 1; i <= n; ++i) {
    link = 3 * link + static_cast<unsigned>(i);
    claim.equal("element of the chain", chain[i], link);
  }
  for (int i = 0; i <= rows; ++i) {
    for (int j = 0; j <= columns; ++j) {
      expected[i][j] = i == 0 || j == 0 ? 1 : expected[i - 1][j] + expected[i][j - 1];
      claim.equal("element of the grid", grid[i][j], expected[i][j]);
    }
  }
  return claim.verdict();
}
