// par.parallel-nested-in-target
// OpenMP 4.0, section 10.1: a target region may hold several parallel regions, one after the
// other; each sees what the one before has done.
// Observed: executions of each iteration of three loops, the second and third of which read what
// other threads have written.
// Mutant: #pragma omp parallel for num_threads(4) => #pragma omp parallel num_threads(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  int count[3][n] = {};
  int a[n] = {};
  int b[n] = {};
  int c[n] = {};
  int levels[3] = {-1, -1, -1};
  int on_host = 1;

  #pragma omp target map(tofrom : count, a, b, c, levels) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[0][i];
      if (i == 0) levels[0] = omp_get_level();
      #pragma omp atomic write
      a[i] = i;
    }
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[1][i];
      if (i == 0) levels[1] = omp_get_level();
      #pragma omp atomic write
      b[i] = a[n - 1 - i] + 1;
    }
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[2][i];
      if (i == 0) levels[2] = omp_get_level();
      #pragma omp atomic write
      c[i] = 2 * b[n - 1 - i];
    }
  }

  claim.ran(on_host);
  for (const int one : levels) claim.equal("nesting level", one, 1);
  for (int i = 0; i < n; ++i) {
    for (int loop = 0; loop < 3; ++loop) claim.equal("executions", count[loop][i], 1);
    claim.equal("result of the first", a[i], i);
    claim.equal("result of the second", b[i], n - i);
    claim.equal("result of the third", c[i], 2 * (i + 1));
  }
  return claim.verdict();
}
