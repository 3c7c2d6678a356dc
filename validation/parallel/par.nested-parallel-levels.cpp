// par.nested-parallel-levels
// OpenMP 4.0, section 10.1: a parallel region inside another one is a level of its own, with a
// team for each thread of the outer one, even if that team is one thread.
// Observed: level, parent and thread number of each execution of the inner region.
// Mutant: #pragma omp parallel num_threads(2)  // inner =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 2;
  int runs[room][room] = {};
  int level[room][room] = {};
  int parent[room][room] = {};
  int inner[room] = {};
  int outer = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : runs, level, parent, inner, outer, on_host)
  #pragma omp parallel num_threads(2)
  {
    const int mine = omp_get_thread_num();
    if (mine == 0) outer = omp_get_num_threads();
    if (mine == 0) on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(2)  // inner
    {
      const int thread = omp_get_thread_num();
      #pragma omp atomic
      ++runs[mine][thread];
      level[mine][thread] = omp_get_level();
      parent[mine][thread] = omp_get_ancestor_thread_num(1);
      if (thread == 0) inner[mine] = omp_get_num_threads();
    }
  }

  claim.ran(on_host);
  claim.holds("one or two outer threads", outer == 1 || outer == 2);
  for (int i = 0; i < outer; ++i) {
    claim.holds("one or two inner threads", inner[i] == 1 || inner[i] == 2);
    for (int j = 0; j < room; ++j) {
      claim.equal("executions of the inner region", runs[i][j], j < inner[i] ? 1 : 0);
      if (j >= inner[i]) continue;
      claim.equal("level", level[i][j], 2);
      claim.equal("parent thread", parent[i][j], i);
    }
  }
  return claim.verdict();
}
