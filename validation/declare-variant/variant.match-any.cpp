// variant.match-any
// OpenMP 5.0, section 7.1: with the extension match_any a variant is chosen where any trait of its
// selector fits, with match_none where none does (extensions of LLVM), by default where all do.
// Observed: which functions are called.
// Where: host
// Open: extensions are the implementation's own; the specification only reserves the place
// Mutant: extension(match_any) => extension(match_all)

#include "league/claim.hpp"

static int any() { return 1; }
static int all() { return 2; }

#pragma omp declare variant(any) \
    match(device = {kind(host, gpu)}, implementation = {extension(match_any)})
static int base_any() { return 0; }
#pragma omp declare variant(all) match(device = {kind(host, gpu)})
static int base_all() { return 0; }

int main() {
  league::Claim claim;
  int level = 0;
  #pragma omp parallel num_threads(1) shared(level)
  level = omp_get_level();
  claim.equal("nesting level", level, 1);
  claim.equal("any trait fits", base_any(), 1);
  claim.equal("not all fit", base_all(), 0);
  return claim.verdict();
}
