// sync.locks-in-target
// OpenMP 4.0, section 18.9: only one task at a time owns a lock; so no update by reading and
// writing is lost while all use the same one. The lock lives in the target region.
// Observed: the counter after 12 updates; whether omp_test_lock fails for a lock that is set.
// Seconds: 60
// Mutant: which = 0 => which = omp_get_thread_num() % room

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 12;
  constexpr int room = 4;
  int counter = 0;
  int taken = -1;
  int free_again = -1;
  int on_host = 1;

  #pragma omp target map(tofrom : counter) map(from : taken, free_again, on_host)
  {
    on_host = omp_is_initial_device();
    omp_lock_t locks[room];
    for (int i = 0; i < room; ++i) omp_init_lock(&locks[i]);
    #pragma omp parallel num_threads(4)
    {
      #pragma omp barrier  // all begin together
      #pragma omp for
      for (int i = 0; i < n; ++i) {
        const int which = 0;
        int value;
        omp_set_lock(&locks[which]);
        // Atomic, so that without exclusion only updates are lost.
        #pragma omp atomic read
        value = counter;
        for (int look = 0; look < LEAGUE_LOOKS; ++look) {
          int again;  // gives others their chance
          #pragma omp atomic read
          again = counter;
          if (again != value) break;
        }
        #pragma omp atomic write
        counter = value + 1;
        omp_unset_lock(&locks[which]);
      }
    }
    omp_set_lock(&locks[1]);
    taken = omp_test_lock(&locks[1]);
    omp_unset_lock(&locks[1]);
    free_again = omp_test_lock(&locks[1]);
    if (free_again) omp_unset_lock(&locks[1]);
    for (int i = 0; i < room; ++i) omp_destroy_lock(&locks[i]);
  }

  claim.ran(on_host);
  claim.equal("updates", counter, n);
  claim.equal("omp_test_lock for a lock that is set", taken, 0);
  claim.holds("omp_test_lock for one that is free", free_again != 0);
  return claim.verdict();
}
