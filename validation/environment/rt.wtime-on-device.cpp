// rt.wtime-on-device
// OpenMP 4.5, section 18.10: in a target region omp_get_wtime returns a time that does not run
// backwards and goes on, and omp_get_wtick a positive resolution.
// Observed: the differences between successive calls, until the clock has moved.
// Mutant: const double now = omp_get_wtime() => const double now = first
// Mutant: const double now = omp_get_wtime() => const double now = -omp_get_wtime()

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int backwards = -1;
  int moved = -1;
  double tick = -1;
  int on_host = 1;

  #pragma omp target map(from : backwards, moved, tick, on_host)
  {
    const double first = omp_get_wtime();
    double last = first;
    backwards = moved = 0;
    for (int i = 0; i < 5000000 && moved == 0; ++i) {
      const double now = omp_get_wtime();
      backwards += now < last;
      moved = now > first;
      last = now;
    }
    tick = omp_get_wtick();
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("steps backwards", backwards, 0);
  claim.holds("the clock moves", moved == 1);
  claim.holds("positive resolution", tick > 0);
  return claim.verdict();
}
