// alloc.memspace-queries
// OpenMP 6.0, section 27.2 to 27.4: a memory space tells its number of resources and its page
// size, and has subspaces.
// Observed: the numbers; a subspace of all resources.
// Where: host
// Mutant: resources >= 1 => resources < 1
// Mutant: first) != => first) ==

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const omp_memspace_handle_t space = omp_default_mem_space;
  const int resources = omp_get_memspace_num_resources(space);
  claim.holds("resources", resources >= 1);
  claim.holds("page size", omp_get_memspace_pagesize(space) >= 1);
  int first[1] = {0};
  claim.holds("a subspace", omp_get_submemspace(space, 1, first) != omp_null_mem_space);
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
