// How many threads a device puts on a loop: how many bands or batches suit it.
#pragma once

#include <omp.h>

namespace league {

/// Threads of all teams together that the device gives a loop of so many iterations.
inline int threads_of_device(int iterations) {
  int threads = 1;
  #pragma omp target teams distribute parallel for map(tofrom : threads) reduction(max : threads)
  for (int i = 0; i < iterations; ++i) {
    const int these = omp_get_num_teams() * omp_get_num_threads();
    threads = threads < these ? these : threads;
  }
  return threads;
}

}  // namespace league
