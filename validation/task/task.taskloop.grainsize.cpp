// task.taskloop.grainsize
// OpenMP 4.5, section 12.6.1: grainsize(g) gives each task at least min(g, iterations) and fewer
// than 2 g iterations.
// Observed: the position of every iteration in its task: how many tasks, and how long.
// Where: host
// Mutant: grainsize(15) => grainsize(40)
// Mutant: grainsize(15) => num_tasks(50)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int position[n] = {};  // of an iteration in its task, from 1
  int level = -1;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    int mine = 0;
    #pragma omp taskloop grainsize(15) firstprivate(mine) shared(position, level)
    for (int i = 0; i < n; ++i) {
      position[i] = ++mine;
      if (i == 0) level = omp_get_level();
    }
  }
  int tasks = 0;
  int longest = 0;
  int shortest = n;
  for (int i = 0; i < n; ++i) {
    tasks += position[i] == 1;
    if (position[i] > longest) longest = position[i];
    const bool ends = i == n - 1 || position[i + 1] == 1;
    if (ends && position[i] < shortest) shortest = position[i];
  }
  claim.equal("nesting level", level, 1);
  claim.holds("no task has fewer", shortest >= 15);
  claim.holds("none has twice as many", longest < 30);
  return claim.verdict();
}
