// c.struct.private-copies
// OpenMP 4.5, section 5.4.3, 5.4.4, 5.4.5: structures of C have no constructors: firstprivate
// copies them, arrays in them too, lastprivate assigns them, and private gives them no value.
// Observed: what each iteration found and the structure behind the loop; the original of the
// others.
// Mutant: firstprivate(start) => private(start)
// Mutant: lastprivate(result) => private(result)

#include "league/claim.h"

enum { kCount = 60 };
struct state {
  int id;
  double values[3];
  const char* name;
};

int main(void) {
  struct state start = {4, {0.5, 1.5, 2.5}, 0};
  struct state result = {-1, {-1, -1, -1}, 0};
  struct state scratch = {9, {9, 9, 9}, 0};
  int wrong = 0;
  int on_host = 1;

  #pragma omp target parallel for firstprivate(start) lastprivate(result) private(scratch) \
      reduction(+ : wrong) map(tofrom : result, wrong, on_host)
  for (int i = 0; i < kCount; ++i) {
    wrong += start.id != 4 || start.values[0] != 0.5 || start.values[2] != 2.5;
    scratch = start;
    scratch.id += i;
    scratch.values[1] += i;
    result = scratch;
    if (i == 0) on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("iterations with a wrong firstprivate copy", wrong, 0);
  league_equal("lastprivate", result.id, 4 + kCount - 1);
  league_equal("array in it, first", result.values[0], 0.5);
  league_equal("array in it, changed", result.values[1], 1.5 + kCount - 1);
  league_equal("array in it, last", result.values[2], 2.5);
  league_equal("original of firstprivate", start.id, 4);
  league_equal("original of private", scratch.id, 9);
  return league_verdict();
}
