// par.for.schedule-modifiers
// OpenMP 4.5, section 11.5.3: the modifiers monotonic and nonmonotonic may stand before a
// kind of schedule; with monotonic a thread takes its iterations in rising order.
// Observed: each iteration once; the order in which threads take theirs.
// Where: host
// Mutant: falling += i < last => falling += i > last
// Mutant: ++count[i] => count[i] += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  int count[n] = {};
  int falling = 0;
  int level = -1;
  #pragma omp parallel num_threads(4) reduction(+ : falling)
  {
    int last = -1;
    #pragma omp for schedule(monotonic : dynamic, 3)
    for (int i = 0; i < n; ++i) {
      ++count[i];
      falling += i < last;
      last = i;
      if (i == 0) level = omp_get_level();
    }
    #pragma omp for schedule(nonmonotonic : dynamic, 3)
    for (int i = 0; i < n; ++i) ++count[i];
  }
  claim.equal("nesting level", level, 1);
  claim.equal("iterations out of order", falling, 0);
  for (int i = 0; i < n; ++i) claim.equal("times an iteration ran", count[i], 2);
  return claim.verdict();
}
