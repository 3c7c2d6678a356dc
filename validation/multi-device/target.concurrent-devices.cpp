// target.concurrent-devices
// OpenMP 4.5, section 13.2: host threads can use different devices at the same time; none disturbs
// another.
// Observed: every thread's regions read the value stored on its device and count in its mapped
// array; each device has executed its own regions only.
// Mutant: omp target device(d) => omp target device(0)
// Mutant: map(tofrom : counts) => map(to : counts)

#include "league/claim.hpp"

#pragma omp declare target
int seed = -1;
int launches = 0;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  constexpr int kMost = 8;
  constexpr int kRounds = 50;
  const int devices = omp_get_num_devices() < kMost ? omp_get_num_devices() : kMost;
  int crossed[kMost] = {};
  int counted[kMost] = {};
  int executed[kMost] = {};
  int on_host[kMost] = {};

  for (int d = 0; d < devices; ++d) {
    seed = 100 + d;
    #pragma omp target update to(seed) device(d)
  }

  #pragma omp parallel for num_threads(devices) schedule(static, 1)
  for (int d = 0; d < devices; ++d) {
    int counts[16] = {};
    for (int round = 0; round < kRounds; ++round) {
      int seen = -1;
      int where = 1;

      #pragma omp target device(d) map(tofrom : counts) map(from : seen, where)
      {
        seen = seed;
        ++launches;
        for (int i = 0; i < 16; ++i) counts[i] += i + 1;
        where = omp_is_initial_device();
      }

      crossed[d] += seen != 100 + d;
      on_host[d] += where;
    }
    for (int i = 0; i < 16; ++i) counted[d] += counts[i] == kRounds * (i + 1);
  }

  for (int d = 0; d < devices; ++d) {
    #pragma omp target update from(launches) device(d)
    executed[d] = launches;
    claim.ran(on_host[d]);
    claim.equal("regions that saw another device", crossed[d], 0);
    claim.equal("elements with the right count", counted[d], 16);
    claim.equal("regions that the device executed", executed[d], kRounds);
  }
  return claim.verdict();
}
