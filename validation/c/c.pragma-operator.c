// c.pragma-operator
// OpenMP 4.5, section 3.1: macros of C can make directives: _Pragma takes text that a macro made of
// its arguments, and macros in a directive are replaced.
// Observed: values and place of a region that a macro opened; how many threads its parallel had.
// Mutant: DO(target map(tofrom : x) => DO(target map(to : x)
// Mutant: #define THREADS 1 => #define THREADS 2

#include "league/claim.h"

#define DO(...) PRAGMA(omp __VA_ARGS__)
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define THREADS 1

int main(void) {
  int x[6] = {1, 2, 3, 4, 5, 6};
  int threads = 0;
  int on_host = 1;

  DO(target map(tofrom : x) map(from : threads, on_host)) {
    DO(parallel num_threads(THREADS)) {
      DO(master)
      threads = omp_get_num_threads();
      DO(for)
      for (int i = 0; i < 6; ++i) x[i] *= 11;
    }
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("threads", threads, 1);
  for (int i = 0; i < 6; ++i) league_equal("element", x[i], 11 * (i + 1));
  return league_verdict();
}
