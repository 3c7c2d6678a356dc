// par.critical-in-target
// OpenMP 4.0, section 15.2: one thread at a time executes critical regions of the same name; so
// no update by reading and writing is lost, also where a team has more threads than a GPU executes
// in step.
// Observed: the counters of a named and of an unnamed critical region after 96 updates of each, one
// by a thread where there are as many.
// Seconds: 60
// Mutant: #pragma omp critical(named) =>
// Mutant: #pragma omp critical  // unnamed =>

#include "league/claim.hpp"

#pragma omp declare target
// Reads and writes one after the other; both are atomic, so that only updates can be lost.
inline void slow_increment(int* counter) {
  int value;
  #pragma omp atomic read
  value = *counter;
  for (int look = 0; look < LEAGUE_LOOKS; ++look) {
    int again;  // gives others their chance
    #pragma omp atomic read
    again = *counter;
    if (again != value) break;
  }
  #pragma omp atomic write
  *counter = value + 1;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int n = 96;
  int named = 0;
  int unnamed = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : named, unnamed) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(n)
    {
      #pragma omp barrier  // all begin together
      #pragma omp for
      for (int i = 0; i < n; ++i) {
        #pragma omp critical(named)
        slow_increment(&named);
        #pragma omp critical  // unnamed
        slow_increment(&unnamed);
      }
    }
  }

  claim.ran(on_host);
  claim.equal("updates in the named region", named, n);
  claim.equal("updates in the unnamed region", unnamed, n);
  return claim.verdict();
}
