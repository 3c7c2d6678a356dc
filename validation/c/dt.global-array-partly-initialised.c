// dt.global-array-partly-initialised
// OpenMP 4.5, section 7.8.1: a declare-target variable has on the device the value of its
// initialiser; elements that the initialiser leaves out are zero.
// Observed: every element of an array with a designated initialiser and of a constant table.
// Mutant: numbers[i] + 10 => numbers[i] + 11
// Mutant: {5, 6} => {5, 7}

#include "league/claim.h"

#pragma omp declare target
int numbers[16] = {1, 2, [7] = 9};
const int table[12] = {5, 6};
#pragma omp end declare target

int main(void) {
  int seen[16];
  int looked_up[12];
  int on_host = 1;
  #pragma omp target map(from : seen, looked_up, on_host)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 16; ++i) seen[i] = numbers[i] + 10;
    for (int i = 0; i < 12; ++i) looked_up[i] = table[i];
  }
  const int given[16] = {1, 2, 0, 0, 0, 0, 0, 9};
  league_ran(on_host);
  for (int i = 0; i < 16; ++i) league_equal("element", seen[i], given[i] + 10);
  for (int i = 0; i < 12; ++i)
    league_equal("of the table", looked_up[i], i == 0 ? 5 : i == 1 ? 6 : 0);
  return league_verdict();
}
