// rt.places
// OpenMP 4.5, section 18.3: places that OMP_PLACES lists are numbered from 0; threads that are
// bound know theirs.
// Observed: the number of places, the processors of each, and the place of each thread.
// Where: host
// Environment: OMP_PLACES={0} OMP_PROC_BIND=close
// Mutant: places, 1) => places, 2)
// Mutant: omp_proc_bind_close => omp_proc_bind_spread

#include <sched.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  claim.needs(CPU_ISSET(0, &allowed), "processor 0, which a container may withhold");
  const int places = omp_get_num_places();
  claim.equal("places", places, 1);
  claim.equal("processors of the place", omp_get_place_num_procs(0), 1);
  int processor[1] = {-1};
  omp_get_place_proc_ids(0, processor);
  claim.equal("its processor", processor[0], 0);
  int threads = 0;
  int elsewhere = 0;
  #pragma omp parallel num_threads(3) proc_bind(close) reduction(+ : threads, elsewhere)
  {
    threads += omp_get_level();
    elsewhere += omp_get_place_num() != 0;
  }
  claim.holds("threads", threads >= 1);
  claim.equal("threads in another place", elsewhere, 0);
  claim.equal("kind of binding", static_cast<int>(omp_get_proc_bind()),
              static_cast<int>(omp_proc_bind_close));
  return claim.verdict();
}
