// task.threadset
// OpenMP 6.0, section 14.8: threadset(omp_pool) lets free-agent threads run a task; nothing demands
// that one does.
// Observed: how often each task ran; a set of another name is diagnosed.
// Where: host
// Contrast: threadset(omp_pool) => threadset(omp_puddle)
// Mutant: ran[i] += 1 => ran[i] += 2
// Mutant: i < 10; ++i) { => i < 9; ++i) {

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int ran[10] = {};
  int level = 0;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int i = 0; i < 10; ++i) {
      #pragma omp task threadset(omp_pool) firstprivate(i) shared(ran, level)
      {
        ran[i] += 1;
        if (i == 0) level = omp_get_level();
      }
    }
    #pragma omp taskwait
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < 10; ++i) claim.equal("times a task ran", ran[i], 1);
  return claim.verdict();
}
