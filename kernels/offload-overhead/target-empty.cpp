// The latency of a region: one thread of the device is started, and adds one.

#include "offload-overhead.hpp"

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();

  #pragma omp target data map(tofrom : count[0 : lanes])
  {
    watch.start();
    for (int step = 0; step < cls.steps; ++step) {
      const int lane = step % lanes;
      #pragma omp target
      count[lane] += 1;
    }
    watch.stop();
  }
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
