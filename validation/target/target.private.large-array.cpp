// target.private.large-array
// OpenMP 4.5, section 5.4.3: each thread of a parallel region on the device has its own copy of a
// private array, also where that is larger than a device thread's usual stack (here 256 KiB).
// Observed: after all threads have filled their copies each thread finds its own values.
// Mutant: private(block) => shared(block)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kCount = 65536;
  constexpr int kThreads = 4;
  static int block[kCount];
  int wrong[kThreads] = {-1, -1, -1, -1};
  int threads = 0;
  int on_host = 1;

  #pragma omp target parallel num_threads(kThreads) private(block) map(tofrom : wrong, threads) \
      map(from : on_host)
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < kCount; ++i) block[i] = i * 8 + me;
    #pragma omp barrier
    int differ = 0;
    for (int i = 0; i < kCount; ++i) differ += block[i] != i * 8 + me;
    wrong[me] = differ;
    #pragma omp single
    {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.holds("between one and four threads", threads >= 1 && threads <= kThreads);
  for (int i = 0; i < threads && i < kThreads; ++i)
    claim.equal("elements that another thread wrote", wrong[i], 0);
  for (int i = 0; i < kCount; i += 4096) claim.equal("element of the original", block[i], 0);
  return claim.verdict();
}
