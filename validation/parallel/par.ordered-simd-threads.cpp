// par.ordered-simd-threads
// OpenMP 4.5, section 15.10.2: ordered simd keeps the order of the lanes of a simd loop, ordered
// threads that of the threads of a worksharing loop; both words may stand together.
// Observed: the order in which the regions ran.
// Where: host
// Mutant: ordered threads => atomic
// Mutant: next[1]++ => next[1] += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 40;
  int order[3][n] = {};
  int next[3] = {};
  int level = 0;
  #pragma omp parallel for num_threads(4) schedule(static, 1) ordered
  for (int i = 0; i < n; ++i) {
    if (i % 4 == 0)  // others would be first if nothing held them
      for (volatile int k = 0; k < LEAGUE_LOOKS / 100; ++k) continue;
    int mine = 0;
    #pragma omp ordered threads
    mine = next[0]++;
    order[0][i] = mine;
    if (i == 0) level = omp_get_level();
  }
  #pragma omp simd
  for (int i = 0; i < n; ++i) {
    #pragma omp ordered simd
    {
      order[1][i] = next[1]++;
    }
  }
  #pragma omp parallel for simd num_threads(4) schedule(static, 1) ordered
  for (int i = 0; i < n; ++i) {
    #pragma omp ordered threads simd
    {
      order[2][i] = next[2]++;
    }
  }
  claim.equal("nesting level", level, 1);
  for (int i = 0; i < n; ++i) {
    claim.equal("turn among threads", order[0][i], i);
    claim.equal("turn among lanes", order[1][i], i);
    claim.equal("turn among both", order[2][i], i);
  }
  return claim.verdict();
}
