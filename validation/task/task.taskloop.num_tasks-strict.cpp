// task.taskloop.num_tasks-strict
// OpenMP 5.1, section 12.6.2: num_tasks(strict: k) makes k tasks whose numbers of iterations differ
// by at most one.
// Observed: the position of every iteration in its task: how many tasks, and how long.
// Where: host
// Mutant: strict : 8 => strict : 7
// Mutant: strict : 8 => strict : 10

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
    #pragma omp taskloop num_tasks(strict : 8) firstprivate(mine) shared(position, level)
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
  claim.equal("tasks", tasks, 8);
  claim.equal("longest", longest, 13);
  claim.equal("shortest", shortest, 12);
  return claim.verdict();
}
