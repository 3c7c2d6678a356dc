// task.transparent.import-export
// OpenMP 6.0, section 17.9.6: omp_import lets children of a task depend on tasks before it,
// omp_export tasks behind it on its children.
// Observed: what a child reads of a task before, and what a later task reads of a child.
// Where: host
// Seconds: 5
// Mutant: before = 6 => before = 7
// Mutant: transparent(omp_export) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int before = 0;
  int imported = -1;
  int behind = 0;
  int exported = -1;
  int level = 0;
  #pragma omp parallel num_threads(4) shared(before, imported, behind, exported, level)
  #pragma omp single
  {
    #pragma omp task depend(out : before) shared(before)
    {
      const double until = omp_get_wtime() + 0.02;
      while (omp_get_wtime() < until) continue;
      before = 6;
    }
    #pragma omp task transparent(omp_import) shared(before, imported)
    {
      #pragma omp task depend(in : before) shared(before, imported)
      imported = before;
    }
    #pragma omp task transparent(omp_export) shared(behind)
    {
      #pragma omp task depend(out : behind) shared(behind)
      {
        const double until = omp_get_wtime() + 0.02;
        while (omp_get_wtime() < until) continue;
        behind = 8;
      }
    }
    #pragma omp task depend(in : behind) shared(behind, exported, level)
    {
      exported = behind;
      level = omp_get_level();
    }
  }
  claim.equal("nesting level", level, 1);
  claim.equal("what a child read of a task before", imported, 6);
  claim.equal("what a task read of a child before", exported, 8);
  return claim.verdict();
}
