// What moving costs by size: as target-map, but the room is there all the time.

#include <string>

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();
  Real* block = data.block();

  #pragma omp target data map(alloc : block[0 : cls.length])
  {
    watch.start();
    int step = 0;
    for (const Rung& rung : ladder(cls)) {
      const int length = rung.length;
      const std::string bytes = std::to_string(std::size_t(length) * sizeof(Real)) + " B";
      const std::string to = "to " + bytes;
      const std::string from = "from " + bytes;
      watch.lap("between");
      for (int trip = 0; trip < rung.trips; ++trip) {
        const Real sent = block[length - 1];
        #pragma omp target update to(block[0 : length])
        watch.lap(to);
        // The region tells what came to it by raising both ends by one.
        #pragma omp target
        {
          block[0] += 1;
          block[length - 1] += 1;
        }
        watch.lap("region");
        #pragma omp target update from(block[0 : length])
        watch.lap(from);
        count[step % lanes] += block[length - 1] - sent;
        block[0] -= 1;
        block[length - 1] -= 1;
        ++step;
      }
    }
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
