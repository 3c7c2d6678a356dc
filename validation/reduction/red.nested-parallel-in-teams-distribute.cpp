// red.nested-parallel-in-teams-distribute
// OpenMP 4.0, section 5.5.8: a reduction over the threads of a team can stand inside one over the
// teams.
// Observed: the sum of every row and the total.
// Mutant: reduction(+ : row, => reduction(max : row,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int rows = 12;
  const int columns = 25;
  int row_sum[rows];
  for (int& one : row_sum) one = -1;
  int total = 7;
  int own = 7;
  int begun[2] = {7, 7};
  int on_host = 1;

  #pragma omp target teams distribute reduction(+ : total, own) \
      map(tofrom : total, on_host, begun) map(tofrom : row_sum)
  for (int r = 0; r < rows; ++r) {
    int row = 1000 * r;
    int own_row = 7;
    int begun_row = 7;
    #pragma omp parallel for reduction(+ : row, own_row)
    for (int c = 0; c < columns; ++c) {
      row += c + 1;
      if (c == 0) begun_row = own_row;
    }
    row_sum[r] = row;
    total += row;
    if (r == 0) {
      on_host = omp_is_initial_device();
      begun[0] = own;
      begun[1] = begun_row;
    }
  }

  claim.ran(on_host);
  claim.equal("a team's copy begins with", begun[0], 0);
  claim.equal("a thread's copy begins with", begun[1], 0);
  for (int r = 0; r < rows; ++r) claim.equal("sum of a row", row_sum[r], 1000 * r + 325);
  claim.equal("total", total, 7 + 66000 + 12 * 325);
  return claim.verdict();
}
