// target.repeat-10000
// OpenMP 4.5, section 13.8: executing a target construct many times, here 10000, leaves nothing
// behind: what it mapped is not present afterwards, and its memory has been given back.
// Observed: how often the region was executed, by the device's and the host's account; presence;
// the host process has grown by less than a tenth of what was mapped in all.
// Mutant: map(tofrom : count) => map(to : count)
// Mutant: target map(tofrom : count) => target firstprivate(count)
// Seconds: 120

#include <sys/resource.h>

#include "league/claim.hpp"

namespace {

long kilobytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

int main() {
  league::Claim claim;
  constexpr int kTimes = 10000;
  static int block[16384];  // 64 KiB each time, 640 MiB in all
  int count = 0;
  int on_host = 0;
  long grown = 0;
  const int device = omp_get_default_device();
  const auto before = league::counted();

  for (int i = 0; i < kTimes; ++i) {
    if (i == 100) grown = -kilobytes();
    #pragma omp target map(tofrom : count) map(tofrom : on_host) map(alloc : block)
    {
      for (int j = 0; j < 16384; j += 1024) block[j] = i + j;
      count += 1 + (block[15 * 1024] != i + 15 * 1024);
      if (omp_is_initial_device()) on_host = 1;
    }
  }
  grown += kilobytes();

  claim.ran(on_host);
  claim.equal("executions", count, kTimes);
  claim.launched(before, kTimes);
  if (on_host == 0) {
    claim.holds("count is not present", omp_target_is_present(&count, device) == 0);
    claim.holds("block is not present", omp_target_is_present(block, device) == 0);
  }
  claim.holds("the process grew by less than 64 MiB", grown < 65536);
  return claim.verdict();
}
