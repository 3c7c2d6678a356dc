// par.target-parallel.if-clauses
// OpenMP 4.5, section 3.4: two if clauses with different modifiers on target parallel act each
// on its own construct.
// Observed: place and number of threads for each of the four combinations.
// Mutant: if (target : away) => if (target : 1)
// Mutant: if (parallel : many) => if (parallel : 1)
// Mutant: if (target : away) if (parallel : many) => if (target : many) if (parallel : away)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  for (int away = 0; away <= 1; ++away) {
    for (int many = 0; many <= 1; ++many) {
      int threads = 0;
      int runs = 0;
      int on_host = 2;

      #pragma omp target parallel num_threads(4) if (target : away) if (parallel : many) \
          map(tofrom : threads, runs, on_host)
      {
        #pragma omp atomic
        ++runs;
        if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
        if (omp_get_thread_num() == 0) on_host = omp_is_initial_device();
      }

      if (away) claim.ran(on_host);
      if (!away) claim.equal("whether it is on the host", on_host, 1);
      claim.equal("threads that ran", runs, threads);
      claim.holds(many ? "one to four threads" : "one thread",
                  threads >= 1 && threads <= (many ? 4 : 1));
    }
  }
  return claim.verdict();
}
