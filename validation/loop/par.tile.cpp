// par.tile
// OpenMP 5.1, section 9.1: tile replaces a loop nest by loops over tiles and loops inside a
// tile.
// Observed: each pair runs once, at its place in the order of the tiled loops.
// Mutant: sizes(4, 8) => sizes(8, 4)
// Mutant: #pragma omp tile sizes(4, 8) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rows = 10;  // no multiples of the sizes
  constexpr int columns = 19;
  int count[rows][columns] = {};
  int place[rows][columns] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : count, place) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    int next = 0;
    #pragma omp tile sizes(4, 8)
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        count[i][j] += 1;
        place[i][j] = next++;
      }
    }
  }

  claim.ran(on_host);
  int next = 0;
  for (int row = 0; row < rows; row += 4) {
    for (int column = 0; column < columns; column += 8) {
      for (int i = row; i < row + 4 && i < rows; ++i) {
        for (int j = column; j < column + 8 && j < columns; ++j) {
          claim.equal("executions of a pair", count[i][j], 1);
          claim.equal("its place in the order", place[i][j], next++);
        }
      }
    }
  }
  return claim.verdict();
}
