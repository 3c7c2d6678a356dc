// c.vla.private
// OpenMP 4.5, section 5.4.3: each thread of a region has a variable length array of its own, of the
// length that the original has, when the array is private.
// Observed: what each thread finds in its array after all have filled theirs; the original.
// Mutant: parallel private(mine) => parallel shared(mine)

#include "league/claim.h"

enum { kThreads = 4, kMost = 19 };

int main(void) {
  volatile int length = kMost;
  const int n = length;
  int mine[n];
  int wrong[kThreads] = {-1, -1, -1, -1};
  int threads = 0;
  int on_host = 1;
  for (int i = 0; i < n; ++i) mine[i] = 1000 + i;

  #pragma omp target map(tofrom : mine, wrong) map(from : threads, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel private(mine) num_threads(kThreads)
    {
      const int me = omp_get_thread_num();
      for (int i = 0; i < n; ++i) mine[i] = 100 * me + i;
      #pragma omp barrier
      int differ = (int)(sizeof mine / sizeof mine[0]) - n;
      for (int i = 0; i < n; ++i) differ += mine[i] != 100 * me + i;
      wrong[me] = differ;
      #pragma omp master
      threads = omp_get_num_threads();
      #pragma omp barrier
    }
  }

  league_ran(on_host);
  for (int i = 0; i < threads; ++i) league_equal("foreign elements of a thread", wrong[i], 0);
  for (int i = 0; i < n; ++i) league_equal("element of the original", mine[i], 1000 + i);
  return league_verdict();
}
