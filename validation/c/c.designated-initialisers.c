// c.designated-initialisers
// OpenMP 4.5, section 7.8.1, 13.8: tables of declare-target variables can be initialised by index
// and by member, in any order; what is not named is zero.
// Observed: every element of the tables as a region reads it from the device's copy, and of an
// array that the region initialises itself.
// Mutant: [5] = 50 => [6] = 50
// Mutant: .inner.y[1] = 8 => .inner.y[0] = 8

#include "league/claim.h"

struct outer {
  int id;
  struct {
    float x;  // no padding: that has a claim of its own
    int y[3];
  } inner;
};
#pragma omp declare target
enum { kSize = 8 };
int table[kSize] = {[5] = 50, 60, [1] = 10, 20};
struct outer nested[2] = {[1] = {.inner.y[1] = 8, .inner.x = 0.5F, .id = 3}, [0].id = 1};
#pragma omp end declare target

int main(void) {
  league_needs_separate_memory();
  for (int i = 0; i < kSize; ++i) table[i] = -1;
  nested[1].id = nested[1].inner.y[1] = -1;
  volatile int four = 4;
  const int value = four;
  int seen[2][kSize];
  int members[8];
  double x = -1;
  int on_host = 1;

  #pragma omp target map(from : seen, members, x, on_host)
  {
    const int local[kSize] = {[4] = value, [2] = value * value, 3};
    for (int i = 0; i < kSize; ++i) {
      seen[0][i] = table[i];
      seen[1][i] = local[i];
    }
    for (int k = 0; k < 2; ++k) {
      members[4 * k] = nested[k].id;
      for (int i = 0; i < 3; ++i) members[4 * k + 1 + i] = nested[k].inner.y[i];
    }
    x = nested[1].inner.x;
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  const int expected[2][kSize] = {{0, 10, 20, 0, 0, 50, 60, 0}, {0, 0, 16, 3, 4, 0, 0, 0}};
  const int expected_members[8] = {1, 0, 0, 0, 3, 0, 8, 0};
  for (int i = 0; i < kSize; ++i) {
    league_equal("element of the table", seen[0][i], expected[0][i]);
    league_equal("element of the region's array", seen[1][i], expected[1][i]);
    league_equal("members", members[i], expected_members[i]);
  }
  league_equal("member x", x, 0.5);
  return league_verdict();
}
