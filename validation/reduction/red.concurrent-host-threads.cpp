// red.concurrent-host-threads
// OpenMP 4.5, section 5.5.8: reductions of target regions that several threads of the host start at
// the same time have nothing to do with one another.
// Observed: the sum that each thread of the host got, again and again.
// Mutant: sum += i * (t + 1) => sum += i * (t + 2)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int rounds = 8;
  long sums[4][rounds];
  int hosts[4];
  int threads = 0;
  for (int t = 0; t < 4; ++t) {
    hosts[t] = 0;
    for (long& one : sums[t]) one = -1;
  }
  #pragma omp parallel num_threads(4) shared(sums, hosts, threads)
  {
    const int t = omp_get_thread_num();
    if (t == 0) threads = omp_get_num_threads();
    for (int round = 0; round < rounds; ++round) {
      long sum = 10 * t;
      int on_host = 1;
      #pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : on_host)
      for (int i = 0; i < 200; ++i) {
        sum += i * (t + 1);
        if (i == 0) on_host = omp_is_initial_device();
      }
      sums[t][round] = sum;
      hosts[t] += on_host;
    }
  }
  for (int t = 0; t < threads && t < 4; ++t) {
    claim.ran(hosts[t]);
    for (const long one : sums[t]) claim.equal("a sum", one, 10L * t + 19900L * (t + 1));
  }
  return claim.verdict();
}
