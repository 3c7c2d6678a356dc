// env.OMP_NUM_THREADS_DEV
// OpenMP 5.1, section 21.1.2: OMP_NUM_THREADS_DEV sets the number of threads of parallel regions on
// devices other than the host.
// Observed: what omp_get_max_threads tells in a region and on the host.
// Environment: OMP_NUM_THREADS_DEV=3
// Mutant: most = omp_get_max_threads() => most = omp_get_num_threads()

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int most = -1;
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : most, threads, on_host)
  {
    most = omp_get_max_threads();
    on_host = omp_is_initial_device();
    #pragma omp parallel reduction(+ : threads)
    ++threads;
  }

  claim.ran(on_host);
  claim.equal("on the host, from OMP_NUM_THREADS", omp_get_max_threads(), 4);
  claim.equal("in the region, from OMP_NUM_THREADS_DEV", most, 3);
  claim.holds("at most as many threads in the region", threads >= 1 && threads <= 3);
  return claim.verdict();
}
